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


class ProcessStreams:
    """The streams of this process. Takes stdout over for the process's life."""

    def __init__(self) -> None:
        self.stdin_tty = _isatty(0)
        self.stdout_tty = _isatty(1)
        self.stderr_tty = _isatty(2)
        self.answered = self.unfinished = False
        self._process = os.getpid()
        self._stdout: int | None = None
        try:
            self._stdout = os.dup(1)
            if self._stdout < 3:
                self._stdout = _lift(self._stdout)
        except OSError:
            pass  # stdout is closed: writing will say so
        try:
            os.dup2(2, 1)
        except OSError:
            _discard(1)
        _forgive_characters()

    def out(self, data: bytes) -> None:
        """Write to the real stdout, all of it."""
        if os.getpid() != self._process:
            return  # a child that the function forked came back from it: the answer is its parent's
        view = memoryview(data)
        self.answered = self.unfinished = True
        while view:
            try:
                view = view[os.write(-1 if self._stdout is None else self._stdout, view) :]
            except OSError as error:
                from tooli.surfaces.cli.unwritable import wait_or_raise

                wait_or_raise(self._stdout, error)
        self.unfinished = False

    def err(self, text: str) -> None:
        """Write to stderr; one that is closed or full is passed over."""
        try:
            if sys.stderr is not None:
                sys.stderr.flush()
        except Exception:  # whatever the command put in its place may raise anything
            pass
        view = memoryview(text.encode("utf-8", "replace"))
        try:
            while view:
                view = view[os.write(2, view) :]
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


def _forgive_characters() -> None:
    """Let stray prints pass whatever their characters, as stderr does."""
    try:
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr] # or a substitute
    except (AttributeError, OSError, ValueError):
        return


def _isatty(descriptor: int) -> bool:
    try:
        return os.isatty(descriptor)
    except OSError:
        return False


def _lift(descriptor: int) -> int:
    """Move a descriptor off a standard one that was closed, and point that one at nothing."""
    lifted = os.dup(descriptor)
    if lifted < 3:
        lifted = _lift(lifted)
    _discard(descriptor)
    return lifted


def _discard(descriptor: int) -> None:
    """Point a descriptor at nothing, so that stray prints cannot land in a file opened later."""
    null = os.open(os.devnull, os.O_RDWR)
    if null != descriptor:
        os.dup2(null, descriptor)
        os.close(null)
