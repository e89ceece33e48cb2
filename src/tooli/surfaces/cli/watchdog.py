"""Deadlines of a process. The function keeps the main thread, as without a deadline; a second thread watches.

At the deadline the function is interrupted, so that its `finally` blocks run. If it has not ended a second
later, the process writes its envelope without it. Children the call started end too.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

from tooli.errors import ToolTimeoutError
from tooli.execute.host import Inline
from tooli.execute.worker import GRACE, DeadlinePassed
from tooli.surfaces.cli.descendants import end_descendants

if TYPE_CHECKING:
    from tooli.execute.pipeline import Invoke
    from tooli.execute.runtime import Runtime
    from tooli.surfaces.cli.streams import Streams

T = TypeVar("T")


class Watched(Inline):
    """This thread, with a watchdog."""

    __slots__ = ("_argv", "_runtime", "_streams")

    def __init__(self, runtime: Runtime, argv: list[str], streams: Streams) -> None:
        super().__init__()
        self._runtime = runtime
        self._argv = argv
        self._streams = streams

    def perform(self, effect: Invoke, seconds: float | None) -> Any:
        """Call the function, and interrupt it at the deadline."""
        if effect.isolate:
            return super().perform(effect, seconds)
        return self._watch(lambda: super(Watched, self).perform(effect, seconds), seconds)

    def advance(self, iterator: Any, seconds: float | None) -> Any:
        """Return the next item, and interrupt the wait for it at the deadline."""
        return self._watch(lambda: super(Watched, self).advance(iterator, seconds), seconds)

    def _watch(self, job: Callable[[], T], seconds: float | None) -> T:
        if seconds is None:
            return job()
        watchdog = _Watchdog(seconds, self._give_up)
        try:
            return job()
        except DeadlinePassed:
            end_descendants()
            raise ToolTimeoutError("the deadline passed") from None
        except ToolTimeoutError:
            end_descendants()
            raise
        finally:
            watchdog.stop()

    def _give_up(self) -> None:
        """Answer without the function, which does not come back."""
        from tooli.surfaces.cli.ending import end_process

        end_descendants()
        error = ToolTimeoutError("the deadline passed")
        status = end_process(self._runtime, self._argv, self._streams, error)
        os._exit(status)


class _Watchdog:
    """A thread that interrupts the main thread at a deadline, and gives up on it a little later."""

    def __init__(self, seconds: float, give_up: Callable[[], None]) -> None:
        self._done = _thread.allocate_lock()
        self._done.acquire()
        self._give_up = give_up
        self._expired = False
        self._main = _thread.get_ident()
        self._previous = signal.signal(signal.SIGINT, self._interrupt)
        _thread.start_new_thread(self._wait, (seconds,))

    def _interrupt(self, signum: int, frame: FrameType | None) -> None:
        if self._expired:
            self._expired = False
            raise DeadlinePassed
        raise KeyboardInterrupt

    def _wait(self, seconds: float) -> None:
        if self._done.acquire(timeout=min(seconds, _thread.TIMEOUT_MAX)):
            return
        self._expired = True
        if hasattr(signal, "pthread_kill"):
            signal.pthread_kill(self._main, signal.SIGINT)
        else:
            _thread.interrupt_main()
        if not self._done.acquire(timeout=GRACE):
            sys.stderr.flush()
            self._give_up()

    def stop(self) -> None:
        """Call the watchdog off."""
        self._done.release()
        signal.signal(signal.SIGINT, self._previous)
