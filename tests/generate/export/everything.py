"""An app with every type of param, and every way a command can run or fail.

It stands alone: it is copied to where it is exported, and run in the environments of frameworks.
"""

import datetime
import enum
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar
from uuid import UUID

from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from tooli import Option, SecretInput, StdinOr, Tooli
from tooli.annotations import Destructive, ReadOnly
from tooli.errors import NotFoundError, Suggestion

T = TypeVar("T")
app = Tooli("everything", "One of every kind", version="2.1.0")


class Color(enum.Enum):
    red = "r"
    blue = "b"


class User(BaseModel):
    name: str
    nick: str | None = None
    age: int = 3


class Box(BaseModel, Generic[T]):
    content: T


class Node(BaseModel):
    value: int
    children: "list[Node]" = []
    by_name: "dict[str, Node]" = {}


class Cat(BaseModel):
    kind: Literal["cat"]
    home: tuple[float, float] | None = None


class Dog(BaseModel):
    kind: Literal["dog"]
    names: dict[str, int] = {}


@dataclass
class Point:
    x: int
    y: int = 0


class Place(TypedDict, total=False):
    name: str
    lat: float


class Pair(NamedTuple):
    left: int
    right: str = "r"


Pet = Annotated[Cat | Dog, Field(discriminator="kind")]
KINDS: list[tuple[str, Any, Any]] = [
    ("text", str, "-a 'b' \"c\" $HOME ü\nd"),
    ("whole", int, -3),
    ("real", float, 1.5),
    ("truth", bool, True),
    ("path", Path, "a/b c"),
    ("color", Color, "r"),
    ("literal", Literal["a", 1, None], 1),
    ("perhaps", int | None, 4),
    ("either", int | str, "x"),
    ("list", list[int], [1, 2]),
    ("set", set[int], [1, 2]),
    ("tuple", tuple[int, ...], [1, 2]),
    ("fixed", tuple[int, str], [1, "a"]),
    ("map", dict[str, int], {"a": 1, "b=": 2}),
    ("colors", dict[Color, list[str]], {"r": ["x", "y"]}),
    ("maps", dict[str, dict[str, int]], {"a": {"b": 1}}),
    ("moment", datetime.datetime, "2026-01-02T03:04:05"),
    ("date", datetime.date, "2026-01-02"),
    ("time", datetime.time, "03:04:05"),
    ("duration", datetime.timedelta, "PT1H30M"),
    ("uuid", UUID, "12345678-1234-5678-1234-567812345678"),
    ("decimal", Decimal, "1.50"),
    ("bytes", bytes, "aGk="),
    ("place", Place, {"name": "x", "lat": 1.5}),
    ("point", Point, {"x": 1}),
    ("user", User, {"name": "Ann", "nick": "a"}),
    ("users", list[User], [{"name": "Ann"}, {"name": "Bo", "age": 4}]),
    ("box", Box[tuple[int, str]], {"content": [1, "a"]}),
    ("node", Node, {"value": 1, "children": [{"value": 2}]}),
    ("pet", Pet, {"kind": "cat", "home": [1.5, 2.0]}),
    ("pets", list[Pet], [{"kind": "cat"}, {"kind": "dog", "names": {"a": 1}}]),
    ("pair", Pair, [1, "b"]),
    ("limited", Annotated[int, Field(gt=0, le=9)], 9),
    ("pattern", Annotated[str, Field(min_length=1, pattern="^(?:b|a)")], "ab"),
    ("few", Annotated[list[int], Field(max_length=3)], [3]),
]
"""Name, type, and a value as JSON."""
EMPTY: list[Any] = [None, [], {}]


def _taking(kind: Any) -> Any:
    def take(value: Any) -> Any:
        """Take a value and give it back."""
        return value

    take.__annotations__ = {"value": kind, "return": kind}
    return take


for _name, _kind, _ in KINDS:
    app.command(f"take-{_name}", annotations=ReadOnly)(_taking(_kind))


@app.command(annotations=ReadOnly)
def defaults(
    where: Path = Path("x"),
    color: Color = Color.blue,
    tags: Annotated[list[str], Option(help="Words")] = ["a"],  # noqa: B006
    loud: bool = False,
    quiet: Annotated[bool, Option("--quiet-one")] = False,
    level: Annotated[int, Option("-l", count=True)] = 0,
    maybe: bool | None = None,
    number: int | None = 5,
    config: str = "c",
    since: datetime.date = datetime.date(2026, 1, 2),
) -> dict[str, Any]:
    """Say what it was given."""
    given: list[Any] = [str(where), color.value, tags, loud, quiet, level, maybe, number, config]
    return {"given": given, "since": since}


@app.command(annotations=ReadOnly)
def nothing(
    number: int | None = 5,
    tags: list[str] | None = ["a"],  # noqa: B006
    mode: Literal["a", None] = "a",
    names: list[str] = ["x"],  # noqa: B006
    pairs: dict[str, int] = {"a": 1},  # noqa: B006
    user: User | None = User(name="Ann"),  # noqa: B008
) -> list[Any]:
    """Say what it was given, which may be nothing."""
    return [number, tags, mode, names, pairs, user]


@app.command("import", annotations=ReadOnly)
def import_(*files: str, tool: str = "t") -> list[str]:
    r"""Import files, such as C:\new or a \"quoted\" one.

    When to be careful: the second paragraph is a long one, which does not fit on a line that is as wide as
    most people's lines are.
    """
    return [*files, tool]


@app.command(annotations=ReadOnly)
def read(source: StdinOr[str], password: SecretInput[str]) -> list[Any]:
    """Read data and a secret."""
    return [source.read(), len(password.reveal())]


@app.command(annotations=ReadOnly)
async def later(text: str = "x") -> str:
    """Answer from async code."""
    return text * 2


@app.command(annotations=ReadOnly)
def count(stop: Annotated[int, Option(min=0)] = 3) -> Iterator[int]:
    """Count up."""
    yield from range(stop)


@app.command(annotations=ReadOnly)
async def count_later(stop: int = 3) -> AsyncIterator[dict[str, int]]:
    """Count up in async code."""
    for number in range(stop):
        yield {"number": number}


@app.command(annotations=ReadOnly)
def find(name: str) -> str:
    """Find a thing, of which there is one."""
    if name != "thing":
        raise NotFoundError(f"there is no {name}", field="name", suggestion=Suggestion("Use thing."))
    return "found"


@app.command(annotations=ReadOnly)
def crash() -> None:
    """Fail for no reason."""
    raise RuntimeError("boom")


@app.command(annotations=Destructive)
def remove(name: str) -> str:
    """Remove a thing."""
    return f"removed {name}"


@app.command(requires_approval=True)
def launch(what: str) -> str:
    """Launch something."""
    return f"launched {what}"


db = app.group("db", "A group")


@db.command(annotations=ReadOnly)
def migrate(version: int = 1) -> int:
    """Migrate."""
    return version


if __name__ == "__main__":
    app()
