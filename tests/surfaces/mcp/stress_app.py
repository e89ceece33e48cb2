"""The app that is called ten thousand times: quick, slow, sync, async, failing and streaming commands."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tooli import AgentContext, ToolError, Tooli

app = Tooli("stressed", version="1.0.0")
running = {"now": 0}


@app.command
def add(a: int, b: int) -> int:
    """Add."""
    return a + b


@app.command
def echo(text: str, times: int = 1) -> dict[str, Any]:
    """Repeat."""
    return {"text": text * times}


@app.command
async def wait(seconds: float, token: str) -> str:
    """Wait without a thread."""
    running["now"] += 1
    try:
        await asyncio.sleep(seconds)
    finally:
        running["now"] -= 1
    return token


@app.command
def block(seconds: float, token: str, ctx: AgentContext) -> str:
    """Wait in a thread, as long as anybody is interested."""
    running["now"] += 1
    try:
        end = time.monotonic() + seconds
        while time.monotonic() < end and not ctx.cancelled:
            time.sleep(0.005)
            ctx.progress(1, 2)
    finally:
        running["now"] -= 1
    return token


@app.command
def count(to: int) -> Iterator[int]:
    """Count."""
    yield from range(to)


@app.command
def fail(token: str) -> str:
    """Fail."""
    raise ToolError(f"failed {token}", code="E3007")


@app.command
def state() -> dict[str, int]:
    """Say how much memory is used, and what still runs."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {"kilobytes": pages * 4, "running": running["now"]}


if __name__ == "__main__":
    app()
