"""How a process ends when something came between: an interrupt, a closed pipe, a full disk, a bug.

Cold: a command line that runs through never comes here.
"""

from __future__ import annotations

import errno
import os
import signal
from typing import TYPE_CHECKING

from tooli.errors import CancelledError, ToolError, ToolRuntimeError
from tooli.execute.outcome import Outcome
from tooli.surfaces.cli.failures import failed, internal
from tooli.surfaces.cli.main import Session, print_outcome

if TYPE_CHECKING:
    from tooli.execute.runtime import Runtime
    from tooli.surfaces.cli.streams import Streams


class Terminated(BaseException):
    """The process was asked to end."""


CLOSED = (errno.EPIPE, errno.ECONNRESET, errno.ESHUTDOWN)


def end_process(runtime: Runtime, argv: list[str], streams: Streams, error: BaseException) -> int:
    """Return the exit status of a process that was stopped by `error`, after saying why where it can."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if isinstance(error, OSError):
        return _unwritable(streams, error)
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else 1
    try:
        session = Session(runtime, argv, streams)
        return _say(session, runtime, error)
    except OSError as second:
        return _unwritable(streams, second)


def _say(session: Session, runtime: Runtime, error: BaseException) -> int:
    """Print the envelope of an ending that no step of the pipeline saw."""
    path = session.parsed.path
    outcome: Outcome
    if isinstance(error, (KeyboardInterrupt, EOFError)):
        outcome = failed(runtime, path, CancelledError("interrupted", exit_code=130))
    elif isinstance(error, Terminated):
        outcome = failed(runtime, path, CancelledError("terminated", exit_code=143))
    elif isinstance(error, ToolError):
        outcome = failed(runtime, path, error)
    elif isinstance(error, Exception):
        outcome = internal(runtime, error)
    else:
        outcome = failed(runtime, path, ToolRuntimeError(f"{type(error).__name__}: {error}"), error)
    if session.mode == "jsonl":
        from tooli.surfaces.cli.lines import finish

        return finish(session, outcome)
    return print_outcome(session, outcome)


def _unwritable(streams: Streams, error: OSError) -> int:
    """Nobody reads any more: leave quietly. The output cannot be written: say so on stderr."""
    if error.errno in CLOSED:
        return 141
    reason = os.strerror(error.errno) if error.errno else str(error)
    streams.err(f"error: the output cannot be written: {reason}\ncode: E4906\n")
    return 74
