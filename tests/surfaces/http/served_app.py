"""The app of the HTTP tests."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from tooli import AgentContext, Tooli
from tooli.annotations import Destructive, ReadOnly
from tooli.content import Document, File, Image

app = Tooli("served", "An app over HTTP", version="1.2.0")
group = app.group("db", help="Data")
stopped: list[str] = []
begun, visit = threading.Event(), threading.Event()


@app.command()
def add(a: int, b: int) -> int:
    """Add."""
    return a + b


@app.command(annotations=ReadOnly)
def look(name: str = "", tags: list[str] = [], size: dict[str, int] = {}) -> Any:  # noqa: B006 - never changed
    """Give back what was asked for."""
    return [name, tags, size] if tags or size else name


@app.command(annotations=ReadOnly)
def who(ctx: AgentContext) -> list[Any]:
    """Say who calls."""
    return [ctx.caller.principal, list(ctx.auth)]


@app.command(annotations=ReadOnly, capabilities=["fs:read"])
def read(path: Path) -> str:
    """Read a file."""
    return path.read_text()


@app.command(annotations=ReadOnly)
def page() -> File:
    """Give a page of HTML."""
    return Document("<script>alert(1)</script>", media_type="text/html", name='a"b.html')


@app.command(annotations=ReadOnly)
def picture(path: Path | None = None) -> Image:
    """Give an image."""
    return Image(b"\x89PNG\r\n\x1a\n..." if path is None else path)


@app.command(annotations=ReadOnly)
def count(to: int, fail_at: int = -1) -> Iterator[dict[str, int]]:
    """Count."""
    for number in range(to):
        if number == fail_at:
            raise ValueError("enough")
        yield {"number": number}


@app.command(annotations=ReadOnly)
async def forever(mark: str) -> AsyncIterator[int]:
    """Count without an end, and note when somebody stops it."""
    number = 0
    try:
        while True:
            yield number
            number += 1
    finally:
        stopped.append(mark)


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
def sleepy(mark: str, seconds: float = 30.0) -> str:
    """Take long, and note when somebody stops it."""
    try:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(0.01)
    except BaseException:
        stopped.append(mark)
        raise
    return mark


@app.command(annotations=ReadOnly)
def stops() -> list[str]:
    """Say what was stopped."""
    return stopped


@app.command()
async def report(steps: int, ctx: AgentContext) -> str:
    """Report progress."""
    for step in range(1, steps + 1):
        ctx.progress(step, steps, "working")
        ctx.log("a line", level="info")
        await asyncio.sleep(0)
    return "reported"


@app.command(annotations=Destructive)
def wipe(name: str) -> str:
    """Destroy."""
    return f"{name} is gone"


@app.command(auth=["notes:write"])
def write() -> str:
    """Need a scope."""
    return "written"


@app.command()
def process() -> list[int]:
    """Say which process answers, and how many threads it has."""
    return [os.getpid(), threading.active_count()]


@group.command()
def migrate(target: str = "latest") -> str:
    """Migrate."""
    return target


@app.resource("notes://{name}/text", media_type="text/markdown")
def note(name: str) -> str:
    """A note."""
    return f"# {name}"


@app.prompt
def ask(topic: str) -> str:
    """Ask about a topic."""
    return f"Tell me about {topic}"


if __name__ == "__main__":
    app()
