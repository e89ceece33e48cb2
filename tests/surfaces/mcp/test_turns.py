"""The limit of calls that run at the same time: more wait for their turn, and all are answered."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.conftest import RunApp
from tests.surfaces.mcp.client import MODERN, connected, on_stdio

SOURCE = """
import asyncio, threading, time

lock = threading.Lock()
pair = threading.Barrier(2)
running, most = 0, 0

def come() -> None:
    global running, most
    with lock:
        running += 1
        most = max(most, running)

def go() -> int:
    global running
    with lock:
        running -= 1
        return most

@app.command
def threaded() -> int:
    come()
    pair.wait(30)  # two run at the same time, or nobody gets on
    time.sleep(0.05)  # in which a third would come
    return go()

@app.command
async def awaited() -> int:
    come()
    await asyncio.to_thread(pair.wait, 30)
    await asyncio.sleep(0.05)
    return go()
"""


@pytest.mark.parametrize("mode", ["legacy", MODERN])
@pytest.mark.parametrize("tool", ["threaded", "awaited"])
def test_no_more_calls_run_at_once_than_the_limit_says(run_app: RunApp, tool: str, mode: str) -> None:
    app = run_app.write(SOURCE)
    with connected(lambda: on_stdio(app, env={"TOOLI_MCP_CONCURRENCY": "2"}), mode) as client:

        async def ten() -> list[Any]:
            return await asyncio.gather(*(client.client.call_tool(tool, {}) for _ in range(10)))

        told = client.portal.call(ten)
    counts = [answer.structured_content["result"] for answer in told]
    assert (len(counts), max(counts)) == (10, 2)
