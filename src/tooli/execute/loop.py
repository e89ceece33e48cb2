"""An event loop for async commands called from sync code, also when another loop is running here."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Coroutine
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
        bounded = within(coroutine, seconds)
        if not self._busy:
            return self._runner.run(bounded, context=self._context)
        # A running loop cannot be re-entered: the call's own loop lives in a helper thread meanwhile.
        ended: Future[T] = Future()

        def work() -> None:
            try:
                ended.set_result(self._runner.run(bounded, context=self._context))
            except BaseException as error:
                ended.set_exception(error)

        helper = threading.Thread(target=work, name="tooli-loop", daemon=True)
        helper.start()
        helper.join()
        return ended.result()

    def close(self) -> None:
        """Cancel what is left and close the loop."""
        if not self._busy:
            self._runner.close()
            return
        helper = threading.Thread(target=self._runner.close, name="tooli-loop", daemon=True)
        helper.start()
        helper.join()


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
