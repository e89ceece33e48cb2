"""OpenAI functions are strict, and strict arguments find their way back."""

from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import Field
from tests.schema.every_type import (
    KINDS,
    LOOSE,
    Box,
    Cat,
    Color,
    Dog,
    Node,
    Pair,
    Pet,
    Place,
    Point,
    User,
    app_of,
    command_of,
    taking,
)

from tooli import Option
from tooli.schema.dialects import from_openai, openai
from tooli.schema.subschemas import everywhere

STRICT_KEYWORDS = {
    "object": {"properties", "required", "additionalProperties"},
    "array": {"items", "minItems", "maxItems"},
    "string": {"enum", "pattern", "format"},
    "number": {"enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"},
    "integer": {"enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"},
    "boolean": {"enum"},
    "null": {"enum"},
}
STRICT_FORMATS = {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}


def check_strict(schema: dict[str, Any]) -> None:
    """Hold a schema against the documented rules of strict function parameters."""
    assert schema["type"] == "object"
    assert not schema.keys() & {"anyOf", "$ref"}
    for node in everywhere(schema):
        rest = node.keys() - {"description", "$defs"}
        if "$ref" in rest:
            assert rest == {"$ref"}
            assert "description" not in node
            continue
        if "anyOf" in rest:
            assert rest == {"anyOf"}
            continue
        kinds = node["type"] if isinstance(node["type"], list) else [node["type"]]
        allowed = set().union(*(STRICT_KEYWORDS[kind] for kind in kinds))
        assert rest - {"type"} <= allowed
        assert "(?!" not in node.get("pattern", "")
        assert node.get("format", "date") in STRICT_FORMATS
        if "object" in kinds:
            assert node["additionalProperties"] is False
            assert node["required"] == list(node["properties"])
        if "array" in kinds:
            assert "items" in node


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("optional", [False, True])
def test_openai_functions_are_strict(kind: Any, optional: bool) -> None:
    function = openai(command_of(taking(kind, None) if optional else taking(kind)))["function"]
    assert function["strict"] is True
    check_strict(function["parameters"])
    Draft202012Validator.check_schema(function["parameters"])


@pytest.mark.parametrize(("kind", "reason"), LOOSE, ids=str)
def test_what_cannot_be_strict_says_why(kind: Any, reason: str) -> None:
    command = command_of(taking(kind))
    function = openai(command)["function"]
    assert function["strict"] is False
    assert function["parameters"]["$comment"] == f"not strict: {reason}"
    assert from_openai(command, {"value": {"a": 1}}) == {"value": {"a": 1}}


def test_limits_of_strict_schemas_are_kept() -> None:
    deep: Any = int
    for _ in range(11):
        deep = list[deep]
    many = Literal[tuple(f"m{number}" for number in range(1001))]  # type: ignore[valid-type] # made here
    reasons = [
        openai(command_of(taking(kind)))["function"]["parameters"]["$comment"] for kind in (deep, many)
    ]
    assert reasons == [
        "not strict: objects are nested more than 10 deep",
        "not strict: there are more than 1000 choices",
    ]


def test_an_openai_function_is_complete() -> None:
    def move(
        to: tuple[float, float],
        speeds: dict[str, int],
        how: Color = Color.red,
        note: Annotated[str | None, Option(help="Why")] = None,
        data: bytes = b"hi",
    ) -> None:
        """Move it."""

    assert openai(command_of(move, when_to_use="When it stands in the way.")) == {
        "type": "function",
        "function": {
            "name": "take",
            "description": "Move it.\n\nWhen it stands in the way.",
            "parameters": {
                "type": "object",
                "properties": {
                    "to": {
                        "type": "object",
                        "properties": {"item_0": {"type": "number"}, "item_1": {"type": "number"}},
                        "required": ["item_0", "item_1"],
                        "additionalProperties": False,
                    },
                    "speeds": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {"key": {"type": "string"}, "value": {"type": "integer"}},
                            "required": ["key", "value"],
                            "additionalProperties": False,
                        },
                    },
                    "how": {
                        "type": ["string", "null"],
                        "enum": ["r", "b", None],
                        "description": 'Default: "r".',
                    },
                    "note": {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "Why"},
                    "data": {"type": ["string", "null"], "description": 'In base64. Default: "aGk=".'},
                },
                "required": ["to", "speeds", "how", "note", "data"],
                "additionalProperties": False,
            },
            "strict": True,
        },
    }


