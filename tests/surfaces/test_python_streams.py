"""Streams in Python: items as they are made, errors raised, closed whatever happens."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any

import pytest

from tooli import CallOptions, Depends, ToolError, Tooli

SOON = CallOptions(timeout=0.2)
LATER = CallOptions(timeout=60)


@pytest.fixture
def streams() -> tuple[Tooli, list[str]]:
    """An app with a stream of each kind, and what happens in them."""
    app = Tooli(name="app")
    events: list[str] = []

    def connection() -> Iterator[str]:
        events.append("open")
        try:
            yield "c"
        finally:
            events.append("closed")

    async def async_connection() -> AsyncIterator[str]:
        events.append("open async")
        try:
            yield "d"
        finally:
            await asyncio.sleep(0)
            events.append("closed async")

    @app.command
    def items(
        c: Annotated[str, Depends(connection)],
        d: Annotated[str, Depends(async_connection)],
        count: int = 2,
        fail: bool = False,
    ) -> Iterator[int]:
        try:
            for number in range(count):
                events.append(str(number))
                yield number
            if fail:
                raise ToolError("broke", code="E3001")
        finally:
            events.append("finally")

    @app.command
    async def async_items(
        c: Annotated[str, Depends(connection)],
        d: Annotated[str, Depends(async_connection)],
        count: int = 2,
        fail: bool = False,
    ) -> AsyncIterator[int]:
        try:
            for number in range(count):
                events.append(str(number))
                yield number
            if fail:
                raise ToolError("broke", code="E3001")
        finally:
            await asyncio.sleep(0)
            events.append("finally")

    return app, events


KINDS = pytest.mark.parametrize("name", ["items", "async-items"])
TIMES = pytest.mark.parametrize("options", [None, LATER])
ENDING = ["finally", "closed async", "closed"]


@KINDS
@TIMES
def test_stream_gives_items_then_meta_after_clean_up(
    streams: tuple[Tooli, list[str]], name: str, options: CallOptions | None
) -> None:
    app, events = streams
    items = app.stream(name, options=options)
    assert (items.meta, events) == (None, [])
    assert [next(items), events[-1], next(items)] == [0, "0", 1]
    assert events == ["open", "open async", "0", "1"]
    assert list(items) == []
    assert events[4:] == ENDING
    assert items.meta is not None
    assert items.meta["tool"] == f"app.{name}"


@KINDS
@TIMES
def test_stream_raises_at_a_failure_after_the_items_so_far(
    streams: tuple[Tooli, list[str]], name: str, options: CallOptions | None
) -> None:
    app, events = streams
    items = app.stream(name, fail=True, options=options)
    assert [next(items), next(items)] == [0, 1]
    with pytest.raises(ToolError, match="broke") as raised:
        next(items)
    assert raised.value.code == "E3001"
    assert events[-3:] == ENDING
    assert items.meta is not None


@KINDS
@TIMES
def test_closing_a_stream_early_cleans_up_at_once(
    streams: tuple[Tooli, list[str]], name: str, options: CallOptions | None
) -> None:
    app, events = streams
    items = app.stream(name, options=options)
    assert next(items) == 0
    items.close()
    assert events == ["open", "open async", "0", *ENDING]
    assert list(items) == []


@KINDS
@TIMES
def test_astream_does_the_same(
    streams: tuple[Tooli, list[str]], name: str, options: CallOptions | None
) -> None:
    app, events = streams

    async def main() -> None:
        items = app.astream(name, options=options)
        assert [item async for item in items] == [0, 1]
        assert events == ["open", "open async", "0", "1", *ENDING]
        assert items.meta is not None
        events.clear()
        items = app.astream(name, fail=True, options=options)
        assert [await anext(items), await anext(items)] == [0, 1]
        with pytest.raises(ToolError, match="broke"):
            await anext(items)
        assert events[-3:] == ENDING
        assert items.meta is not None
        events.clear()
        items = app.astream(name, options=options)
        assert await anext(items) == 0
        await items.aclose()
        assert events == ["open", "open async", "0", *ENDING]

    asyncio.run(main())


def test_streams_of_commands_that_return_at_once() -> None:
    app = Tooli(name="app")

    @app.command
    def rows() -> list[int]:
        return [1, 2]

    @app.command
    def one() -> int:
        return 3

    @app.command
    def nothing() -> None: ...

    assert [list(app.stream(name)) for name in ("rows", "one", "nothing")] == [[1, 2], [3], []]
    with pytest.raises(ToolError, match="nope"):
        next(app.stream("nope"))

    async def main() -> list[Any]:
        with pytest.raises(ToolError, match="nope"):
            await anext(app.astream("nope"))
        return [item async for item in app.astream("rows")]

    assert asyncio.run(main()) == [1, 2]


@KINDS
def test_a_stream_has_its_time_for_each_item_and_fails_at_one_that_stalls(name: str) -> None:
    app = Tooli(name="app")
    finals: list[str] = []
    ended = threading.Event()

    @app.command
    def items() -> Iterator[int]:
        try:
            yield 1
            yield 2
            count = 0
            while True:
                count += 1
        finally:
            finals.append("finally")
            ended.set()

    @app.command
    async def async_items() -> AsyncIterator[int]:
        try:
            yield 1
            yield 2
            await asyncio.sleep(60)
        finally:
            finals.append("finally")
            ended.set()

    stream = app.stream(name, options=SOON)
    assert [next(stream), next(stream)] == [1, 2]
    with pytest.raises(ToolError) as raised:
        next(stream)
    assert raised.value.code == "E4901"
    assert ended.wait(20)
    ended.clear()

    async def main() -> None:
        stream = app.astream(name, options=SOON)
        assert [await anext(stream), await anext(stream)] == [1, 2]
        with pytest.raises(ToolError) as raised:
            await anext(stream)
        assert raised.value.code == "E4901"

    asyncio.run(main())
    assert ended.wait(20)
    assert finals == ["finally"] * 2
