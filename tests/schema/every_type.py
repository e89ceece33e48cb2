"""One of every type, and the command that takes it, for tests of schemas."""

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from tests.generate.export.everything import KINDS as SHOWN
from tests.generate.export.everything import Box, Cat, Color, Dog, Node, Pair, Pet, Place, Point, User

from tooli import Tooli
from tooli.model import Command

__all__ = ["Box", "Cat", "Color", "Dog", "Node", "Pair", "Pet", "Place", "Point", "User"]


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, int]
    a: int


KINDS: list[Any] = [
    *(kind for _, kind, _ in SHOWN),
    Annotated[str, WithJsonSchema({"type": "string", "pattern": "^(?!b)a"})],
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
