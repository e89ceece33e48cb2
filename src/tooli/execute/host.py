"""Where user code runs. `Inline` is this thread; `worker` has threads, `isolate` has child processes.

Loaded by calls that are async, streaming or bounded; heavier places are imported when an effect needs them.
"""

from __future__ import annotations

import sys

from tooli.types import TYPE_CHECKING, UNSET

if TYPE_CHECKING:
    from typing import Any, Protocol

    from tooli.execute.loop import Loop
    from tooli.execute.pipeline import Invoke

    class Host(Protocol):
        """A place that performs effects; `seconds` is the time left, None for no limit."""

        def perform(self, effect: Invoke, seconds: float | None) -> Any:
            """Call the effect's function and return its result."""

        def iterate(self, items: Any) -> Any:
            """Return an iterator over a stream, of whichever kind."""

        def advance(self, iterator: Any, seconds: float | None) -> Any:
            """Return the next item, or UNSET at the end."""

        def finish(self, iterator: Any, seconds: float | None) -> None:
            """Close an iterator, so that its `finally` blocks run."""

        def close(self, seconds: float | None) -> None:
            """Let go of threads, loops and processes."""


class DeadlinePassed(BaseException):
    """Raised inside user code whose time is over, so that its `finally` blocks run."""


class Inline:
    """The calling thread. A deadline holds for async code; sync code runs to its end."""

    __slots__ = ("_loop",)

    def __init__(self) -> None:
        self._loop: Loop | None = None

    def perform(self, effect: Invoke, seconds: float | None) -> Any:
        """Call the function here; await it when it is async; hand it to a child when it is isolated."""
        if effect.isolate:
            from tooli.execute.isolate import run_isolated

            return run_isolated(effect, seconds)
        if not effect.is_async:
            return effect()
        result = effect()
        return result if hasattr(result, "__anext__") else self.loop.run(result, seconds)

    @property
    def loop(self) -> Loop:
        """The event loop of this call's async code."""
        if self._loop is None:
            from tooli.execute.loop import Loop

            self._loop = Loop()
        return self._loop

    def iterate(self, items: Any) -> Any:
        """Return an iterator over a sync or async stream."""
        return items if hasattr(items, "__anext__") else _async_iter(items) or iter(items)

    def advance(self, iterator: Any, seconds: float | None) -> Any:
        """Return the next item, or UNSET at the end."""
        if not hasattr(iterator, "__anext__"):
            return next(iterator, UNSET)
        return self.loop.run(next_item(iterator, pause=seconds == 0), seconds)

    def finish(self, iterator: Any, seconds: float | None) -> None:
        """Close an iterator."""
        if hasattr(iterator, "aclose"):
            self.loop.run(iterator.aclose(), seconds)
        elif hasattr(iterator, "close"):
            iterator.close()

    def close(self, seconds: float | None) -> None:
        """End the event loop, if one was needed."""
        if self._loop is not None:
            self._loop.close()


def _async_iter(items: Any) -> Any:
    return items.__aiter__() if hasattr(items, "__aiter__") else None


async def next_item(iterator: Any, *, pause: bool = False) -> Any:
    """Return the next item of an async iterator, or UNSET at the end.

    pause: whether the loop gets a turn first, to serve others and to tell that the deadline has passed; an
    iterator that never waits gives it none.
    """
    if pause:
        from asyncio import sleep

        await sleep(0)
    try:
        return await _asked(iterator)
    except StopAsyncIteration:
        return UNSET


def _asked(iterator: Any) -> Any:
    """Ask for the next item; an event loop is not told of generators, which it would close out of turn."""
    hooks = sys.get_asyncgen_hooks()
    sys.set_asyncgen_hooks(None, None)
    try:
        return iterator.__anext__()
    finally:
        sys.set_asyncgen_hooks(*hooks)
