"""Where the command line reads and writes: the process's own streams, or a test's.

The process's stdout is set aside for the answer; whatever else prints, children included, goes to stderr.
"""

from __future__ import annotations

import os
import sys

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    class Streams(Protocol):
        """What the command line needs of its surroundings."""

        stdin_tty: bool
        stdout_tty: bool
        stderr_tty: bool

        def out(self, data: bytes) -> None:
            """Write to stdout, all of it."""

        def err(self, text: str) -> None:
            """Write to stderr; never fails."""

        def ask(self, prompt: str, hide: bool) -> str:
            """Ask a person on the terminal."""

        def width(self) -> int:
            """Return the terminal's width."""


class ProcessStreams:
    """The streams of this process. Takes stdout over for the process's life."""

    def __init__(self) -> None:
        self.stdin_tty = _isatty(0)
        self.stdout_tty = _isatty(1)
        self.stderr_tty = _isatty(2)
        self._stdout: int | None = None
        try:
            self._stdout = os.dup(1)
        except OSError:
            pass  # stdout is closed: writing will say so
        try:
            os.dup2(2, 1)
        except OSError:
            _discard(1)

    def out(self, data: bytes) -> None:
        """Write to the real stdout, all of it."""
        if self._stdout is None:
            raise OSError(9, "stdout is closed")
        view = memoryview(data)
        while view:
            view = view[os.write(self._stdout, view) :]

    def err(self, text: str) -> None:
        """Write to stderr; one that is closed or full is passed over."""
        try:
            if sys.stderr is not None:
                sys.stderr.flush()
            os.write(2, text.encode("utf-8", "replace"))
        except OSError:
            pass

    def ask(self, prompt: str, hide: bool) -> str:
        """Ask on the terminal, beside whatever is piped."""
        from tooli.surfaces.cli.prompt import ask_terminal

        return ask_terminal(prompt, hide)

    def width(self) -> int:
        """Return the terminal's width."""
        for descriptor in (self._stdout, 2, 0):
            try:
                if descriptor is not None:
                    return os.get_terminal_size(descriptor).columns or 80
            except OSError:
                continue
        return 80


def _isatty(descriptor: int) -> bool:
    try:
        return os.isatty(descriptor)
    except OSError:
        return False


def _discard(descriptor: int) -> None:
    """Point a descriptor at nothing, so that stray prints cannot land in a file opened later."""
    null = os.open(os.devnull, os.O_WRONLY)
    if null != descriptor:
        os.dup2(null, descriptor)
        os.close(null)
