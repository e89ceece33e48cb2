"""What is quickly said to fit, a validator takes: for any schema and any value, before it is encoded."""

from __future__ import annotations

import enum
import json
from collections import OrderedDict
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tooli.errors import ToolError
from tooli.execute.encode import encode
from tooli.schema.quick_fit import quick_fit


class Word(str, enum.Enum):  # noqa: UP042 - its instances are texts, and not of that class
    A = "a"


class Level(enum.IntEnum):
    ONE = 1


NAMES = st.sampled_from(["a", "b", "1", "true"])
CHOICES = st.sampled_from(["a", "b", 1, 0, True, False, None, 1.0, 0.5])
SMALL = st.integers(-1, 3)
LEAVES = st.one_of(
    CHOICES,
    st.integers(-2, 4),
    st.text("ab\u00e9\ud83d\ude00", max_size=3),
    st.sampled_from([Word.A, Level.ONE, Decimal(1), float("nan"), float("inf"), 2.0, b"a", object()]),
)
KEYS = st.one_of(NAMES, st.sampled_from([1, True, None, Word.A]))
VALUES: st.SearchStrategy[Any] = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(KEYS, inner, max_size=3),
        st.dictionaries(NAMES, inner, max_size=2).map(OrderedDict),
        st.sets(st.sampled_from(["a", "b", 1]), max_size=3),
    ),
    max_leaves=6,
)
TYPES = st.sampled_from(["string", "integer", "number", "boolean", "null", "object", "array"])


def _schemas(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(inner, min_size=1, max_size=3)
    keywords: dict[str, st.SearchStrategy[Any]] = {
        "type": st.one_of(TYPES, st.lists(TYPES, min_size=1, max_size=3, unique=True)),
        "properties": st.dictionaries(NAMES, inner, max_size=3),
        "required": st.lists(NAMES, max_size=2, unique=True),
        "additionalProperties": inner,
        "items": inner,
        "prefixItems": several,
        "anyOf": several,
        "oneOf": several,
        "allOf": several,
        "enum": st.lists(CHOICES, min_size=1, max_size=3),
        "const": CHOICES,
        "minimum": SMALL,
        "maximum": SMALL,
        "exclusiveMinimum": SMALL,
        "exclusiveMaximum": SMALL,
        "minLength": st.integers(0, 2),
        "maxLength": st.integers(0, 2),
        "minItems": st.integers(0, 2),
        "maxItems": st.integers(0, 2),
        "uniqueItems": st.booleans(),
        "format": st.just("date"),
        "not": inner,
        "$ref": st.sampled_from(["#/$defs/Node", "#/$defs/Leaf"]),
    }
    chosen = st.lists(st.sampled_from(sorted(keywords)), max_size=3, unique=True)
    return chosen.flatmap(lambda names: st.fixed_dictionaries({name: keywords[name] for name in names}))


SCHEMAS = st.recursive(st.booleans() | TYPES.map(lambda kind: {"type": kind}), _schemas, max_leaves=6)
NODE = {
    "type": "object",
    "properties": {"a": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]}},
    "additionalProperties": False,
}


@given(schema=SCHEMAS.filter(lambda schema: isinstance(schema, dict)), value=VALUES)
def test_what_is_said_to_fit_a_validator_takes(schema: dict[str, Any], value: Any) -> None:
    schema = {**schema, "$defs": {"Node": NODE, "Leaf": {"type": "string"}}}
    if not quick_fit(schema)(value):
        return
    try:
        data = json.loads(encode(value, []))
    except ToolError:  # what cannot be written is told elsewhere
        return
    assert Draft202012Validator(schema).is_valid(data)


A, B = ({"properties": {"kind": {"const": name}}, "required": ["kind"], "type": "object"} for name in "ab")
SURE: list[tuple[dict[str, Any], Any]] = [
    ({"type": "integer"}, 3),
    ({"type": ["string", "null"]}, None),
    ({"type": "number", "minimum": 0}, 0.5),
    ({"type": "object"}, {"any": b"thing"}),
    ({"type": "array", "items": {"type": "string"}}, ("a", "b")),
    ({"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}}, ["a", 1, 2]),
    ({"enum": ["a", "b"]}, "b"),
    ({"type": "array", "uniqueItems": True}, ["a", "b"]),
    ({"oneOf": [A, B]}, {"kind": "b"}),
    ({"$ref": "#/$defs/Node", "$defs": {"Node": NODE}}, {"a": {"a": {"a": None}}}),
    ({"type": "string", "format": "date-time", "description": "when", "maxLength": 9}, "now"),
]


@pytest.mark.parametrize(("schema", "value"), SURE, ids=str)
def test_everyday_results_need_no_validator(schema: dict[str, Any], value: Any) -> None:
    assert quick_fit(schema)(value) is True


UNSURE: list[tuple[dict[str, Any], Any]] = [
    ({"type": "number"}, float("nan")),  # it is written as null
    ({"properties": {"1": {"type": "string"}}}, {1: 2}),  # keys become texts
    ({"pattern": "a"}, "a"),
    ({"type": "objekt"}, {}),
    ({"type": 5}, {}),
    ({"properties": ["a"]}, {}),
    ({"minimum": "a"}, 1),
    ({"$ref": "#/$defs/Nowhere"}, 1),
    ({"oneOf": [{"type": "integer"}, {"minimum": 0}]}, 1),
]


@pytest.mark.parametrize(("schema", "value"), UNSURE, ids=str)
def test_what_it_does_not_know_is_left_to_the_validator(schema: dict[str, Any], value: Any) -> None:
    assert quick_fit(schema)(value) is False


def test_a_value_that_holds_itself_is_left_to_the_validator() -> None:
    ring: dict[str, Any] = {}
    ring["a"] = ring
    assert quick_fit({"$ref": "#/$defs/Node", "$defs": {"Node": NODE}})(ring) is False
