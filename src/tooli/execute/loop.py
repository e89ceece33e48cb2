"""An event loop for async commands called from sync code, also when another loop is running here."""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, wait
from typing import Any, TypeVar

from tooli.errors import ToolTimeoutError

T = TypeVar("T")

SLICE = 0.2
"""Seconds of one uninterrupted wait."""


class Loop:
    """Runs the coroutines of one call, all on the same loop."""

    def __init__(self) -> None:
        self._busy = _loop_is_running()
        self._runner = asyncio.Runner()
        self._context = contextvars.copy_context()

    def run(self, coroutine: Coroutine[Any, Any, T], seconds: float | None) -> T:
        """Run a coroutine to its end or to the deadline."""
        if not self._busy:
            return self._runner.run(within(coroutine, seconds), context=self._context)
        # A running loop cannot be re-entered: the call's own loop lives in a helper thread meanwhile.
        task: asyncio.Task[Any] | None = None
        cancelled = False

        async def job() -> T:
            nonlocal task
            task = asyncio.current_task()
            if cancelled and task is not None:
                task.cancel()
            return await within(coroutine, seconds)

        def cancel() -> None:
            nonlocal cancelled
            cancelled = True
            if task is not None:
                task.get_loop().call_soon_threadsafe(task.cancel)

        return in_thread(lambda: self._runner.run(job(), context=self._context), cancel)

    def close(self) -> None:
        """Cancel what is left and close the loop."""
        if not self._busy:
            self._runner.close()
        else:
            in_thread(self._runner.close, lambda: None)


def in_thread(job: Callable[[], T], cancel: Callable[[], None]) -> T:
    """Run a job in a thread and wait for it; an interrupt of the wait cancels the job."""
    ended: Future[T] = Future()

    def work() -> None:
        try:
            ended.set_result(job())
        except BaseException as error:
            ended.set_exception(error)

    try:
        threading.Thread(target=work, name="tooli-loop", daemon=True).start()
        return wait_for(ended, None)
    except BaseException:
        if not ended.done():  # the wait was interrupted, not the job
            cancel()
            wait((ended,))
        raise


def wait_for(ended: Future[T], seconds: float | None) -> T:
    """Return a future's result, in slices: an interrupt that no slice hears is heard by the next."""
    end = None if seconds is None else time.monotonic() + seconds
    while True:
        left = SLICE if end is None else end - time.monotonic()
        try:
            return ended.result(max(0.0, min(SLICE, left)))
        except TimeoutError:
            if ended.done():
                return ended.result()  # just in time, or the job's own TimeoutError
            if left <= 0:
                raise


async def within(coroutine: Coroutine[Any, Any, T], seconds: float | None) -> T:
    """Await a coroutine, cancelling it at the deadline."""
    if seconds is None:
        return await coroutine
    limit = asyncio.timeout(seconds)
    try:
        async with limit:
            return await coroutine
    except TimeoutError:
        if limit.expired():
            raise ToolTimeoutError("the deadline passed") from None
        raise


def _loop_is_running() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
