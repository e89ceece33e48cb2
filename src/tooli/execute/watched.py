"""The developer's code under the watch of its call, wherever that runs: here, in a thread, in a child."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING, Any

from tooli.execute.host import next_item
from tooli.execute.pipeline import Invoke
from tooli.policy.audit_hook import install
from tooli.types import UNSET

if TYPE_CHECKING:
    from tooli.policy.watch import Watch


def watched(effect: Any, watch: Watch) -> Any:
    """Return an effect whose code runs under a watch."""
    if effect.__class__ is Invoke:
        effect.function = Guarded(effect.function, watch, effect.isolate)
    else:
        effect.items = over(effect.items, watch)
    return effect


def over(items: Any, watch: Watch) -> Any:
    """Return a stream whose items are produced under a watch."""
    return AsyncItems(items, watch) if hasattr(items, "__anext__") else Items(items, watch)


class Guarded:
    """A function under a watch; it can be sent to a child process, and is watched there."""

    def __init__(self, work: Callable[..., Any], watch: Watch, isolated: bool) -> None:
        self._work = work
        self._watch = watch
        self._isolated = isolated

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function, or return what awaits it."""
        install()  # in a child process nobody has
        with self._watch.active():
            result = self._work(*args, **kwargs)
        if hasattr(result, "__await__"):
            return self._awaited(result)
        if self._isolated and (hasattr(result, "__next__") or hasattr(result, "__anext__")):
            return over(result, self._watch)
        return result

    async def _awaited(self, result: Any) -> Any:
        with self._watch.active():
            return await result


class Items(Iterator[Any]):
    """A stream under a watch."""

    def __init__(self, items: Any, watch: Watch) -> None:
        self._items = items
        self._watch = watch

    def __next__(self) -> Any:
        with self._watch.active():
            return next(self._items)

    def close(self) -> None:
        """Close the stream, so that its `finally` blocks run."""
        if hasattr(self._items, "close"):
            with self._watch.active():
                self._items.close()


class AsyncItems(AsyncIterator[Any]):
    """An async stream under a watch."""

    def __init__(self, items: Any, watch: Watch) -> None:
        self._items = items
        self._watch = watch

    async def __anext__(self) -> Any:
        with self._watch.active():
            item = await next_item(self._items)
        if item is UNSET:
            raise StopAsyncIteration
        return item

    async def aclose(self) -> None:
        """Close the stream, so that its `finally` blocks run."""
        if hasattr(self._items, "aclose"):
            with self._watch.active():
                await self._items.aclose()
