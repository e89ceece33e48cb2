"""Streams that are left early, in real processes: everything is closed, in its order, without a word."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import scrubbed

APP = """
import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Annotated

from tooli import CallOptions, Depends, Tooli

app = Tooli("left")
events: list[str] = []
begun = lambda: None


def connection() -> Iterator[str]:
    try:
        yield "c"
    finally:
        events.append("connection")


async def session() -> AsyncIterator[str]:
    try:
        yield "s"
    finally:
        events.append("session")
        await asyncio.sleep(0)


@app.command
def items(c: Annotated[str, Depends(connection)], s: Annotated[str, Depends(session)]) -> Iterator[int]:
    try:
        yield 1
        begun()
        while True:
            pass
    finally:
        events.append("items")


@app.command
async def async_items(
    c: Annotated[str, Depends(connection)], s: Annotated[str, Depends(session)]
) -> AsyncIterator[int]:
    try:
        yield 1
        begun()
        await asyncio.sleep(60)
    finally:
        events.append("items")
        await asyncio.sleep(0)


@app.command
def alone() -> Iterator[int]:
    try:
        yield from range(5)
    finally:
        events.append("items")


def tell() -> None:
    print(*events, flush=True)
    events.clear()


WAYS = [(n, o) for n in ("items", "async-items") for o in (None, CallOptions(timeout=60))]
"""


def told(folder: Path, program: str) -> list[str]:
    (folder / "left.py").write_text(APP)
    (folder / "use.py").write_text(f"from left import *\nimport left\n{program}")
    done = subprocess.run(
        [sys.executable, "-X", "dev", "use.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        env=scrubbed(folder),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


CLOSED = "items session connection"
LEAVING = pytest.mark.parametrize("how", ["break", "raise ValueError"])


@LEAVING
def test_a_stream_that_is_left_is_closed_at_once(tmp_path: Path, how: str) -> None:
    program = f"""
for name, options in WAYS:
    try:
        for item in app.stream(name, options=options):
            {how}
    except ValueError:
        pass
    tell()
for item in app.stream("alone"):
    break
tell()
"""
    assert told(tmp_path, program) == [*[CLOSED] * 4, "items"]


@pytest.mark.parametrize("way", range(4))
def test_a_stream_that_is_kept_is_closed_when_the_program_ends(tmp_path: Path, way: int) -> None:
    program = f"""
class Said(list):
    append = staticmethod(print)
left.events = Said()
name, options = WAYS[{way}]
kept = app.stream(name, options=options)
for item in kept:
    break
"""
    assert told(tmp_path, program) == CLOSED.split()


@LEAVING
def test_an_async_stream_that_is_left_is_closed_while_the_loop_goes_on(tmp_path: Path, how: str) -> None:
    program = f"""
async def main() -> None:
    for name, options in WAYS:
        try:
            async for item in app.astream(name, options=options):
                {how}
        except ValueError:
            pass
        while len(events) < 3:
            await asyncio.sleep(0)
        tell()
asyncio.run(main())
"""
    assert told(tmp_path, program) == [CLOSED] * 4


@pytest.mark.parametrize("how", ["break", "raise ValueError", "return"])
@pytest.mark.parametrize("items", ["app.astream(name, options=options)", "keep(name, options)"])
def test_an_async_stream_that_is_left_is_closed_when_the_loop_ends_right_after(
    tmp_path: Path, how: str, items: str
) -> None:
    program = f"""
def keep(name, options):
    global kept
    kept = app.astream(name, options=options)
    return kept
async def main(name, options) -> None:
    async for item in {items}:
        {how}
for way in WAYS:
    try:
        asyncio.run(main(*way))
    except ValueError:
        pass
    tell()
"""
    assert told(tmp_path, program) == [CLOSED] * 4


@pytest.mark.parametrize("where", ["in the loop's body", "while it waits for an item"])
@pytest.mark.parametrize("then", ["", "while len(events) < 3: await asyncio.sleep(0)"])
def test_an_async_stream_is_closed_when_its_reader_is_cancelled(
    tmp_path: Path, where: str, then: str
) -> None:
    body = "left.begun(); await asyncio.sleep(60)" if where == "in the loop's body" else "pass"
    program = f"""
async def read(name, options) -> None:
    async for item in app.astream(name, options=options):
        {body}
async def main(name, options) -> None:
    loop, reached = asyncio.get_running_loop(), asyncio.Event()
    left.begun = lambda: loop.call_soon_threadsafe(reached.set)
    reader = asyncio.create_task(read(name, options))
    await reached.wait()
    reader.cancel()
    try:
        await reader
    except asyncio.CancelledError:
        pass
    {then}
for way in WAYS:
    asyncio.run(main(*way))
    tell()
"""
    assert told(tmp_path, program) == [CLOSED] * 4
