"""What a schema says of results: what the encoder writes."""

import datetime
import enum
from collections.abc import AsyncIterator, Generator, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field, computed_field
from tests.schema.echoed import app_of, command_of, valid

from tooli.execute import CallOptions
from tooli.schema.json_schema import output_schema

TEXT, INTEGER, NULL = {"type": "string"}, {"type": "integer"}, {"type": "null"}


class Color(enum.Enum):
    red = "r"
    blue = "b"


class Node(BaseModel):
    value: int
    children: "list[Node]" = []


STREAMS: list[tuple[Any, dict[str, Any]]] = [
    (Iterator[int], {"type": "array", "items": INTEGER, "x-stream": True}),
    (
        Generator[Color, None, None],
        {"type": "array", "items": {**TEXT, "enum": ["r", "b"]}, "x-stream": True},
    ),
    (AsyncIterator[str], {"type": "array", "items": TEXT, "x-stream": True}),
    (Iterator, {"type": "array", "x-stream": True}),
]


@pytest.mark.parametrize(("returns", "expected"), STREAMS)
def test_streams_are_arrays_that_say_so(returns: Any, expected: dict[str, Any]) -> None:
    def produce() -> Any:
        yield 1

    produce.__annotations__ = {"return": returns}
    assert output_schema(command_of(produce)) == expected


def test_a_stream_of_recursive_items_keeps_its_definitions() -> None:
    def produce() -> Iterator[Node]:
        yield Node(value=1)

    schema = output_schema(command_of(produce))
    assert schema["items"] == {"$ref": "#/$defs/Node"}
    valid(schema).validate([{"value": 1, "children": []}])


class Opaque:
    """A class that pydantic knows nothing about."""


class Aliased(BaseModel):
    model_config = ConfigDict(serialize_by_alias=True)
    own_name: int = Field(default=1, alias="ownName")


class Rich(BaseModel):
    inner: Aliased = Field(default_factory=lambda: Aliased(ownName=2), alias="theInner")
    price: Decimal = Decimal("1E+3")
    wait: datetime.timedelta = datetime.timedelta(days=400, seconds=1)
    data: bytes = b"\xff"
    tags: set[str] = {"b", "a"}
    path: Path = Path("x")
    hidden: str = Field(default="x", exclude=True)

    @computed_field  # type: ignore[prop-decorator] # as pydantic documents it
    @property
    def twice(self) -> int:
        """Return a computed value."""
        return 2


@dataclass
class Holder:
    rich: Rich = field(default_factory=Rich)
    moment: datetime.datetime = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)


def test_the_output_schema_follows_the_encoder() -> None:
    def show() -> Holder:
        return Holder()

    app = app_of(show)
    command = app.runtime.catalog.find(("echo",))
    assert command is not None
    schema = output_schema(command)
    rich = schema["properties"]["rich"]
    result = app.call("echo").model_dump()["result"]
    assert list(rich["properties"]) == list(result["rich"])
    assert rich["required"] == list(result["rich"])
    assert rich["properties"]["inner"]["properties"] == {"ownName": INTEGER}
    assert rich["properties"]["data"] == {"type": "string", "contentEncoding": "base64"}
    assert rich["properties"]["price"] == {"type": "string", "format": "decimal"}
    valid(schema).validate(result)


OUTPUTS: list[tuple[Any, dict[str, Any]]] = [
    (None, NULL),
    (type(None), NULL),
    (Opaque, {}),
    (list[Opaque], {"type": "array"}),
    (Opaque | None, {"anyOf": [{}, NULL]}),
    (list["Nowhere"], {}),  # type: ignore[name-defined] # noqa: F821 - the point of the test
    (dict[str, Any], {"type": "object"}),
    (object, {}),
]


@pytest.mark.parametrize(("returns", "expected"), OUTPUTS, ids=str)
def test_results_that_nothing_is_known_about_are_anything(returns: Any, expected: dict[str, Any]) -> None:
    def show() -> Any: ...

    show.__annotations__ = {"return": returns}
    assert output_schema(command_of(show)) == expected


def test_a_result_without_annotation_is_anything() -> None:
    def show():  # type: ignore[no-untyped-def] # the point of the test
        return 1

    assert output_schema(command_of(show)) == {}


def test_a_declared_output_schema_wins() -> None:
    def show() -> int:
        return 1

    declared = {"type": "integer", "minimum": 1}
    assert output_schema(command_of(show, output_schema=declared)) == declared


def test_detailed_answers_carry_the_output_schema() -> None:
    def show() -> int:
        return 1

    meta = app_of(show).call("echo", options=CallOptions(response_format="detailed")).meta
    assert meta["output_schema"] == INTEGER
