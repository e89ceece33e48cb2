"""Streams: the effect, and the one place that iterates, for sync and async callers.

Loaded by calls whose function gives items one by one.
"""

from __future__ import annotations

from tooli.execute.pipeline import GRACE, extend, remaining
from tooli.types import TYPE_CHECKING, UNSET

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator
    from typing import Any

    from tooli.execute import Call
    from tooli.execute.host import Host
    from tooli.execute.worker import AsyncHost


class Emit:
    """Give a stream's items to whoever is listening; send back the list when nobody takes them one by one."""

    __slots__ = ("items",)

    def __init__(self, items: Any) -> None:
        self.items = items

    def give(self, call: Call, host: Host, collect: bool) -> Generator[Any, None, Any]:
        """Iterate the stream: apply `on_item`, close it whatever happens."""
        kept: list[Any] = []
        call.kept = kept
        iterator = host.iterate(self.items)
        try:
            while True:
                item = host.advance(iterator, remaining(call))
                if item is UNSET:
                    return kept if collect else None
                item = _applied(call, item)
                if item is UNSET:
                    pass
                elif collect:
                    kept.append(item)
                else:
                    yield item
                    extend(call)
                if call.full:
                    return kept if collect else None
        finally:
            host.finish(iterator, remaining(call, GRACE))

    async def agive(self, call: Call, host: AsyncHost) -> AsyncGenerator[Any, None]:
        """Iterate the stream in async code: apply `on_item`, close it whatever happens."""
        call.kept = []
        iterator = host.iterate(self.items)
        try:
            while True:
                item = await host.advance(iterator, remaining(call))
                if item is UNSET:
                    return
                item = _applied(call, item)
                if item is not UNSET:
                    yield item
                if call.full:
                    return
        finally:
            await host.finish(iterator, remaining(call, GRACE))


def _applied(call: Call, item: Any) -> Any:
    for apply in call.on_item:
        item = apply(item)
        if item is UNSET:  # left out: nobody further on sees it
            break
    return item
