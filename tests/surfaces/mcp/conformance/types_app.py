"""An app with a command for every type there is: each takes a value and gives it back."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

sys.path.insert(0, str(Path(__file__).parents[4]))

from tests.schema.every_type import KINDS, LOOSE, User, taking

from tooli import Audio, File, Image, Option, StdinOr, Tooli

app = Tooli("types", "One command for every type", "1.0.0")
for number, kind in enumerate((*KINDS, *(loose for loose, _ in LOOSE))):
    app.command(f"take-{number}")(taking(kind))
    app.command(f"maybe-{number}")(taking(kind | None if kind is not None else None, None))


@app.command
def pair(left: int, right: Annotated[str, Option(help="The other")] = "r", *rest: str) -> dict[str, object]:
    """Take several values."""
    return {"left": left, "right": right, "rest": rest}


@app.command
def stream(to: int) -> Iterator[User]:
    """Give items one by one."""
    for number in range(to):
        yield User(name=f"user {number}")


@app.command
def read(source: StdinOr[str]) -> str:
    """Take data, or where it is."""
    return str(source)


@app.command
def image() -> Image:
    """Give an image."""
    return Image(b"\x89PNG\r\n\x1a\n")


@app.command
def audio() -> Audio:
    """Give a sound."""
    return Audio(b"ID3")


@app.command
def file() -> File:
    """Give a file."""
    return File(b"\x00", name="a.bin")


@app.command
def nothing() -> None:
    """Give nothing."""


if __name__ == "__main__":
    app()
