"""Paths of a call that has a sandbox lead nowhere else, wherever they came from."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute import Call, Outcome
    from tooli.execute.pipeline import Flow


def confine(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Refuse a path that leads out of the sandbox."""
    from tooli.execute.placing import check_paths, or_audited

    or_audited(check_paths, call)
    return (yield from inner(call))
