"""The app of these tests: one command for each thing a server does."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from tooli import AgentContext, Option, ToolError, Tooli
from tooli.annotations import Destructive, Idempotent, ReadOnly
from tooli.content import Audio, Document, File, Image

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 8
app = Tooli(name="served", version="3.0.0", description="Things a server does.", env_prefix="SERVED")
hall = threading.Barrier(16)
begun, visit = threading.Event(), threading.Event()
seen: dict[str, int] = {"runs": 0}
ended: dict[str, threading.Event] = {}


@app.command(annotations=ReadOnly | Idempotent, capabilities=["fs:read"], cost_hint="low", title="Add up")
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@app.command()
def noisy() -> str:
    """Print where nobody should see it."""
    print("stray")
    sys.stdout.flush()
    os.write(1, b"raw\n")
    subprocess.run([sys.executable, "-c", "print('child')"], check=True)
    return "done"


@app.command()
def rows(count: int) -> list[dict[str, int]]:
    """Give rows."""
    return [{"number": number, "square": number * number} for number in range(count)]


@app.command()
def stream(count: int) -> Iterator[int]:
    """Give numbers one by one."""
    yield from range(count)


@app.command()
async def busy() -> AsyncIterator[int]:
    """Count without a pause until somebody else comes, and for no longer than half a minute."""
    visit.clear()
    begun.set()
    end = time.monotonic() + 30
    number = 0
    while number < 2 or not visit.is_set():
        yield number
        number += 1
        time.sleep(0.001)  # blocks as a computation would; the answer stays small
        if time.monotonic() > end:
            raise TimeoutError("nobody came")


@app.command()
def come() -> str:
    """Come while another one is busy."""
    assert begun.wait(30)
    begun.clear()
    visit.set()
    return "came"


@app.command()
def picture() -> Image:
    """Draw."""
    return Image(PNG)


@app.command()
def sound() -> Audio:
    """Sing."""
    return Audio(b"RIFF....WAVE", media_type="audio/wav")


@app.command()
def page(name: str = "notes.txt", text: str = "hello") -> File:
    """Write a page."""
    return File(text.encode(), name=name)


@app.command()
def blob() -> File:
    """Give bytes."""
    return File(b"\x00\x01", name="data.bin")


@app.command()
def letter() -> Document:
    """Write a letter."""
    return Document("# Dear", media_type="text/markdown")


@app.command()
def mixed() -> list[Any]:
    """Give several things."""
    return ["see", Image(PNG), {"n": 1}]


@app.command()
def fail(code: str = "E3001") -> None:
    """Fail."""
    raise ToolError("it failed", code=code, field="code", details={"why": "asked"})


@app.command()
def choose(mode: Literal["fast", "slow"]) -> str:
    """Choose."""
    return mode


@app.command()
def gather() -> int:
    """Wait until sixteen callers have come."""
    return hall.wait(20)


@app.command()
def report(ctx: AgentContext, steps: int = 3) -> str:
    """Report how far it is."""
    for step in range(steps):
        ctx.progress(step + 1, steps, f"step {step + 1}")
        ctx.log("working", level="warning" if step else "debug", step=step)
    return "reported"


@app.command()
def who(ctx: AgentContext) -> dict[str, Any]:
    """Say who calls."""
    return {"id": ctx.caller.caller_id, "version": ctx.caller.caller_version, "agent": ctx.caller.is_agent}


@app.command()
def hang(name: str, ctx: AgentContext) -> str:
    """Run until the caller gives up."""
    event = ended.setdefault(name, threading.Event())
    ctx.progress(1)
    try:
        while True:
            event.wait(0.01)
    finally:
        seen[name] = 1 if ctx.cancelled else 2
        event.set()


@app.command()
async def ahang(name: str, ctx: AgentContext) -> str:
    """Run until the caller gives up, in async code; clean-up takes a moment."""
    event = ended.setdefault(name, threading.Event())
    ctx.progress(1)
    try:
        await asyncio.Event().wait()
    finally:
        await asyncio.sleep(0.01)
        seen[name] = 1 if ctx.cancelled else 2
        event.set()
    return ""


@app.command()
def was_ended(name: str) -> int:
    """Say how a call that hung has ended."""
    assert ended.setdefault(name, threading.Event()).wait(20)
    return seen[name]


@dataclass
class Trip:
    """What is asked for."""

    city: str
    days: int = 2
    kind: Literal["work", "fun"] = "fun"


@app.command()
def book(ctx: AgentContext) -> dict[str, Any]:
    """Ask for a trip, in sync code."""
    seen["runs"] += 1
    runs = seen["runs"]
    trip = ctx.elicit("Where to?", Trip)
    if trip is None:
        return {"booked": False, "again": seen["runs"] - runs}
    sure = ctx.confirm(f"Go to {trip.city}?")
    return {"booked": sure, "city": trip.city, "days": trip.days, "again": seen["runs"] - runs}


@app.command()
async def abook(ctx: AgentContext) -> dict[str, Any]:
    """Ask for a trip, in async code."""
    seen["runs"] += 1
    runs = seen["runs"]
    trip = await ctx.aelicit("Where to?", Trip)
    if trip is None:
        return {"booked": False, "again": seen["runs"] - runs}
    sure = await ctx.aconfirm(f"Go to {trip.city}?")
    return {"booked": sure, "city": trip.city, "days": trip.days, "again": seen["runs"] - runs}


@app.command()
async def together(ctx: AgentContext) -> list[Any]:
    """Ask for two things at once."""
    return list(
        await asyncio.gather(ctx.aelicit("One?", int, key="one"), ctx.aelicit("Two?", int, key="two"))
    )


@app.command()
async def blocking(ctx: AgentContext) -> bool:
    """Ask as sync code does, where that cannot be."""
    return ctx.confirm("Really?")


@app.command()
def critical(ctx: AgentContext) -> bool:
    """Ask what nobody may answer for a person."""
    return ctx.confirm("Really?", critical=True)


@app.command()
def agree(ctx: AgentContext) -> bool:
    """Ask what an agent may answer."""
    return ctx.confirm("Really?")


@app.command()
def think(ctx: AgentContext) -> str:
    """Let the caller's model speak."""
    return ctx.sample("Say something.", system="Be short.", max_tokens=9)


@app.command()
def where(ctx: AgentContext) -> list[str]:
    """Say where the caller works."""
    return ctx.roots()


@app.command(annotations=Destructive)
def wipe(name: str) -> str:
    """Destroy."""
    return f"{name} is gone"


@app.command(timeout=0.2)
def slow() -> None:
    """Take too long."""
    threading.Event().wait(30)


@app.command()
def named(times: int, key: Annotated[str, Option(envvar="SERVED_DECLARED")] = "none") -> str:
    """Take what variables give."""
    return key * times


@app.command()
def place(path: Path) -> str:
    """Take a path."""
    return path.name


@app.command(hidden=True)
def secret_door() -> str:
    """Be there without being seen."""
    return "open"


if __name__ == "__main__":
    app()
