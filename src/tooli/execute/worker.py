"""Threads for calls that have to be left behind: sync code with a deadline, and sync code called from async.

One call, one thread: a database connection opened by a dependency is used, and closed, where it was opened.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import ctypes
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from tooli.errors import ToolTimeoutError
from tooli.execute.host import DeadlinePassed, Inline, next_item
from tooli.execute.loop import wait_for, within
from tooli.execute.pipeline import GRACE

if TYPE_CHECKING:
    from tooli.execute.pipeline import Invoke


TURN = 0.005
"""Seconds after which an async stream lets others go on."""
PATIENCE = 10.0
"""Seconds a thread waits for another call."""


class Task:
    """One job of a worker."""

    def __init__(self, job: Callable[[], Any]) -> None:
        self.job = job
        self.ended: Future[Any] = Future()
        self.settled = threading.Lock()
        """Taken once: by the thread when the job has ended, or by whoever interrupts it before."""
        self.told = False
        """Whether the interrupt was sent."""


class Worker:
    """A thread that runs one call's code, in a copy of the caller's context.

    idle: where it waits for another call, and for how long it does.
    """

    def __init__(self, idle: list[Worker] | None = None) -> None:
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._context = contextvars.copy_context()
        self._idle = idle
        self._thread = threading.Thread(target=self._work, name="tooli-call", daemon=True)
        self._thread.start()

    @classmethod
    def of(cls, idle: list[Worker]) -> Worker:
        """Return a thread that has nothing to do, or a new one; starting one costs more than most calls."""
        try:
            worker = idle.pop()
        except IndexError:
            return cls(idle)
        worker._context = contextvars.copy_context()
        return worker

    def submit(self, job: Callable[[], Any]) -> Task:
        """Run a job after those before it."""
        task = Task(job)
        self._tasks.put(task)
        return task

    def _work(self) -> None:
        while (task := self._next()) is not None:
            if task.settled.locked() and self._is_left(task):
                continue  # left before it began
            result, failure = None, None
            try:
                result = self._context.run(task.job)
            except BaseException as error:
                failure = error
            if self._is_left(task):
                continue  # nobody waits for it
            if isinstance(failure, StopIteration) or self._is_stray(failure):  # a future refuses the first
                failure = RuntimeError(f"raised {failure!r}")
            _settle(task.ended, result, failure)

    def _is_stray(self, failure: BaseException | None) -> bool:
        """Whether one call's exception would end the loop that serves others: no thread is interrupted."""
        return self._idle is not None and isinstance(failure, (KeyboardInterrupt, GeneratorExit))

    def _next(self) -> Task | None:
        """Wait for a job; one that nobody has wanted for long ends."""
        while True:
            try:
                return self._tasks.get(timeout=PATIENCE)
            except DeadlinePassed:
                continue  # of the job that would have been next
            except queue.Empty:
                try:
                    (self._idle or []).remove(self)
                except ValueError:
                    continue  # its call goes on
                return None

    def _is_left(self, task: Task) -> bool:
        """Whether the job was interrupted; if so, the interrupt has arrived when this returns."""
        try:
            if task.settled.acquire(blocking=False):
                return False
            while not task.told:
                time.sleep(0.0005)
            time.sleep(0)  # the interpreter delivers it after a call, at the latest
        except DeadlinePassed:
            pass
        return True

    def interrupt(self, task: Task) -> None:
        """Leave a job behind; it is told by an exception, at its next step in Python."""
        ident = self._thread.ident
        if ident is not None and task.settled.acquire(blocking=False):
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(ident), ctypes.py_object(DeadlinePassed)
            )
            task.told = True

    def close(self, *, left: bool = False) -> None:
        """Let the thread wait for another call; end it when its jobs are done if it cannot, or was left."""
        if self._idle is None or left:
            self._tasks.put(None)
        else:
            self._context = contextvars.Context()  # nothing of this call is kept alive
            self._idle.append(self)


def _settle(ended: Future[Any], result: Any, failure: BaseException | None) -> None:
    """Tell the waiting side, unless it has given up."""
    if ended.set_running_or_notify_cancel():
        if failure is not None:
            ended.set_exception(failure)
        else:
            ended.set_result(result)


class Threaded:
    """A thread of its own for a sync caller: the wait ends at the deadline."""

    def __init__(self) -> None:
        self._inline = Inline()
        self._worker = Worker()
        self._left = False

    def perform(self, effect: Invoke, seconds: float | None) -> Any:
        """Call the function in the thread, and wait as long as there is time."""
        return self._wait(lambda: self._inline.perform(effect, seconds), seconds, effect.is_async)

    def iterate(self, items: Any) -> Any:
        """Return an iterator over a stream."""
        return self._wait(lambda: self._inline.iterate(items), None, False)

    def advance(self, iterator: Any, seconds: float | None) -> Any:
        """Return the next item, or UNSET at the end."""
        return self._wait(
            lambda: self._inline.advance(iterator, seconds), seconds, hasattr(iterator, "__anext__")
        )

    def finish(self, iterator: Any, seconds: float | None) -> None:
        """Close an iterator."""
        self._wait(lambda: self._inline.finish(iterator, seconds), seconds, False)

    def close(self, seconds: float | None) -> None:
        """Let the thread end."""
        self._worker.submit(lambda: self._inline.close(seconds))
        self._worker.close()

    def _wait(self, job: Callable[[], Any], seconds: float | None, is_async: bool) -> Any:
        task = self._worker.submit(job)
        if self._left:
            return None  # clean-up follows in the thread, when the code that was left there has ended
        # Async code stops itself at the deadline; a grace lets its own report arrive first.
        limit = None if seconds is None else seconds + (GRACE if is_async else 0.0)
        try:
            return wait_for(task.ended, limit)
        except TimeoutError:
            if task.ended.done():
                raise  # the function's own
            self._leave(task)
            raise ToolTimeoutError("the deadline passed") from None
        except BaseException:
            if not task.ended.done():  # the wait was interrupted, not the function
                self._leave(task)
            raise

    def _leave(self, task: Task) -> None:
        self._left = True
        self._worker.interrupt(task)


