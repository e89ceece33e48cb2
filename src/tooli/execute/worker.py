"""Threads for calls that have to be left behind: sync code with a deadline, and sync code called from async.

One call, one thread: a database connection opened by a dependency is used where it was opened.
"""

from __future__ import annotations

import asyncio
import contextvars
import ctypes
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from tooli.errors import ToolTimeoutError
from tooli.execute.host import Inline, next_item
from tooli.execute.loop import within

if TYPE_CHECKING:
    from tooli.execute.pipeline import Invoke

GRACE = 1.0
"""Seconds an async function gets to unwind after its deadline before its thread is left behind."""


class DeadlinePassed(BaseException):
    """Raised inside user code whose time is over, so that its `finally` blocks run."""


class Worker:
    """A thread that runs one call's code, in a copy of the caller's context."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = queue.SimpleQueue()
        self._context = contextvars.copy_context()
        self._thread = threading.Thread(target=self._work, name="tooli-call", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[], Any]) -> Future[Any]:
        """Run a job after those before it."""
        ended: Future[Any] = Future()
        self._jobs.put((job, ended))
        return ended

    def _work(self) -> None:
        while (task := self._jobs.get()) is not None:
            job, ended = task
            try:
                result = self._context.run(job)
            except BaseException as error:
                _settle(ended, error=error)
            else:
                _settle(ended, result=result)

    def abandon(self) -> None:
        """Leave the running job behind; it is told by an exception, at its next step."""
        ident = self._thread.ident
        if ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(ident), ctypes.py_object(DeadlinePassed)
            )
        self._jobs.put(None)

    def close(self) -> None:
        """End the thread when its jobs are done."""
        self._jobs.put(None)


def _settle(ended: Future[Any], result: Any = None, error: BaseException | None = None) -> None:
    """Tell the waiting side, unless it has given up."""
    if ended.set_running_or_notify_cancel():
        if error is not None:
            ended.set_exception(error)
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

    def finish(self, iterator: Any) -> None:
        """Close an iterator, unless its code was left behind."""
        if not self._left:
            self._wait(lambda: self._inline.finish(iterator), None, False)

    def close(self) -> None:
        """Let the thread end."""
        if not self._left:
            self._worker.submit(self._inline.close)
            self._worker.close()

    def _wait(self, job: Callable[[], Any], seconds: float | None, is_async: bool) -> Any:
        if self._left:
            return job()  # what follows a deadline (clean-up) runs here
        ended = self._worker.submit(job)
        # Async code stops itself at the deadline; a grace lets its own report arrive first.
        limit = None if seconds is None else seconds + (GRACE if is_async else 0.0)
        try:
            return ended.result(limit)
        except TimeoutError:
            if ended.done():
                raise  # the function's own TimeoutError
            self._left = True
            self._worker.abandon()
            raise ToolTimeoutError("the deadline passed") from None


class AsyncHost:
    """For async callers: async code is awaited, sync code runs in the call's thread."""

    def __init__(self) -> None:
        self._inline = Inline()
        self._worker: Worker | None = None
        self._left = False

    async def perform(self, effect: Invoke, seconds: float | None) -> Any:
        """Await the function, or call it in the thread."""
        if effect.is_async and not effect.isolate:
            result = effect()
            return result if hasattr(result, "__anext__") else await within(result, seconds)
        return await self._wait(lambda: self._inline.perform(effect, seconds), seconds)

    def iterate(self, items: Any) -> Any:
        """Return an iterator over a stream."""
        return self._inline.iterate(items)

    async def advance(self, iterator: Any, seconds: float | None) -> Any:
        """Return the next item, or UNSET at the end."""
        if hasattr(iterator, "__anext__"):
            return await within(next_item(iterator), seconds)
        return await self._wait(lambda: self._inline.advance(iterator, seconds), seconds)

    async def finish(self, iterator: Any) -> None:
        """Close an iterator, unless its code was left behind."""
        if hasattr(iterator, "aclose"):
            await iterator.aclose()
        elif hasattr(iterator, "close") and not self._left:
            await self._wait(iterator.close, None)

    async def close(self) -> None:
        """Let the thread end."""
        if self._worker is not None and not self._left:
            self._worker.close()

    async def _wait(self, job: Callable[[], Any], seconds: float | None) -> Any:
        if self._worker is None:
            self._worker = Worker()
        ended = asyncio.wrap_future(self._worker.submit(job))
        try:
            return await within(_result(ended), seconds)
        except (ToolTimeoutError, asyncio.CancelledError):
            if not ended.done() or ended.cancelled():
                self._left = True
                self._worker.abandon()
            raise


async def _result(ended: asyncio.Future[Any]) -> Any:
    return await ended