BACK: list[tuple[Any, Any, Any]] = [
    (dict[str, int], [{"key": "a", "value": 1}], {"a": 1}),
    (dict[str, dict[str, int]], [{"key": "a", "value": [{"key": "b", "value": 1}]}], {"a": {"b": 1}}),
    (tuple[int, str], {"item_0": 1, "item_1": "x"}, [1, "x"]),
    (Pair, {"item_0": 1, "item_1": None}, [1]),
    (Pair, {"item_0": 1, "item_1": "x"}, [1, "x"]),
    (User, {"name": "Ann", "nick": None, "age": None}, {"name": "Ann"}),
    (list[User], [{"name": "Ann", "nick": "A", "age": 1}], [{"name": "Ann", "nick": "A", "age": 1}]),
    (Cat | Dog, {"kind": "dog", "names": [{"key": "a", "value": 1}]}, {"kind": "dog", "names": {"a": 1}}),
    (Pet, {"kind": "cat", "home": {"item_0": 1, "item_1": 2.5}}, {"kind": "cat", "home": [1, 2.5]}),
    (dict[str, int] | list[int], [1, 2], [1, 2]),
    (dict[str, int] | list[int], [{"key": "a", "value": 1}], {"a": 1}),
    (Literal["a", 1, None], None, None),
    (
        Node,
        {
            "value": 1,
            "children": [{"value": 2, "children": None, "by_name": None}],
            "by_name": [{"key": "x", "value": {"value": 3, "children": [], "by_name": []}}],
        },
        {
            "value": 1,
            "children": [{"value": 2}],
            "by_name": {"x": {"value": 3, "children": [], "by_name": {}}},
        },
    ),
    (tuple[int, str], [1, "x"], [1, "x"]),
    (dict[str, int], {"a": 1}, {"a": 1}),
    (User, "not an object", "not an object"),
    (list[int], "not a list", "not a list"),
]


@pytest.mark.parametrize(("kind", "strict", "plain"), BACK, ids=str)
def test_strict_arguments_find_their_way_back(kind: Any, strict: Any, plain: Any) -> None:
    assert from_openai(command_of(taking(kind)), {"value": strict}) == {"value": plain}


def test_null_for_what_was_left_out_is_dropped_but_a_null_that_means_something_is_kept() -> None:
    def take(a: int = 1, b: int | None = None, c: int | None = 5) -> list[Any]:
        return [a, b, c]

    app = app_of(take)
    command = app.runtime.catalog.find(("take",))
    assert command is not None
    arguments = from_openai(command, {"a": None, "b": None, "c": None})
    assert arguments == {"c": None}
    assert app.call("take", **arguments).unwrap() == [1, None, None]
    assert from_openai(command, {"a": 1, "b": 2, "unknown": 3}) == {"a": 1, "b": 2, "unknown": 3}


def strict_values(schema: dict[str, Any], root: dict[str, Any], depth: int = 0) -> st.SearchStrategy[Any]:
    """Return what constrained decoding could produce."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        return st.deferred(lambda: strict_values(root["$defs"][name], root, depth + 1))
    if "anyOf" in schema:
        branches = [schema["anyOf"][-1]] if depth > 2 else schema["anyOf"]
        return st.one_of(*(strict_values(branch, root, depth) for branch in branches))
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "object":
        inner = {name: strict_values(part, root, depth + 1) for name, part in schema["properties"].items()}
        return st.fixed_dictionaries(inner)
    if schema["type"] == "array":
        size = schema.get("maxItems", 2) if depth < 3 else 0
        return st.lists(
            strict_values(schema["items"], root, depth + 1),
            max_size=size,
            unique_by=lambda item: item["key"] if isinstance(item, dict) and "key" in item else repr(item),
        )
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    scalars: dict[str, st.SearchStrategy[Any]] = {
        "string": st.from_regex(schema["pattern"]) if "pattern" in schema else st.text(max_size=3),
        "integer": st.integers(schema.get("exclusiveMinimum", -9) + 1, schema.get("maximum", 99)),
        "number": st.floats(allow_nan=False, allow_infinity=False),
        "boolean": st.booleans(),
        "null": st.none(),
    }
    return st.one_of(*(scalars[kind] for kind in kinds))


STRUCTURED = [
    tuple[int, str],
    dict[str, int],
    dict[Color, list[str]],
    User,
    Point,
    Place,
    Box[tuple[int, str]],
    Node,
    Pet,
    Pair,
    list[Pet],
    dict[str, dict[str, int]],
    dict[Annotated[str, Field(pattern="^a")], int],
]
APPS = [app_of(taking(kind)) for kind in STRUCTURED]


@given(st.data())
def test_whatever_a_strict_model_says_the_command_takes(data: st.DataObject) -> None:
    app = data.draw(st.sampled_from(APPS))
    command = app.runtime.catalog.find(("take",))
    assert command is not None
    parameters = openai(command)["function"]["parameters"]
    strict = data.draw(strict_values(parameters, parameters))
    Draft202012Validator(parameters).validate(strict)
    assert app.call("take", **from_openai(command, strict)).error is None


def test_descriptions_are_short_enough_for_openai() -> None:
    def take() -> None: ...

    text = openai(command_of(take, help="word " * 400))["function"]["description"]
    assert len(text) <= 1024
    assert text.endswith("word…")
