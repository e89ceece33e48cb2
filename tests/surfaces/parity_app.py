"""The app of the parity suite: one command for each behaviour that must be the same everywhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal
from uuid import uuid4

from pydantic import BaseModel

from tooli import (
    AgentContext,
    Argument,
    Depends,
    Exit,
    Option,
    Page,
    Tooli,
    dry_run_support,
    one_of,
    record_dry_action,
)
from tooli.annotations import Destructive, ReadOnly
from tooli.errors import ConflictError, NotFoundError, Suggestion


class Color(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass
class Address:
    street: str
    zip: int


class LockedError(Exception):
    """Raised by the app's own code."""


@dataclass
class Basket:
    names: list[str] = field(default_factory=list)


class Shelf(BaseModel):
    names: list[str] = []


class Panic(BaseException):
    """As the panic of an extension written in Rust."""


def numbers() -> Iterator[list[int]]:
    yield [1, 2, 3]


app = Tooli(name="parity", version="2.1.0", env_prefix="PARITY")
app.map_error(LockedError, code="E3002", exit_code=20, suggestion="Wait until it is unlocked.")
db = app.group("db", help="Database commands")


@app.command()
def echo(text: str, times: int = 1, loud: bool = False) -> dict[str, Any]:
    """Say a text."""
    return {"text": (text.upper() if loud else text) * times}


@app.command()
def typed(
    when: date,
    price: Decimal,
    color: Color = Color.RED,
    mode: Literal["fast", "slow"] = "fast",
    tags: Annotated[list[str], Option()] = [],  # noqa: B006 - never changed
    sizes: Annotated[dict[str, int], Option()] = {},  # noqa: B006 - never changed
    address: Annotated[Address | None, Option()] = None,
) -> dict[str, Any]:
    """Give back values of many types."""
    values = {"when": when, "price": price, "color": color, "mode": mode}
    return {**values, "tags": tags, "sizes": sizes, "address": address}


@app.command()
def bounded(count: Annotated[int, Argument(min=1, max=5)]) -> int:
    """Take a number from one to five."""
    return count


@app.command()
def existing(path: Annotated[Path, Argument(exists=True)]) -> str:
    """Take a path that exists."""
    return path.name


@app.command()
async def later(text: str) -> str:
    """Say a text from async code."""
    await asyncio.sleep(0)
    return text


@app.command()
def count(to: int, fail_at: int = -1) -> Iterator[dict[str, int]]:
    """Count."""
    for number in range(to):
        if number == fail_at:
            raise ConflictError(f"cannot count to {number}")
        yield {"number": number}


@app.command()
async def acount(to: int) -> AsyncIterator[int]:
    """Count in async code."""
    for number in range(to):
        yield number


@app.command(annotations=Destructive)
def wipe(name: str) -> str:
    """Destroy something."""
    return f"{name} is gone"


@app.command(annotations=Destructive)
def plan(name: str, ctx: AgentContext) -> dict[str, Any]:
    """Destroy something, or say what would be destroyed."""
    return {"name": name, "done": not ctx.dry_run}


@app.command(annotations=ReadOnly)
def missing(name: str) -> None:
    """Look for something that is not there."""
    raise NotFoundError(
        f"no {name}",
        code="E3001",
        field="name",
        suggestion=Suggestion("Use another name.", arguments={"name": "x"}),
    )


@app.command()
def broken(kind: str) -> None:
    """Fail in one of many ways."""
    failures: dict[str, BaseException] = {
        "value": ValueError("bad value"),
        "file": FileNotFoundError(2, "No such file or directory", "x.txt"),
        "permission": PermissionError(13, "Permission denied", "x.txt"),
        "connection": ConnectionRefusedError(111, "Connection refused"),
        "timeout": TimeoutError("too slow"),
        "unicode": UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
        "locked": LockedError("it is locked"),
        "exit": Exit(7),
        "system-exit": SystemExit(9),
        "panic": Panic("rust panicked"),
        "cancelled": asyncio.CancelledError(),
    }
    raise failures[kind]


