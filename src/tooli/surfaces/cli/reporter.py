"""Progress and log lines of a running command, on stderr."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tooli.surfaces.cli.main import Session

_SHOWN = {"debug": 2, "info": 0, "warning": 0, "error": 0}
"""How often `-v` has to be given before a level is shown."""


class StderrReporter:
    """Shows log lines; progress as a bar where a person looks, and not at all elsewhere."""

    def __init__(self, session: Session) -> None:
        flags = session.parsed.flags
        self._streams = session.streams
        self._quiet = "quiet" in flags
        self._verbose = flags.get("verbose", 0)
        self._bar = session.caller.interactive and session.streams.stderr_tty
        self._drawn = False

    def progress(self, done: float, total: float | None, message: str) -> None:
        """Draw the bar anew."""
        if self._quiet or not self._bar:
            return
        text = f"{message} " if message else ""
        if total:
            share = min(1.0, max(0.0, done / total))
            filled = int(share * 24)
            text += f"{'━' * filled}{'╌' * (24 - filled)} {share:4.0%}"
        else:
            text += f"{done:g}"
        self._streams.err(f"\r\x1b[K{text}")
        self._drawn = True

    def log(self, level: str, message: str, fields: dict[str, Any]) -> None:
        """Show a line, above the bar."""
        if self._quiet or self._verbose < _SHOWN.get(level, 0):
            return
        extra = "".join(f" {name}={value}" for name, value in fields.items())
        prefix = "" if level == "info" else f"{level}: "
        self.clear()
        self._streams.err(f"{prefix}{message}{extra}\n")

    def make_way(self, item: Any) -> Any:
        """Take the bar away before an item is printed."""
        self.clear()
        return item

    def clear(self) -> None:
        """Take the bar away."""
        if self._drawn:
            self._streams.err("\r\x1b[K")
            self._drawn = False
