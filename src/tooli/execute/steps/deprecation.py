"""The warning that a deprecated command answers with: what to use instead."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute import Call, Outcome
    from tooli.execute.pipeline import Flow


def deprecation(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Name the replacement in the answer's warnings."""
    call.warnings.append(note(call))
    return (yield from inner(call))


def note(call: Call) -> str:
    """Return what there is to say of a deprecated command: the developer's words, else the newest version."""
    from tooli.model.versions import spelling

    command, catalog = call.command, call.runtime.catalog
    said = f"{spelling(catalog, command)} is deprecated"
    if isinstance(command.deprecated, str):
        return f"{said}: {command.deprecated}"
    newest = catalog.find(command.path)
    return said if newest is None or newest is command else f"{said}: use {command.name} ({newest.version})"
