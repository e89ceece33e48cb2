"""Deadlines of a process. The function keeps the main thread, as without a deadline; a second thread watches.

At the deadline the function is interrupted, so that its `finally` blocks run. If it has not ended a second
later, the process writes its envelope without it. Children the call started end too. Every call of an agent
has a deadline: this module is loaded by all of them, and imports what it needs when a deadline has passed.
"""

from __future__ import annotations

import _thread
import os
import sys
from time import monotonic, sleep

from tooli.execute.host import DeadlinePassed, Inline
from tooli.execute.pipeline import GRACE
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    import signal as signals
    from collections.abc import Callable
    from typing import Any, TypeVar

    from tooli.execute import Runtime
    from tooli.execute.pipeline import Invoke
    from tooli.surfaces.cli.streams import Streams

    T = TypeVar("T")
    Plan = list[tuple[float, Callable[[], None]]]


else:
    try:
        import _signal as signals  # `signal` costs an import of enum
    except ImportError:  # another interpreter
        import signal as signals

INTERRUPTS = {"": (0.0,), "async": (0.8, 0.9), "isolate": (), "final": ()}
"""When code of a kind is interrupted, as shares of the grace after its deadline.

Async code is cancelled by its event loop at the deadline, and an isolated call by ending its process. An
event loop answers a first interrupt by cancelling once more; the second breaks into code that never awaits.
"""


class Watched(Inline):
    """The main thread, with a watchdog."""

    __slots__ = ("_argv", "_dog", "_late", "_runtime", "_started", "_streams")

    def __init__(self, runtime: Runtime, argv: list[str], streams: Streams, late: list[float]) -> None:
        super().__init__()
        self._runtime = runtime
        self._argv = argv
        self._streams = streams
        self._started = monotonic()
        self._late = late
        """Gets the moment of a deadline that passed: the process has to end soon after it."""
        self._dog = Watchdog(self._give_up)

    def perform(self, effect: Invoke, seconds: float | None) -> Any:
        """Call the function, and interrupt it at the deadline."""
        how = "isolate" if effect.isolate else "async" if effect.is_async else ""
        how = "final" if effect.cleans_up else how
        return self._watch(lambda: super(Watched, self).perform(effect, seconds), seconds, how)

    def advance(self, iterator: Any, seconds: float | None) -> Any:
        """Return the next item, and interrupt the wait for it at the deadline."""
        how = "async" if hasattr(iterator, "__anext__") else ""
        return self._watch(lambda: super(Watched, self).advance(iterator, seconds), seconds, how)

    def finish(self, iterator: Any, seconds: float | None) -> None:
        """Close an iterator; the process does not wait longer than the grace for it."""
        self._watch(lambda: super(Watched, self).finish(iterator, seconds), seconds, "final")

    def close(self, seconds: float | None) -> None:
        """End the event loop; the process does not wait longer than the grace for it."""
        if self._loop is not None:
            self._watch(lambda: super(Watched, self).close(seconds), seconds, "final")

    def _watch(self, job: Callable[[], T], seconds: float | None, how: str) -> T:
        if seconds is None:
            return job()
        dog = self._dog
        failure: BaseException | None = None
        result: Any = None
        try:
            dog.arm(seconds, how)
            result = job()
        except BaseException as error:
            failure = error
        while True:
            try:
                dog.disarm()
                break
            except BaseException as error:  # an interrupt that came as the function ended
                failure = failure or error
        if dog.fired or (failure is not None and _is_timeout(failure) and monotonic() >= dog.deadline):
            self._late.append(dog.deadline + GRACE)
            raise _timeout(failure) from None
        if failure is not None:
            raise failure
        return result  # type: ignore[no-any-return] # what the job returned

    def _give_up(self) -> None:
        """Answer without the function, which does not come back."""
        from tooli.surfaces.cli.ending import end_process, leave_soon

        status = 50
        try:
            leave_soon(status, GRACE)  # should stderr be stuck as well
            seconds = monotonic() - self._started
            status = end_process(self._runtime, self._argv, self._streams, _timeout(None), seconds)
        finally:
            os._exit(status)


