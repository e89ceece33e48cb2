"""Paths of a call that has a sandbox start at its root, before anything looks whether they exist."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute import Call, Outcome
    from tooli.execute.pipeline import Flow


def sandbox(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Put the caller's paths into the sandbox, or refuse them."""
    from tooli.errors import ToolError
    from tooli.execute.auditing import audit_denial
    from tooli.execute.placing import place_paths

    try:
        place_paths(call)
    except ToolError as error:
        audit_denial(call, error)
        raise
    return (yield from inner(call))
