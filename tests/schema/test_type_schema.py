"""Every type has the schema that the validator and the encoder obey."""

import datetime
import enum
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypedDict, TypeVar
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field
from tests.schema.echoed import app_of, command_of, identity, valid

from tooli import Option, Tooli
from tooli.model.annotation import read_shape
from tooli.schema.json_schema import input_schema, output_schema
from tooli.schema.simple_schema import simple_schema
from tooli.schema.type_schema import param_types

T = TypeVar("T")


class Color(enum.Enum):
    red = "r"
    blue = "b"


class Size(enum.IntEnum):
    small = 1
    large = 2


class User(BaseModel):
    """A person."""

    name: str
    age: int = Field(default=0, ge=0, description="In years")


class Box(BaseModel, Generic[T]):
    content: T


class Node(BaseModel):
    value: int
    children: "list[Node]" = []


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = 9


class Dog(BaseModel):
    kind: Literal["dog"]


@dataclass
class Point:
    x: int
    y: int = 0


class Place(TypedDict):
    name: str
    at: "Spot"


class Spot(TypedDict, total=False):
    lat: float
    lon: float


class Pair(NamedTuple):
    left: int
    right: str = "r"


Pet = Annotated[Cat | Dog, Field(discriminator="kind")]
USER = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "age": {"type": "integer", "default": 0, "description": "In years", "minimum": 0},
    },
    "description": "A person.",
    "required": ["name"],
}
NODE = {
    "type": "object",
    "properties": {
        "value": {"type": "integer"},
        "children": {"type": "array", "default": [], "items": {"$ref": "#/$defs/Node"}},
    },
    "required": ["value"],
}
SPOT = {"type": "object", "properties": {"lat": {"type": "number"}, "lon": {"type": "number"}}}
PLACE = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "at": SPOT},
    "required": ["name", "at"],
}
POINT = {
    "type": "object",
    "properties": {"x": {"type": "integer"}, "y": {"type": "integer", "default": 0}},
    "required": ["x"],
}
CAT = {
    "type": "object",
    "properties": {
        "kind": {"type": "string", "const": "cat"},
        "lives": {"type": "integer", "default": 9},
    },
    "required": ["kind"],
}
DOG = {"type": "object", "properties": {"kind": {"type": "string", "const": "dog"}}, "required": ["kind"]}
TEXT, INTEGER, NUMBER, NULL = {"type": "string"}, {"type": "integer"}, {"type": "number"}, {"type": "null"}
DECIMAL = {"anyOf": [NUMBER, {"type": "string", "format": "decimal"}]}
BASE64 = {"type": "string", "contentEncoding": "base64"}

