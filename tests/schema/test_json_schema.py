"""What schemas say, and that they say what the validator and the encoder do."""

import datetime
import enum
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypedDict, TypeVar
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, computed_field

from tooli import AgentContext, Argument, Depends, Option, Tooli
from tooli.annotations import Destructive, Idempotent
from tooli.model.annotation import read_shape
from tooli.model.command import Command
from tooli.model.constraint import one_of, requires
from tooli.schema.inline import KEPT, LIMIT, inlined
from tooli.schema.json_schema import app_schema, command_schema, env_variables, input_schema, output_schema
from tooli.schema.simple_schema import simple_schema
from tooli.schema.type_schema import param_types
from tooli.schema.validate import from_environ

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


def identity(kind: Any) -> Callable[..., Any]:
    def echo(value: Any) -> Any:
        return value

    echo.__annotations__ = {"value": kind, "return": kind}
    return echo


def app_of(function: Callable[..., Any], **settings: Any) -> Tooli:
    app = Tooli("demo", version="1.0.0")
    app.command("echo", **settings)(function)
    return app


def command_of(function: Callable[..., Any], **settings: Any) -> Command:
    command = app_of(function, **settings).runtime.catalog.find(("echo",))
    assert command is not None
    return command


def valid(schema: dict[str, Any]) -> Draft202012Validator:
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


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
        others = {name: instances(inner) for name, inner in schema["properties"].items() if name not in needed}
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


SIMPLE = [str, int, float, bool, Path, datetime.date, datetime.datetime, datetime.time, UUID, bytes, None, Any]


@pytest.mark.parametrize(
    "kind", [*SIMPLE, int | None, list[int], list[Path | None], tuple[str, ...], list[list[bytes]], list[Any]]
)
def test_schemas_of_everyday_types_are_those_of_pydantic(kind: Any) -> None:
    command = command_of(identity(kind))
    types, definitions = param_types(command.params)
    assert definitions == {}
    assert simple_schema(read_shape(kind)) == types["value"]


def test_the_document_of_a_command_is_complete() -> None:
    def find(
        pattern: Annotated[str, Argument(help="Glob pattern")],
        root: Annotated[Path, Option("--root", "-r", exists=True, envvar="ROOT")] = Path(),
        depth: Annotated[int, Option(min=0, max=9, clamp=True, help="How deep")] = 3,
        mode: Color = Color.red,
        old: Annotated[bool, Option(deprecated="use mode", hidden=True)] = False,
        token: Annotated[str, Option(hide_input=True)] = "secret",
        stamp: Annotated[datetime.date, Option(default_factory=datetime.date.today)] = ...,  # type: ignore[assignment]
        tags: frozenset[str] = frozenset({"b", "a"}),
        *files: Path,
        ctx: AgentContext,
        db: int = Depends(lambda: 1),  # type: ignore[assignment]
    ) -> list[Point]:
        """Find files.

        Looks everywhere.

        Args:
            mode: What to look for.
        """
        return []

    command = command_of(
        find,
        title="Find",
        aliases=["f"],
        annotations=Destructive | Idempotent,
        capabilities=["fs:write"],
        cost_hint="low",
        danger_level="critical",
        auth=["files"],
        examples=[{"args": ["*.py"], "description": "Python files"}],
        error_codes={"E3001": "locked"},
        version="2.0.0",
        deprecated="use search",
        constraints=[one_of("depth", "mode"), requires("old", "token")],
    )
    document = command_schema(command, env_prefix="FT")
    assert document == {
        "contract": 1,
        "name": "echo",
        "title": "Find",
        "aliases": ["f"],
        "version": "2.0.0",
        "description": "Find files.\n\nLooks everywhere.",
        "deprecated": "use search",
        "input": {
            "type": "object",
            "properties": {
                "pattern": {"type": "string", "description": "Glob pattern"},
                "root": {"type": "string", "format": "path", "default": "."},
                "depth": {
                    "type": "integer",
                    "description": "How deep. Values outside 0 to 9 are moved to the bound.",
                    "default": 3,
                },
                "mode": {
                    "type": "string",
                    "enum": ["r", "b"],
                    "description": "What to look for.",
                    "default": "r",
                },
                "old": {
                    "type": "boolean",
                    "deprecated": True,
                    "description": "Deprecated: use mode",
                    "default": False,
                },
                "token": {"type": "string"},
                "stamp": {"type": "string", "format": "date"},
                "tags": {
                    "type": "array",
                    "items": {"type": "string"},
                    "uniqueItems": True,
                    "default": ["a", "b"],
                },
                "files": {"type": "array", "items": {"type": "string", "format": "path"}},
            },
            "required": ["pattern"],
            "additionalProperties": False,
            "oneOf": [{"required": ["depth"]}, {"required": ["mode"]}],
            "dependentRequired": {"old": ["token"]},
        },
        "output": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}},
                "required": ["x", "y"],
            },
        },
        "annotations": {
            "readOnlyHint": False,
            "destructiveHint": True,
            "idempotentHint": True,
            "openWorldHint": False,
        },
        "capabilities": ["fs:write"],
        "auth": ["files"],
        "cost_hint": "low",
        "danger_level": "critical",
        "requires_approval": True,
        "constraints": ["exactly one of depth, mode", "old requires token"],
        "env": {
            "pattern": ["FT_ECHO_PATTERN", "FT_PATTERN"],
            "root": ["ROOT", "FT_ECHO_ROOT", "FT_ROOT"],
            "depth": ["FT_ECHO_DEPTH", "FT_DEPTH"],
            "mode": ["FT_ECHO_MODE", "FT_MODE"],
            "old": ["FT_ECHO_OLD", "FT_OLD"],
            "token": ["FT_ECHO_TOKEN", "FT_TOKEN"],
            "stamp": ["FT_ECHO_STAMP", "FT_STAMP"],
            "tags": ["FT_ECHO_TAGS", "FT_TAGS"],
            "files": ["FT_ECHO_FILES", "FT_FILES"],
        },
        "examples": [{"args": ["*.py"], "description": "Python files"}],
        "error_codes": {"E3001": "locked"},
    }
    assert list(document)[:3] == ["contract", "name", "title"]