def _is_timeout(error: BaseException) -> bool:
    from tooli.errors import ToolTimeoutError

    return isinstance(error, ToolTimeoutError)


def _timeout(failure: BaseException | None) -> BaseException:
    """End what the call started, and return the error of its deadline."""
    from tooli.errors import ToolTimeoutError
    from tooli.surfaces.cli.descendants import end_descendants

    end_descendants()
    return failure if isinstance(failure, ToolTimeoutError) else ToolTimeoutError("the deadline passed")


class Watchdog:
    """A thread that interrupts the main thread at a deadline, and gives up on it a little later."""

    def __init__(self, give_up: Callable[[], None]) -> None:
        self.fired = False
        """Whether the code under watch was interrupted."""
        self.deadline = 0.0
        self._give_up = give_up
        self._main = _thread.get_ident()
        # Reentrant: an interrupt may come between taking it and knowing that it is taken.
        self._gate = _thread.RLock()
        self._plan: Plan = []
        self._running = False
        self._signalled = False
        self._previous: Any = None
        self._adopts = False

    def arm(self, seconds: float, how: str) -> None:
        """Watch the code that follows."""
        self.deadline = deadline = monotonic() + seconds
        self._adopt()
        plan: Plan = [(deadline, _pass)]  # the thread looks at every deadline, for the next may be nearer
        plan += [(deadline + share * GRACE, self._interrupt) for share in INTERRUPTS[how]]
        plan += [(deadline + (0.0 if how == "final" else GRACE), self._give_up)]
        with self._gate:
            self.fired = self._signalled = False
            self._plan = plan
            if not self._running:
                self._running = True
                start_deaf_thread(self._watch)
        if how == "":  # the event loop has a handler of its own
            self._previous = signals.signal(signals.SIGINT, self._handle)

    def disarm(self) -> None:
        """Call the watchdog off. Once it has given up, this does not return."""
        self._gate.acquire()
        self._plan = []
        if self._previous is not None and signals.getsignal(signals.SIGINT) == self._handle:
            signals.signal(signals.SIGINT, self._previous)
        self._previous = None
        try:
            while True:  # it was taken more than once if an interrupt came in between
                self._gate.release()
        except RuntimeError:
            pass  # it is free

    def _handle(self, signum: int, frame: Any) -> None:
        """Receive the watchdog's interrupt, or a real one."""
        if self._signalled:
            self._signalled = False
            raise DeadlinePassed
        if callable(self._previous):
            self._previous(signum, frame)
        elif self._previous != signals.SIG_IGN:
            raise KeyboardInterrupt

    def _watch(self) -> None:
        while (wait := self._next()) is not None:
            sleep(min(wait, 0.1))
            self._adopt()

    def _next(self) -> float | None:
        """Do what is due; return the seconds until something is, or None when nothing is watched."""
        with self._gate:
            if not self._plan:
                self._running = False
                return None
            when, act = self._plan[0]
            left = when - monotonic()
            if left <= 0:
                del self._plan[0]
                act()
            return max(0.0, left)

    def _interrupt(self) -> None:
        self.fired = self._signalled = True
        if hasattr(signals, "pthread_kill"):
            signals.pthread_kill(self._main, signals.SIGINT)
        else:
            _thread.interrupt_main()

    def _adopt(self) -> None:
        """Care for the children of children, once there may be any."""
        if not self._adopts and "subprocess" in sys.modules:
            self._adopts = True
            from tooli.surfaces.cli.descendants import adopt_orphans

            adopt_orphans()


def start_deaf_thread(job: Callable[[], None]) -> None:
    """Start a thread that gets no signals: one that came to it would not wake the main thread."""
    if not hasattr(signals, "pthread_sigmask"):
        _thread.start_new_thread(job, ())
        return
    before = signals.pthread_sigmask(signals.SIG_BLOCK, signals.valid_signals())
    try:
        _thread.start_new_thread(job, ())
    finally:
        signals.pthread_sigmask(signals.SIG_SETMASK, before)


def _pass() -> None:
    """Nothing is due at this moment for some kinds of code, for others something is."""