class AsyncHost:
    """For async callers: async code is awaited, sync code runs in the call's thread."""

    def __init__(self, idle: list[Worker]) -> None:
        self._inline = Inline()
        self._idle = idle
        self._turn = time.monotonic()
        self._worker: Worker | None = None
        self._left = False
        self._patience = 0.0
        """Seconds to wait for clean-up after what was left: it was cancelled, not late."""

    async def perform(self, effect: Invoke, seconds: float | None) -> Any:
        """Await the function, or call it in the thread."""
        if effect.is_async and not effect.isolate:
            result = effect()
            return result if hasattr(result, "__anext__") else await within(result, seconds)
        wait = self._clean_up if effect.cleans_up else self._wait
        return await wait(lambda: self._inline.perform(effect, seconds), seconds)

    def iterate(self, items: Any) -> Any:
        """Return an iterator over a stream."""
        return self._inline.iterate(items)

    async def advance(self, iterator: Any, seconds: float | None) -> Any:
        """Return the next item, or UNSET at the end."""
        if hasattr(iterator, "__anext__"):
            pause = seconds == 0 or time.monotonic() - self._turn > TURN
            if pause:
                self._turn = time.monotonic()
            return await within(next_item(iterator, pause=pause), seconds)
        return await self._wait(lambda: self._inline.advance(iterator, seconds), seconds)

    async def finish(self, iterator: Any, seconds: float | None) -> None:
        """Close an iterator."""
        if hasattr(iterator, "aclose"):
            await within(iterator.aclose(), seconds)
        elif hasattr(iterator, "close"):
            await self._clean_up(iterator.close, seconds)

    async def close(self) -> None:
        """Let the thread end; code that was cancelled there gets a moment for its own clean-up."""
        if self._worker is None:
            return
        if self._left and self._patience:
            # A second cancellation has nothing to add to the first.
            with contextlib.suppress(asyncio.CancelledError):
                await self._clean_up(_nothing, None)
        self._worker.close(left=self._left)

    def _submit(self, job: Callable[[], Any]) -> tuple[Worker, Task]:
        if self._worker is None:
            self._worker = Worker.of(self._idle)
        return self._worker, self._worker.submit(job)

    async def _wait(self, job: Callable[[], Any], seconds: float | None) -> Any:
        worker, task = self._submit(job)
        if self._left:
            return None
        ended = asyncio.wrap_future(task.ended)
        try:
            return await within(_result(ended), seconds)
        except (ToolTimeoutError, asyncio.CancelledError) as error:
            if not ended.done() or ended.cancelled():
                self._left = True
                self._patience = GRACE if isinstance(error, asyncio.CancelledError) else 0.0
                worker.interrupt(task)
            raise

    async def _clean_up(self, job: Callable[[], Any], seconds: float | None) -> Any:
        """Wait for a job that no cancellation interrupts: one leaves it a moment, before it or meanwhile."""
        worker, task = self._submit(job)
        if self._left and not self._patience:
            return None  # clean-up follows in the thread, when the code that was left there has ended
        ended = asyncio.wrap_future(task.ended)
        cancelled = await _waited(ended, self._patience if self._left else seconds)
        if not ended.done():
            ended.cancel()
            self._patience = 0.0
            if not self._left:
                self._left = True
                worker.interrupt(task)
                raise cancelled or ToolTimeoutError("the deadline passed")
        else:
            ended.exception()  # asked for, or the loop tells of it
        if cancelled is not None:
            raise cancelled
        if self._left:
            return None
        return ended.result()


async def _waited(ended: asyncio.Future[Any], limit: float | None) -> asyncio.CancelledError | None:
    """Wait for a future; return the cancellation that came meanwhile, which leaves it a moment at most."""
    cancelled = None
    end = None if limit is None else time.monotonic() + limit
    while True:
        try:
            await asyncio.wait((ended,), timeout=None if end is None else max(0.0, end - time.monotonic()))
            return cancelled
        except asyncio.CancelledError as error:
            cancelled, latest = error, time.monotonic() + GRACE
            end = latest if end is None else min(end, latest)


def _nothing() -> None:
    """Come after the jobs before it."""


async def _result(ended: asyncio.Future[Any]) -> Any:
    return await ended
