"""One of every type, and the command that takes it, for tests of schemas."""

import datetime
import enum
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypedDict, TypeVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from tooli import Tooli
from tooli.model import Command

T = TypeVar("T")


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


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, int]
    a: int


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
KINDS: list[Any] = [
    str,
    int,
    float,
    bool,
    Path,
    Color,
    Literal["a", 1, None],
    int | None,
    int | str,
    list[int],
    set[int],
    tuple[int, ...],
    tuple[int, str],
    dict[str, int],
    dict[Color, list[str]],
    dict[str, dict[str, int]],
    datetime.datetime,
    datetime.date,
    datetime.time,
    datetime.timedelta,
    UUID,
    Decimal,
    bytes,
    Place,
    Point,
    User,
    list[User],
    Box[tuple[int, str]],
    Node,
    Pet,
    list[Pet],
    Pair,
    Annotated[int, Field(gt=0, le=9)],
    Annotated[str, Field(min_length=1, pattern="^(?:b|a)")],
    Annotated[str, WithJsonSchema({"type": "string", "pattern": "^(?!b)a"})],
    Annotated[list[int], Field(max_length=3)],
    dict[Annotated[str, Field(pattern="^a")], int],
]
LOOSE: list[tuple[Any, str]] = [
    (Any, "value takes any value"),
    (list, "value is an array of anything"),
    (dict, "value is an object of anything"),
    (dict[str, Any], "value is an object of anything"),
    (list[Any], "value is an array of anything"),
    (User | dict, "value is an object of anything"),
    (Open, "value is an object with further properties"),
    (tuple[int, Any], "value[1] takes any value"),
]


def taking(kind: Any, default: Any = ...) -> Callable[..., Any]:
    def take(value: Any) -> Any:
        """Take a value."""
        return value

    take.__annotations__ = {"value": kind, "return": kind}
    if default is not ...:
        take.__defaults__ = (default,)
    return take


def app_of(function: Callable[..., Any], **settings: Any) -> Tooli:
    app = Tooli("demo")
    app.command("take", **settings)(function)
    return app


def command_of(function: Callable[..., Any], **settings: Any) -> Command:
    command = app_of(function, **settings).runtime.catalog.find(("take",))
    assert command is not None
    return command
