"""A call in a child process: its deadline holds even for C code that never lets the interpreter go.

The child leads its own process group, so whatever it started ends with it. Function, arguments and result
cross by pickle, so the function has to be importable.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from tooli.errors import InternalError, ToolError, ToolRuntimeError, ToolTimeoutError
from tooli.types import UNSET

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

    from tooli.execute.pipeline import Invoke


SLICE = 0.1
"""Seconds of one uninterrupted wait for the child."""


def run_isolated(effect: Invoke, seconds: float | None) -> Any:
    """Run a function in a child process; a stream comes back as an iterator over its items."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe(duplex=False)
    process = spawn.Process(
        target=_child, args=(theirs, effect.function, effect.args, effect.kwargs), daemon=False
    )
    try:
        process.start()
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InternalError(
            f"isolate=True needs a function and arguments that can be pickled: {error}"
        ) from None
    finally:
        theirs.close()
    kind, value = _receive(ours, process, seconds)
    if kind == "stream":
        return _items(ours, process, seconds)
    _reap(process)
    return value


def _items(ours: Connection, process: SpawnProcess, seconds: float | None) -> Iterator[Any]:
    try:
        while (message := _receive(ours, process, seconds))[0] == "item":
            yield message[1]
    finally:
        kill_group(process)


def _receive(ours: Connection, process: SpawnProcess, seconds: float | None) -> tuple[str, Any]:
    """Wait for the child's next message; end the child when there is none in time."""
    try:
        if not _poll(ours, seconds):
            raise ToolTimeoutError("the deadline passed")
        kind, value = ours.recv()
    except EOFError:
        process.join()
        raise ToolRuntimeError(
            f"the isolated call ended without an answer (exit status {process.exitcode})"
        ) from None
    except BaseException:
        kill_group(process)
        raise
    if kind == "error":
        _reap(process)
        raise value
    return kind, value


def _poll(ours: Connection, seconds: float | None) -> bool:
    """Wait for a message, in slices: a thread that is told to give up hears it between two of them."""
    end = None if seconds is None else time.monotonic() + seconds
    while True:
        left = SLICE if end is None else end - time.monotonic()
        if ours.poll(max(0.0, min(SLICE, left))):
            return True
        if left <= 0:
            return False


def _reap(process: SpawnProcess) -> None:
    process.join(1.0)
    kill_group(process)


def kill_group(process: SpawnProcess) -> None:
    """End the child and all it started."""
    if process.pid is not None and hasattr(os, "killpg"):
        # It may have ended, or not yet have become a group of its own.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join()


def _child(theirs: Connection, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Run in the child: call the function and send back what came of it."""
    if hasattr(os, "setsid"):
        os.setsid()
    from tooli.execute.host import Inline

    host = Inline()
    try:
        result = function(*args, **kwargs)
        if hasattr(result, "__await__"):
            result = host.loop.run(result, None)
        if hasattr(result, "__next__") or hasattr(result, "__anext__"):
            theirs.send(("stream", None))
            while (item := host.advance(result, None)) is not UNSET:
                theirs.send(("item", item))
            theirs.send(("end", None))
        else:
            _send_value(theirs, result)
    except BaseException as error:
        theirs.send(("error", _portable(error)))


def _send_value(theirs: Connection, result: Any) -> None:
    try:
        theirs.send(("value", result))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InternalError(f"the result of an isolated call cannot be pickled: {error}", "E5902") from None


def _portable(error: BaseException) -> BaseException:
    """Return the error, or one that says the same and can cross the pipe."""
    try:
        return pickle.loads(pickle.dumps(error))  # type: ignore[no-any-return] # pickle gives Any
    except Exception:
        if isinstance(error, ToolError):
            return ToolError(error.message, error.code, error.category, is_retryable=error.is_retryable)
        return InternalError(f"{type(error).__name__}: {error}")
