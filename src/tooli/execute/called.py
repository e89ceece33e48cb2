"""What a call calls, by the name and version that its answer's meta has."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tooli.execute import Call


def called(call: Call) -> tuple[str, str]:
    """Return the name of a call's command, `app.group.command`, and its version, else its app's."""
    return ".".join((call.runtime.name, *call.command.path)), call.command.version or call.runtime.version