def test_a_document_says_nothing_that_says_nothing() -> None:
    def ping() -> None: ...

    assert command_schema(command_of(ping)) == {
        "contract": 1,
        "name": "echo",
        "input": {"type": "object", "properties": {}, "additionalProperties": False},
        "output": {"type": "null"},
        "annotations": {
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": False,
            "openWorldHint": False,
        },
    }


def test_the_variables_shown_are_those_that_are_read() -> None:
    def show(root: Annotated[str, Option(envvar=["A", "B"])] = "x") -> None: ...

    command = command_of(show)
    param = command.params[0]
    shown = env_variables(command, param, "FT")
    assert shown == ["A", "B", "FT_ECHO_ROOT", "FT_ROOT"]
    for variable in shown:
        assert from_environ(command, param, {variable: "text"}, "FT", {}) == "text"


def test_params_that_callers_cannot_fill_are_not_in_the_schema() -> None:
    def show(
        name: str, ctx: AgentContext, seen: Annotated[bool, Option(expose_value=False)] = False
    ) -> None: ...

    assert list(input_schema(command_of(show))["properties"]) == ["name"]


def test_params_with_a_parser_are_text() -> None:
    def show(
        when: Annotated[Any, Option(parser=str.upper)], *more: Annotated[Any, Argument(parser=str.upper)]
    ) -> None: ...

    assert input_schema(command_of(show))["properties"] == {
        "when": {"type": "string"},
        "more": {"type": "array", "items": {"type": "string"}},
    }


def test_a_null_default_is_told_only_where_null_is_no_value_of_the_type() -> None:
    def show(a: int | None = None, b: Any = None, c: int = None) -> None: ...  # type: ignore[assignment]

    properties = input_schema(command_of(show))["properties"]
    assert properties == {"a": {"anyOf": [INTEGER, NULL]}, "b": {}, "c": {**INTEGER, "default": None}}