TYPES: list[tuple[Any, dict[str, Any], list[Any]]] = [
    (str, TEXT, ["", "ä"]),
    (int, INTEGER, [0, -3, 10**20]),
    (float, NUMBER, [0, 1.5]),
    (bool, {"type": "boolean"}, [True, False]),
    (Path, {"type": "string", "format": "path"}, ["a/b"]),
    (Color, {"type": "string", "enum": ["r", "b"]}, ["r", "b"]),
    (Size, {"type": "integer", "enum": [1, 2]}, [1]),
    (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}, ["b"]),
    (Literal["a", 1], {"enum": ["a", 1]}, ["a", 1]),
    (Literal["a"], {"type": "string", "const": "a"}, ["a"]),
    (int | None, {"anyOf": [INTEGER, NULL]}, [1, None]),
    (int | str, {"anyOf": [INTEGER, TEXT]}, [1, "x"]),
    (list, {"type": "array"}, [[], [1, "a"]]),
    (list[int], {"type": "array", "items": INTEGER}, [[], [1]]),
    (set[int], {"type": "array", "items": INTEGER, "uniqueItems": True}, [[1, 2]]),
    (tuple[int, ...], {"type": "array", "items": INTEGER}, [[1, 2]]),
    (
        tuple[int, str],
        {"type": "array", "maxItems": 2, "minItems": 2, "prefixItems": [INTEGER, TEXT]},
        [[1, "a"]],
    ),
    (dict, {"type": "object"}, [{}, {"a": 1}]),
    (dict[str, int], {"type": "object", "additionalProperties": INTEGER}, [{"a": 1}]),
    (datetime.datetime, {"type": "string", "format": "date-time"}, ["2026-11-15T08:30:00Z"]),
    (datetime.date, {"type": "string", "format": "date"}, ["2026-11-15"]),
    (datetime.time, {"type": "string", "format": "time"}, ["08:30:00"]),
    (datetime.timedelta, {"type": "string", "format": "duration"}, ["PT1H30M"]),
    (UUID, {"type": "string", "format": "uuid"}, ["12345678-1234-5678-1234-567812345678"]),
    (Decimal, DECIMAL, [1, 1.5, "1.50"]),
    (bytes, BASE64, ["aGk="]),
    (bytes | None, {"anyOf": [BASE64, NULL]}, ["aGk=", None]),
    (int | bytes, {"anyOf": [INTEGER, BASE64]}, [1, "aGk="]),
    (Place, PLACE, [{"name": "home", "at": {"lat": 1.5}}]),
    (Point, POINT, [{"x": 1}, {"x": 1, "y": 2}]),
    (User, USER, [{"name": "Ann"}, {"name": "Ann", "age": 3}]),
    (list[User], {"type": "array", "items": USER}, [[{"name": "Ann"}]]),
    (
        Box[int],
        {"type": "object", "properties": {"content": INTEGER}, "required": ["content"]},
        [{"content": 1}],
    ),
    (Pet, {"oneOf": [CAT, DOG]}, [{"kind": "cat"}, {"kind": "dog"}]),
    (
        Pair,
        {
            "type": "array",
            "maxItems": 2,
            "minItems": 1,
            "prefixItems": [
                {"type": "integer", "title": "left"},
                {"type": "string", "default": "r", "title": "right"},
            ],
        },
        [[1], [1, "x"]],
    ),
    (Any, {}, [1, None, {"a": [1]}]),
    (Annotated[int, Field(gt=0, le=9)], {"type": "integer", "exclusiveMinimum": 0, "maximum": 9}, [1, 9]),
    (Annotated[str, Field(min_length=1, pattern="^a")], {**TEXT, "minLength": 1, "pattern": "^a"}, ["ab"]),
    (Annotated[int, Option(min=1, max=5)], {**INTEGER, "minimum": 1, "maximum": 5}, [1, 5]),
    (Annotated[list[int], Option(min=1)], {"type": "array", "items": {**INTEGER, "minimum": 1}}, [[1]]),
    (
        Annotated[int | None, Option(max=5)],
        {"anyOf": [{**INTEGER, "maximum": 5}, NULL]},
        [5, None],
    ),
]


@pytest.mark.parametrize(("kind", "expected", "values"), TYPES, ids=lambda part: str(part)[:40])
def test_the_schema_of_a_type_is_exact_and_takes_what_the_validator_takes(
    kind: Any, expected: dict[str, Any], values: list[Any]
) -> None:
    app = app_of(identity(kind))
    command = app.runtime.catalog.find(("echo",))
    assert command is not None
    schema = input_schema(command)
    assert schema == {
        "type": "object",
        "properties": {"value": expected},
        "required": ["value"],
        "additionalProperties": False,
    }
    for value in values:
        assert app.call("echo", value=value).error is None
        valid(schema).validate({"value": value})


@pytest.mark.parametrize(("kind", "expected", "values"), TYPES, ids=lambda part: str(part)[:40])
def test_what_a_command_gives_fits_its_output_schema(
    kind: Any, expected: dict[str, Any], values: list[Any]
) -> None:
    app = app_of(identity(kind))
    command = app.runtime.catalog.find(("echo",))
    assert command is not None
    schema = output_schema(command)
    for value in values:
        envelope = app.call("echo", value=value).model_dump()
        assert envelope["ok"]
        valid(schema).validate(envelope["result"])


