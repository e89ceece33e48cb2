"""The shape of each supported type, and types no surface could fill."""

from __future__ import annotations

import collections
import dataclasses
import datetime
import decimal
import enum
import pathlib
import sys
import typing
import uuid
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    NewType,
    NotRequired,
    Optional,
    TypedDict,
    TypeVar,
)

import pytest
from pydantic import BaseModel

from tooli import Tooli
from tooli.errors import DeclarationError
from tooli.model.annotation import read_shape
from tooli.model.rich_types import is_model
from tooli.model.unsupported import UnsupportedTypeError

T = TypeVar("T")
UserId = NewType("UserId", int)


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Point(NamedTuple):
    x: int
    y: int = 0


class Item(TypedDict):
    sku: str
    count: NotRequired[int]


@dataclasses.dataclass
class Node:
    value: int
    children: list[Node]
    _: dataclasses.KW_ONLY
    hint: dataclasses.InitVar[int] = 0
    shared: typing.ClassVar[memoryview | None] = None


class Model(BaseModel):
    name: str


class Box(BaseModel, Generic[T]):
    inner: T


def outline(annotation: Any) -> Any:
    """Return a shape's kinds: `("list", "int")`, or a bare kind without items."""
    return _outline(read_shape(annotation))


def _outline(shape: Any) -> Any:
    return (shape.kind, *map(_outline, shape.items)) if shape.items else shape.kind


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (str, "str"),
        (int, "int"),
        (float, "float"),
        (bool, "bool"),
        (bytes, "bytes"),
        (pathlib.Path, "path"),
        (pathlib.PurePosixPath, "path"),
        (Color, "enum"),
        (Literal["a", 1], "literal"),
        (int | None, ("optional", "int")),
        (Optional[Color], ("optional", "enum")),  # noqa: UP045 - the older spelling is supported
        (int | str, ("union", "int", "str")),
        (int | str | None, ("union", "int", "str", "none")),
        (list[int], ("list", "int")),
        (typing.List[int], ("list", "int")),  # noqa: UP006 - the older spelling is supported
        (typing.List, "list"),  # noqa: UP006 - the older spelling is supported
        (typing.Tuple, "tuple"),  # noqa: UP006 - the older spelling is supported
        (list, "list"),
        (dict, "dict"),
        (set, "set"),
        (tuple, "tuple"),
        (set[str], ("set", "str")),
        (frozenset[str], ("frozenset", "str")),
        (tuple[int, ...], ("tuple", "int")),
        (tuple[int, str], ("fixed", "int", "str")),
        (Sequence[int], ("list", "int")),
        (Iterable[int], ("list", "int")),
        (Collection[int], ("list", "int")),
        (Set[int], ("frozenset", "int")),
        (dict[str, int], ("dict", "str", "int")),
        (Mapping[str, int], ("dict", "str", "int")),
        (collections.deque[int], ("list", "int")),
        (collections.Counter[str], ("dict", "str", "int")),
        (collections.OrderedDict[str, int], ("dict", "str", "int")),
        (datetime.date, "date"),
        (datetime.datetime, "datetime"),
        (datetime.time, "time"),
        (datetime.timedelta, "timedelta"),
        (uuid.UUID, "uuid"),
        (decimal.Decimal, "decimal"),
        (None, "none"),
        (Any, "any"),
        (object, "any"),
        (Item, "model"),
        (Point, "model"),
        (Node, "model"),
        (Model, "model"),
        (Box[int], "model"),
        (list[Model], ("list", "model")),
        (dict[str, list[int]], ("dict", "str", ("list", "int"))),
        (UserId, "int"),
        (Annotated[int, "a note"], "int"),
    ],
    ids=str,
)
def test_a_type_has_its_shape(annotation: Any, expected: Any) -> None:
    assert outline(annotation) == expected


def test_choices_are_the_values_as_they_are_written() -> None:
    assert read_shape(Color).choices == ("red", "blue")
    assert read_shape(Literal["a", 1]).choices == ("a", 1)


def test_types_that_pydantic_has_to_make_are_not_simple() -> None:
    simple: dict[Any, bool] = {
        str: True,
        list[int]: True,
        dict[str, list[int]]: True,
        Sequence[int]: True,
        Color: True,
    }
    rich: dict[Any, bool] = {
        collections.deque[int]: False,
        int | str: False,
        Model: False,
        list[Model]: False,
        Item: False,
    }
    assert {annotation: read_shape(annotation).simple for annotation in {**simple, **rich}} == {
        **simple,
        **rich,
    }


def test_any_iterable_is_read_as_a_list() -> None:
    assert read_shape(Iterable[int]).annotation == list[int]
    assert read_shape(Collection[int]).annotation == list[int]


def test_metadata_inside_a_container_is_kept_with_its_item() -> None:
    shape = read_shape(list[Annotated[int, "positive"]])
    assert shape.items[0].metadata == ("positive",)
    assert not shape.simple


def test_metadata_that_cannot_be_hashed_does_no_harm() -> None:
    assert read_shape(Annotated[int, ["a", "list"]]).kind == "int"


def test_classes_with_named_fields_are_models() -> None:
    assert all(map(is_model, (Item, Point, Node, Model)))
    assert not any(map(is_model, (int, Color, tuple)))


class Postponed(TypedDict, total=False):
    when: datetime.date
    again: Postponed


def test_postponed_fields_of_a_typed_dict_are_accepted() -> None:
    assert read_shape(Postponed).kind == "model"


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax came with Python 3.12")
def test_type_statements_are_followed_and_recursive_ones_left_to_pydantic() -> None:
    scope: dict[str, Any] = {}
    exec("type Numbers = list[int]\ntype Json = int | list[Json] | dict[str, Json]", scope)
    assert outline(scope["Numbers"]) == ("list", "int")
    assert outline(scope["Json"]) == "rich"


def test_aliases_of_typing_extensions_are_followed() -> None:
    from typing_extensions import TypeAliasType

    assert outline(TypeAliasType("Numbers", list[int])) == ("list", "int")
    assert outline(TypeAliasType("Json", "int | list[Json]")) == "rich"  # noqa: F821 - recursive on purpose


class Unknown:
    """A class pydantic knows nothing about."""


@dataclasses.dataclass
class Holder:
    things: Unknown


Holder.__dataclass_fields__["things"].type = Unknown


@pytest.mark.parametrize(
    ("annotation", "reason"),
    [
        (Unknown, "Unknown is not a supported type; give the param a parser="),
        (list[Unknown], "Unknown is not a supported type"),
        (Unknown | None, "Unknown is not a supported type"),
        (memoryview, "memoryview is not a supported type"),
        (enum.Enum("Nothing", []), "Nothing has no members"),
        (Callable[[], int], "Callable cannot be an input"),
        (Iterator[int], "Iterator cannot be an input"),
        (AsyncIterator[int], "AsyncIterator cannot be an input"),
        (Iterator, "Iterator cannot be an input; use list"),
        (Holder, "Holder.things: Unknown is not a supported type"),
    ],
    ids=str,
)
def test_a_type_no_surface_could_fill_is_refused(annotation: Any, reason: str) -> None:
    with pytest.raises(UnsupportedTypeError, match=reason.replace(".", r"\.")):
        read_shape(annotation)


def test_an_unsupported_type_is_refused_where_it_is_declared_naming_command_and_param() -> None:
    app = Tooli(name="app")

    def ship(what: str, how: Unknown) -> None: ...

    with pytest.raises(DeclarationError, match="ship: param 'how': Unknown is not a supported type"):
        app.command()(ship)
