"""The app of the tests of resources and prompts."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal

from tooli import AgentContext, Image, Option, Tooli
from tooli.annotations import ReadOnly
from tooli.content import File
from tooli.errors import NotFoundError
from tooli.message import Message

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 8
app = Tooli("offered", "Things to read and to say", "1.0.0")


class Style(Enum):
    SHORT = "short"
    LONG = "long"
    SHOUTED = "shouted"


@app.resource("notes://all", title="Every note", audience=["user"], priority=0.5)
def every() -> dict[str, int]:
    """All notes and their sizes."""
    return {"a": 1}


@app.resource("notes://{id}/text", media_type="text/markdown")
async def note(id: int, kind: Literal["long", "short"] = "short") -> str:
    """One note."""
    if id > 99:
        raise NotFoundError(f"no note {id}", code="E3004", field="id")
    return f"# note {id} {kind}"


@app.resource("notes://{id}/picture/{size}", media_type="image/png")
def picture(id: int, size: Literal["small", "large"]) -> bytes:
    return PNG + bytes([id]) + size.encode()


@app.resource("notes://lines")
def lines() -> Iterator[str]:
    yield "one\n"
    yield "two\n"


@app.resource("notes://gone")
def gone() -> File:
    return File("no/such/file.txt")


@app.resource("notes://private", hidden=True)
def private() -> str:
    return "hidden"


@app.resource("notes://asked")
async def asked(ctx: AgentContext) -> str:
    answer = await ctx.aelicit("Which?", int)
    return f"number {answer}"


@app.prompt(title="Summarise")
def summarise(
    topic: Annotated[str, Option(help="What it is about")],
    style: Style = Style.SHORT,
    loud: bool = False,
    where: Path | None = None,
    tags: list[Style] | None = None,
) -> str:
    """Summarise a topic."""
    return f"{topic} {style.value} {loud} {where} {[tag.value for tag in tags or ()]}"


@app.prompt
def look() -> list[Any]:
    return [
        Image(PNG),
        Message("A cat?", role="assistant"),
        File(b"x", media_type="text/plain", uri="notes://1/text"),
    ]


@app.prompt
async def ask_first(ctx: AgentContext) -> str:
    return f"go {await ctx.aconfirm('Go on?', critical=True)}"


@app.command(annotations=ReadOnly)
def touch(uri: str, ctx: AgentContext) -> str:
    """Say that a resource has new data."""
    ctx.updated(uri)
    return "told"


many = app.group("many")
for number in range(600):
    many.resource(f"many://{number}", name=f"number-{number}")(lambda: "x")
    many.prompt(f"say-{number}")(lambda: "x")

if __name__ == "__main__":
    app()
