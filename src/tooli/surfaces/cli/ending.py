"""How a process ends when something came between: an interrupt, a closed pipe, a full disk, a bug.

Cold: a command line that runs through never comes here.
"""

from __future__ import annotations

import _thread
import os
import signal
import time
from typing import TYPE_CHECKING

from tooli.caller.caller import detect
from tooli.errors import CancelledError, ToolError, ToolRuntimeError
from tooli.execute import Outcome
from tooli.execute.failure import leave, said
from tooli.execute.pipeline import GRACE
from tooli.surfaces.cli.failures import failed, internal
from tooli.surfaces.cli.main import Session, print_outcome
from tooli.surfaces.cli.parser import Parsed
from tooli.surfaces.cli.unwritable import Unwritable, tell_unwritable

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.surfaces.cli.streams import Streams


class Terminated(BaseException):
    """The process was asked to end."""


class Unread(Session):
    """A command line that could not be read: only its output flags are looked for."""

    def __init__(self, runtime: Runtime, argv: list[str], streams: Streams) -> None:
        self.runtime = runtime
        self.argv = argv
        self.streams = streams
        self.parsed = Parsed()
        self.parsed.flags["verbose"] = 2 * ("-vv" in argv)
        for mode in ("json", "jsonl", "text", "plain"):
            if f"--{mode}" in argv:
                self.parsed.flags["output"] = mode
        self.caller = detect(runtime.environ, False, streams.parent)
        self.mode = self._mode()


def ignore_signals() -> float:
    """Let nothing more come between; return the moment at which the process has to be gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return time.monotonic() + GRACE


def leave_by(moment: float, status: int) -> None:
    """End the process at a moment, should threads or children that the call left keep it from ending."""
    leave_soon(status, max(0.1, moment - time.monotonic()))


def leave_soon(status: int, seconds: float) -> None:
    """End the process in a while, whatever it does then."""

    def wait() -> None:
        time.sleep(seconds)
        os._exit(status)

    _thread.start_new_thread(wait, ())


def end_process(
    runtime: Runtime, argv: list[str], streams: Streams, error: BaseException, seconds: float = 0.0
) -> int:
    """Return the exit status of a process that `error` stopped after `seconds`; say why where it can."""
    if isinstance(error, Unwritable):
        return tell_unwritable(streams, error)
    session: Session
    try:
        session = Session(runtime, argv, streams)
    except Exception as reason:  # reading the line is what failed: a group that cannot be imported
        session = Unread(runtime, argv, streams)
        error = reason if isinstance(error, Exception) else error
    outcome = _outcome(runtime, session.parsed.path, error)
    outcome.meta["duration_ms"] = max(1, round(seconds * 1000))
    outcome.meta.update(session.caller.meta(False))
    outcome.meta.update(getattr(error, "tooli_meta", {}))
    if streams.unfinished or (streams.answered and session.mode != "jsonl"):
        return outcome.exit_code  # a second document, or the end of half a one, would make neither readable
    try:
        return _say(session, outcome)
    except Unwritable as second:
        return tell_unwritable(streams, second)


def _outcome(runtime: Runtime, path: tuple[str, ...], error: BaseException) -> Outcome:
    """Return the outcome of an ending that no step of the pipeline saw."""
    if isinstance(error, (KeyboardInterrupt, EOFError)):
        return failed(runtime, path, CancelledError("interrupted", exit_code=130))
    if isinstance(error, Terminated):
        return failed(runtime, path, CancelledError("terminated", exit_code=143))
    if isinstance(error, ToolError):
        return failed(runtime, path, error, error.__cause__)
    if isinstance(error, SystemExit):
        left = leave(error.code)
        left.meta = failed(runtime, path, CancelledError("")).meta
        return left
    if isinstance(error, Exception):
        return internal(runtime, error)
    return failed(
        runtime, path, ToolRuntimeError(f"{type(error).__name__}: {said(error)}".rstrip(": ")), error
    )


def _say(session: Session, outcome: Outcome) -> int:
    if session.mode == "jsonl":
        from tooli.surfaces.cli.lines import finish

        return finish(session, outcome)
    return print_outcome(session, outcome)
