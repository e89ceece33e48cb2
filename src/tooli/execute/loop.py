"""An event loop for async commands called from sync code, also when another loop is running here."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

from tooli.errors import ToolTimeoutError

T = TypeVar("T")


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
        tasks: list[asyncio.Task[Any]] = []

        async def job() -> T:
            task = asyncio.current_task()
            assert task is not None
            tasks.append(task)
            return await within(coroutine, seconds)

        def cancel() -> None:
            for task in tasks:
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

    helper = threading.Thread(target=work, name="tooli-loop", daemon=True)
    helper.start()
    try:
        helper.join()
    except BaseException:
        cancel()
        helper.join()
        raise
    return ended.result()


async def within(coroutine: Coroutine[Any, Any, T], seconds: float | None) -> T:
    """Await a coroutine, cancelling it at the deadline."""
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