def test_defaults_are_written_by_the_rules_of_the_encoder() -> None:
    def show(
        a: bytes = b"\xff\xfe",
        b: Decimal = Decimal("1.50"),
        c: datetime.timedelta = datetime.timedelta(minutes=90),
        d: set[int | str] = {"b", 1, "a"},  # noqa: B006 - never changed
        e: User = User(name="Ann"),  # noqa: B008 - never changed
        f: Point = Point(1),  # noqa: B008 - never changed
        g: dict[int, Path] = {1: Path("x")},  # noqa: B006 - never changed
        h: float = float("nan"),
        i: tuple[UUID, Color] = (UUID(int=1), Color.red),
    ) -> None: ...

    properties = input_schema(command_of(show))["properties"]
    assert {name: schema.get("default") for name, schema in properties.items()} == {
        "a": "//4=",
        "b": "1.50",
        "c": "PT1H30M",
        "d": ["a", "b", 1],
        "e": {"name": "Ann", "age": 0},
        "f": {"x": 1, "y": 0},
        "g": {"1": "x"},
        "h": None,
        "i": ["00000000-0000-0000-0000-000000000001", "r"],
    }


def test_bounds_that_are_no_numbers_are_said_in_words() -> None:
    day = datetime.date(2026, 1, 1)

    def show(when: Annotated[datetime.date, Option(min=day, help="When")]) -> None: ...  # type: ignore[typeddict-item]

    expected = {"type": "string", "format": "date", "description": "When. At least 2026-01-01."}
    assert input_schema(command_of(show))["properties"] == {"when": expected}


def test_the_tighter_of_two_bounds_holds() -> None:
    def show(n: Annotated[int, Field(ge=2, le=8), Option(min=1, max=5)]) -> None: ...

    assert input_schema(command_of(show))["properties"]["n"] == {**INTEGER, "minimum": 2, "maximum": 5}


def test_relations_hold_in_the_schema_as_in_a_call() -> None:
    def show(a: int | None = None, b: int | None = None, c: int | None = None, d: int | None = None) -> None: ...

    relations = [one_of("a", "b"), one_of("c", "d"), requires("a", "c")]
    app = app_of(show, constraints=relations)
    command = app.runtime.catalog.find(("echo",))
    assert command is not None
    schema = valid(input_schema(command))
    for arguments in ({}, {"a": 1}, {"a": 1, "c": 1}, {"b": 1, "d": 1}, {"a": 1, "b": 1, "c": 1}, {"a": 1, "d": 1}):
        assert schema.is_valid(arguments) is app.call("echo", **arguments).ok, arguments


def test_recursive_types_stay_definitions() -> None:
    command = command_of(identity(Node))
    assert input_schema(command) == {
        "type": "object",
        "properties": {"value": {"$ref": "#/$defs/Node"}},
        "required": ["value"],
        "additionalProperties": False,
        "$defs": {"Node": NODE},
    }
    output = output_schema(command)
    assert output["type"] == "object"
    assert output["$defs"]["Node"]["required"] == ["value", "children"]
    tree = {"value": 1, "children": [{"value": 2, "children": []}]}
    valid(output).validate(tree)
    assert not valid(output).is_valid({"value": 1, "children": [{"value": "x"}]})


STREAMS: list[tuple[Any, dict[str, Any]]] = [
    (Iterator[int], {"type": "array", "items": INTEGER, "x-stream": True}),
    (Generator[Color, None, None], {"type": "array", "items": {**TEXT, "enum": ["r", "b"]}, "x-stream": True}),
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
    assert rich["properties"]["data"] == BASE64
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


def test_references_are_resolved_with_what_stands_beside_them() -> None:
    schema = {
        "type": "object",
        "properties": {
            "a": {"$ref": "#/$defs/A", "description": "mine"},
            "b": {"$ref": "#/$defs/A", "minimum": 3},
            "$ref": {"type": "string", "default": {"$ref": "#/$defs/A"}},
        },
        "$defs": {"A": {"type": "integer", "minimum": 1, "description": "theirs"}, "Unused": {}},
    }
    assert inlined(schema) == {
        "type": "object",
        "properties": {
            "a": {"type": "integer", "minimum": 1, "description": "mine"},
            "b": {"allOf": [{"type": "integer", "minimum": 1, "description": "theirs"}], "minimum": 3},
            "$ref": {"type": "string", "default": {"$ref": "#/$defs/A"}},
        },
    }


def nested(depth: int) -> dict[str, Any]:
    """Return a small schema that is enormous when it is inlined."""
    definitions: dict[str, Any] = {"D0": {"type": "integer"}}
    for level in range(1, depth):
        inner = {"$ref": f"#/$defs/D{level - 1}"}
        definitions[f"D{level}"] = {"type": "object", "properties": {"a": inner, "b": inner, "c": inner}}
    return {"$ref": f"#/$defs/D{depth - 1}", "$defs": definitions}


def test_a_schema_that_would_be_too_large_keeps_its_definitions_and_says_so() -> None:
    kept = inlined(nested(40))
    assert kept["x-defs"] == KEPT
    assert kept["type"] == "object"
    assert len(kept["$defs"]) == 40
    valid(kept)


def test_a_large_schema_is_inlined_when_it_must_be() -> None:
    schema = nested(9)
    assert "x-defs" in inlined(schema)
    whole = inlined(schema, force=True)
    assert "$defs" not in whole
    assert "$ref" not in json.dumps(whole)
    assert len(json.dumps(whole)) > LIMIT
    assert "x-defs" not in inlined(nested(5))


def test_definitions_that_refer_to_each_other_stay() -> None:
    schema = {
        "$ref": "#/$defs/A",
        "$defs": {
            "A": {"type": "object", "properties": {"b": {"$ref": "#/$defs/B"}}},
            "B": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}, "c": {"$ref": "#/$defs/C"}}},
            "C": {"type": "integer"},
        },
    }
    flat = inlined(schema)
    assert sorted(flat["$defs"]) == ["A", "B"]
    assert flat["$defs"]["B"]["properties"]["c"] == {"type": "integer"}
    assert flat["properties"] == {"b": {"$ref": "#/$defs/B"}}


