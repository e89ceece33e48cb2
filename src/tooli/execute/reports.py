"""What a running command reports, in a form that every surface can tell: known levels, and JSON's values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tooli.errors import InternalError, Suggestion, ToolError
from tooli.execute.plain import to_plain

if TYPE_CHECKING:
    from tooli.execute import Call

LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
"""The levels of log lines, the least urgent first: those of syslog, which MCP has too."""


def known_level(level: Any) -> str:
    """Return a level by its name; whoever wrote the command is told of one that there is not."""
    name = level.lower() if isinstance(level, str) else level
    if name == "warn":
        return "warning"
    if name in LEVELS:
        return str(name)
    from tooli.schema.invalid import shown

    raise InternalError(
        f"ctx.log(): {shown(level)} is no level",
        suggestion=Suggestion(f"Use one of {', '.join(LEVELS)}.", action="fix"),
    )


def tellable(call: Call, value: Any) -> Any:
    """Return a message, or the fields beside one, in JSON's values and as they may be shown."""
    from tooli.execute.redaction import reported  # far more than a level needs

    if isinstance(value, dict):
        return reported(call, {str(name): _plain(part) for name, part in value.items()})
    return reported(call, _plain(value))


def _plain(value: Any) -> Any:
    if isinstance(value, Iterator):  # to read it would take its items from the command
        return str(value)
    try:
        return to_plain(value, [])
    except ToolError:  # nothing of JSON can be made of it, but a person can read of it
        return str(value)
