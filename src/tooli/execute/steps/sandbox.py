"""Paths of a call that has a sandbox start at its root, before anything looks whether they exist.

`confine` looks again when all values are known: a path may come from a default, or stand inside a model.
"""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute import Call, Outcome
    from tooli.execute.pipeline import Flow


def sandbox(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Put the caller's paths into the sandbox, or refuse them."""
    from tooli.execute.placing import or_audited, place_paths

    or_audited(place_paths, call)
    return (yield from inner(call))
