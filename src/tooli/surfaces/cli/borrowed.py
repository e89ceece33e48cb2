"""A command line inside another program: its streams are borrowed, its process is left alone."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from tooli.surfaces.cli.main import main

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.surfaces.cli.streams import Streams


class CapturedStreams:
    """Streams of a test, or of a program that runs a command line inside itself."""

    def __init__(
        self, *, tty: bool = False, columns: int = 80, answers: Callable[[str], str] | None = None
    ) -> None:
        self.stdin_tty = self.stdout_tty = self.stderr_tty = tty
        self.parent = 0
        self.answered = self.unfinished = False
        self.stdout = bytearray()
        self.stderr = ""
        self._columns = columns
        self._answers = answers

    def out(self, data: bytes) -> None:
        """Keep what was written to stdout."""
        self.answered = True
        self.stdout += data

    def err(self, text: str) -> None:
        """Keep what was written to stderr."""
        self.stderr += text

    def ask(self, prompt: str, hide: bool) -> str:
        """Answer from the test's script."""
        self.stderr += prompt
        if self._answers is None:
            raise EOFError
        return self._answers(prompt)

    def width(self) -> int:
        """Return the width the test asked for."""
        return self._columns


class BorrowedStreams(CapturedStreams):
    """Writes to the program's own `sys.stdout` and `sys.stderr`."""

    def __init__(self, stdout: TextIO, stderr: TextIO) -> None:
        super().__init__()
        self._out, self._err = stdout, stderr
        self.stdin_tty, self.stdout_tty, self.stderr_tty = map(_isatty, (sys.stdin, stdout, stderr))

    def out(self, data: bytes) -> None:
        """Write to the program's stdout."""
        self.answered = self.unfinished = True
        try:
            self._out.write(data.decode())
            self._out.flush()
        except (OSError, ValueError) as error:  # a stream that was closed raises ValueError
            from tooli.surfaces.cli.unwritable import Unwritable

            raise Unwritable(getattr(error, "errno", None), str(error)) from error
        self.unfinished = False

    def err(self, text: str) -> None:
        """Write to the program's stderr."""
        with contextlib.suppress(OSError, ValueError):
            self._err.write(text)

    def ask(self, prompt: str, hide: bool) -> str:
        """Ask on the terminal."""
        from tooli.surfaces.cli.prompt import ask_terminal

        return ask_terminal(prompt, hide)

    def width(self) -> int:
        """Return the terminal's width."""
        with contextlib.suppress(OSError, ValueError):
            return os.get_terminal_size(self._out.fileno()).columns
        return 80


def _isatty(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # it was closed
        return False


def run_borrowed(runtime: Runtime, argv: list[str]) -> int:
    """Run a command line with the program's streams; stray prints go to stderr meanwhile."""
    streams = BorrowedStreams(sys.stdout, sys.stderr)
    with contextlib.redirect_stdout(sys.stderr):
        return run_contained(runtime, argv, streams)


def run_contained(runtime: Runtime, argv: list[str], streams: Streams) -> int:
    """Run a command line; a failure of the framework or of a declaration is an envelope too."""
    try:
        return main(runtime, argv, streams)
    except BaseException as error:
        from tooli.surfaces.cli.ending import end_process

        return end_process(runtime, argv, streams, error)
