"""An app with a command for every type, each giving back what it takes, and for every kind of result."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from tooli import AgentContext, Argument, Option, StdinOr, Tooli, one_of, requires
from tooli.annotations import Destructive, ReadOnly
from tooli.content import File

sys.path.insert(0, str(Path(__file__).parents[3]))
from tests.schema.every_type import KINDS, LOOSE, taking

app = Tooli("typed", "Every type", version="1.0.0")
for number, kind in enumerate([*KINDS, *(loose for loose, _ in LOOSE)]):
    reads: dict[str, Any] = {"annotations": ReadOnly} if number % 3 == 0 else {}
    app.command(f"take-{number}", **reads)(taking(kind))
    app.command(f"may-take-{number}")(taking(kind | None if kind is not Any else Any, None))


@app.command(annotations=ReadOnly)
def count(to: Annotated[int, Argument(min=0, max=50)] = 3) -> Iterator[dict[str, int]]:
    """Count."""
    for item in range(to):
        yield {"number": item, "square": item * item}


@app.command(annotations=Destructive, auth=["wipe"])
def wipe(name: str, ctx: AgentContext) -> dict[str, Any]:
    """Destroy, or say what would be destroyed."""
    return {"name": name, "done": not ctx.dry_run}


@app.command(constraints=[one_of("left", "right"), requires("left", "depth")])
def sides(
    left: str = "",
    right: str = "",
    depth: Annotated[int | None, Option(min=1)] = None,
    both: Annotated[list[str], Option()] = [],  # noqa: B006 - never changed
) -> list[str]:
    """Choose a side."""
    return [left, right, str(depth), *both]


@app.command(annotations=ReadOnly)
def draw(text: str = "hi") -> File:
    """Give a file."""
    return File(text.encode("utf-8", "replace"), media_type="text/plain", name="hi.txt")


@app.command(annotations=ReadOnly)
def lines(data: StdinOr[str]) -> int:
    """Count the lines of a file."""
    return len(data.text().splitlines())


@app.prompt
def review(code: str, style: str = "short") -> str:
    """Ask for a review."""
    return f"Review in {style} style: {code}"


if __name__ == "__main__":
    app()
