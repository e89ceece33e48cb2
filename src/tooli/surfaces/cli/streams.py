"""Where the command line reads and writes: the process's own streams, or a test's."""

from __future__ import annotations

from typing import Protocol


class Streams(Protocol):
    """What the command line needs of its surroundings."""

    stdin_tty: bool
    stdout_tty: bool
    stderr_tty: bool
    parent: int
    """The process that started this one, when who calls may be found out by it; else 0."""
    answered: bool
    """Whether something was written to stdout."""
    unfinished: bool
    """Whether the last write to stdout was cut short."""

    def out(self, data: bytes) -> None:
        """Write to stdout, all of it; raise `Unwritable` where that cannot be."""

    def err(self, text: str) -> None:
        """Write to stderr; never fails."""

    def ask(self, prompt: str, hide: bool) -> str:
        """Ask a person on the terminal."""

    def width(self) -> int:
        """Return the terminal's width."""