def instances(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return the values of a schema, for the keywords that these tests use."""
    if "enum" in schema or "const" in schema:
        return st.sampled_from(schema.get("enum", [schema.get("const")]))
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            return st.one_of(*map(instances, schema[keyword]))
    if "prefixItems" in schema:
        return st.tuples(*map(instances, schema["prefixItems"])).map(list)
    if schema.get("type") == "array":
        return st.lists(
            instances(schema.get("items", {"type": "null"})),
            max_size=3,
            unique_by=repr if schema.get("uniqueItems") else None,
        )
    if schema.get("type") == "object":
        if "properties" not in schema:
            return st.dictionaries(
                st.text(max_size=3), instances(schema.get("additionalProperties", {})), max_size=3
            )
        needed = {name: instances(schema["properties"][name]) for name in schema.get("required", ())}
        others = {
            name: instances(inner) for name, inner in schema["properties"].items() if name not in needed
        }
        return st.fixed_dictionaries(needed, optional=others)
    return SCALARS[schema.get("type", "null")](schema)


def _texts(schema: dict[str, Any]) -> st.SearchStrategy[str]:
    formats: dict[str, st.SearchStrategy[str]] = {
        "date": st.dates().map(str),
        "date-time": st.datetimes(timezones=st.just(datetime.UTC)).map(lambda moment: moment.isoformat()),
        "time": st.times().map(lambda moment: moment.isoformat()),
        "duration": st.integers(0, 500).map(lambda minutes: f"PT{minutes}M"),
        "uuid": st.uuids().map(str),
        "decimal": st.decimals(allow_nan=False, allow_infinity=False).map(str),
    }
    if "contentEncoding" in schema:
        return st.sampled_from(["", "aGk=", "AAECAw=="])
    if "pattern" in schema:
        return st.from_regex(schema["pattern"])
    return formats.get(schema.get("format", ""), st.text(min_size=schema.get("minLength", 0), max_size=9))


def _whole(schema: dict[str, Any]) -> st.SearchStrategy[int]:
    low = schema.get("minimum", schema.get("exclusiveMinimum", -9) + 1)
    return st.integers(low, schema.get("maximum", 10**9))


SCALARS: dict[str, Callable[[dict[str, Any]], st.SearchStrategy[Any]]] = {
    "string": _texts,
    "integer": _whole,
    "number": lambda schema: st.floats(allow_nan=False, allow_infinity=False),
    "boolean": lambda schema: st.booleans(),
    "null": lambda schema: st.none(),
}
ECHOES = [app_of(identity(kind)) for kind, _, _ in TYPES]


@given(st.data())
def test_the_validator_takes_whatever_a_schema_allows(data: st.DataObject) -> None:
    app = data.draw(st.sampled_from(ECHOES))
    command = app.runtime.catalog.find(("echo",))
    assert command is not None
    schema = input_schema(command)
    arguments = data.draw(instances(schema))
    valid(schema).validate(arguments)
    assert app.call("echo", **arguments).error is None


SIMPLE = [
    str,
    int,
    float,
    bool,
    Path,
    datetime.date,
    datetime.datetime,
    datetime.time,
    UUID,
    bytes,
    None,
    Any,
]


@pytest.mark.parametrize(
    "kind", [*SIMPLE, int | None, list[int], list[Path | None], tuple[str, ...], list[list[bytes]], list[Any]]
)
def test_schemas_of_everyday_types_are_those_of_pydantic(kind: Any) -> None:
    command = command_of(identity(kind))
    types, definitions = param_types(command.params)
    assert definitions == {}
    assert simple_schema(read_shape(kind)) == types["value"]


class Foreign:
    """Nothing that JSON could hold."""


@dataclass
class Unfinished:
    parts: "list[Nowhere]"  # type: ignore[name-defined] # noqa: F821


@dataclass
class Unfit:
    part: "Foreign"


@pytest.mark.parametrize(
    ("annotation", "reason"),
    [
        (Unfinished, "it names 'Nowhere', which is not defined"),
        (Unfit, f"Unable to generate pydantic-core schema for {Foreign!r}"),
    ],
)
def test_of_a_type_that_cannot_be_used_nothing_is_known_and_its_calls_say_so(
    annotation: Any, reason: str
) -> None:
    app = Tooli("app")

    def build(what: Any) -> str:
        return "built"

    build.__annotations__["what"] = annotation
    app.command(build)
    command = app.runtime.catalog.find(("build",))
    assert command is not None
    assert input_schema(command)["properties"] == {"what": {}}
    error = app.call("build", what={"parts": []}).error
    assert error is not None
    assert (error.code, error.field) == ("E5001", "what")
    assert error.message == f"what: the type of this param cannot be used: {reason}"