@app.command()
def collect(
    name: str,
    kind: str,
    names: list[str] = [],  # noqa: B006 - a default that can be changed is what it is about
    table: dict[str, int] = {},  # noqa: B006
    basket: Basket = Basket(),  # noqa: B008
    shelf: Shelf = Shelf(),  # noqa: B008
) -> list[str]:
    """Put a name into a default."""
    if kind == "dict":
        table[name] = 1
        return list(table)
    inside = {"list": names, "class": basket.names, "model": shelf.names}[kind]
    inside.append(name)
    return inside


@app.command(annotations=Destructive)
def answered(name: str, yes: bool = False) -> list[str | bool]:
    """Destroy something that is asked for a yes itself."""
    return [name, yes]


@app.command()
async def abroken(kind: str) -> None:
    """Fail in async code, in ways that could end more than a call."""
    if kind == "panic":
        raise Panic("rust panicked")
    task = asyncio.create_task(asyncio.sleep(9))
    task.cancel()
    await task


@app.command(constraints=[one_of("left", "right")])
def side(left: str = "", right: str = "") -> str:
    """Choose a side."""
    return left or right


@app.command()
def injected(factor: int, values: Annotated[list[int], Depends(numbers)]) -> list[int]:
    """Multiply what a dependency gives."""
    return [factor * value for value in values]


@app.command()
def odd(kind: str) -> Any:
    """Return values that JSON does not have."""
    return {"nan": float("nan"), "set": {3, 1, 2}, "bytes": b"\x00\xff", "path": Path("a/b")}[kind]


@app.command()
def opaque() -> object:
    """Return what cannot be told."""
    return object()


@db.command()
def migrate(target: str = "latest") -> dict[str, Any]:
    """Migrate."""
    return {"target": target}


@app.command(annotations=Destructive)
@dry_run_support
def erase(names: list[str]) -> list[str]:
    """Erase, or plan it."""
    return [f"erased {name}" for name in names if not record_dry_action("erase", name, before=name)]


@app.command(annotations=Destructive)
@dry_run_support
async def erase_async(names: list[str]) -> list[str]:
    """Erase later, or plan it."""
    await asyncio.sleep(0)
    return [f"erased {name}" for name in names if not record_dry_action("erase", name, before=name)]


@app.command(annotations=Destructive)
@dry_run_support
def erase_each(names: list[str]) -> Iterator[str]:
    """Erase one by one, or plan it."""
    for name in names:
        if not record_dry_action("erase", name, before=name):
            yield f"erased {name}"


@app.command(name="seek", version="1.2", deprecated=True)
def seek_shallow(pattern: str) -> str:
    """Seek at the surface."""
    return f"shallow {pattern}"


@app.command(name="seek", version="2.0")
def seek(pattern: str, depth: int = 1) -> str:
    """Seek."""
    return f"{depth} deep {pattern}"


@app.command(name="seek", version="1.10", deprecated="use seek --depth 3")
def seek_deep(pattern: str) -> str:
    """Seek deep."""
    return f"deep {pattern}"


@app.command(capabilities=["state:mutate"])
def ticket(to: str) -> str:
    """Make a ticket, another one every time."""
    return f"{to} {uuid4()}"


@app.command(paginated=True)
def shelf(
    kind: str = "book",
    limit: Annotated[int, Option(min=1, max=5)] = 3,
    cursor: int | None = None,
) -> Page[dict[str, Any]]:
    """Give what stands on a shelf, by pages of its own."""
    start = cursor or 0
    items = [{"kind": kind, "place": place} for place in range(start, min(start + limit, 7))]
    return Page(items, start + limit if start + limit < 7 else None, total=7)


@app.command(paginated=True)
async def drawers(cursor: str | None = None) -> Page[int]:
    """Give numbers, by pages nobody else can choose."""
    return Page([1, 2, 3], {"after": 3}) if cursor is None else Page([4], None)


@app.command(pipe_input="names")
def greet(names: list[str]) -> list[str]:
    """Greet everybody."""
    return [f"hello {name}" for name in names]


@app.middleware
def mark(call: Any) -> Any:
    result = yield
    return {**result, "marked": True} if isinstance(result, dict) and "target" in result else result


if __name__ == "__main__":
    app()