def test_the_schema_of_an_app_lists_what_is_not_hidden() -> None:
    app = Tooli("demo", description="Does things", version="1.2.0", env_prefix="DM")

    @app.command
    def one(a: int = 1) -> int:
        return a

    @app.command(hidden=True)
    def two() -> None: ...

    db = app.group("db", help="The database")

    @db.command
    def migrate() -> None: ...

    secret = app.group("secret", hidden=True)

    @secret.command
    def three() -> None: ...

    document = app_schema(app.runtime)
    assert {key: value for key, value in document.items() if key != "commands"} == {
        "contract": 1,
        "name": "demo",
        "version": "1.2.0",
        "description": "Does things",
    }
    assert [command["name"] for command in document["commands"]] == ["one", "db migrate"]
    assert document["commands"][0]["env"] == {"a": ["DM_ONE_A", "DM_A"]}
    assert "contract" not in document["commands"][0]
    group = app_schema(app.runtime, ("db",))
    assert (group["name"], group["group"], group["description"]) == ("demo", "db", "The database")
    assert [command["name"] for command in group["commands"]] == ["db migrate"]


def test_detailed_answers_carry_the_output_schema() -> None:
    from tooli.execute.call import CallOptions

    app = app_of(identity(int))
    meta = app.call("echo", options=CallOptions(response_format="detailed"), value=1).meta
    assert meta["output_schema"] == INTEGER


def test_every_model_of_pydantic_that_validates_is_described_alike() -> None:
    plain = TypeAdapter(User).json_schema()
    ours = input_schema(command_of(identity(User)))["properties"]["value"]
    assert ours["properties"].keys() == plain["properties"].keys()
    assert ours["required"] == plain["required"]


MANY = """
from enum import Enum
from pydantic import BaseModel
from tooli import Tooli
class Color(Enum):
    red = "r"
    blue = "b"
class Item(BaseModel):
    name: str
    tags: set[str] = {"x", "y", "z"}
    color: Color = Color.red
    items: "list[Item]" = []
app = Tooli("many", env_prefix="M")
def make(number):
    def command(a: str, b: int = number, c: frozenset[str] = frozenset({"p", "q", "r"}), item: Item | None = None,
                more: dict[str, Item] = {}) -> list[Item]:
        "Do one thing."
        return []
    app.command(f"command-{number}")(command)
for number in range(50):
    make(number)
app()
"""


def test_fifty_commands_have_the_same_schema_on_every_run(tmp_path: Path) -> None:
    script = tmp_path / "many.py"
    script.write_text(MANY)
    for form in ("json", "openai", "gemini"):
        texts = {
            subprocess.run(
                [sys.executable, str(script), f"--schema={form}"],
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                check=True,
            ).stdout
            for seed in ("0", "1", "42")
        }
        assert len(texts) == 1
        document = json.loads(texts.pop())
        assert len(document["commands"] if form == "json" else document) == 50
