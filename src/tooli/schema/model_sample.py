"""An example of a model's data: its required fields, each with a value that its schema allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tooli.schema.guess import is_accepted
from tooli.schema.sample import SAMPLES, compact
from tooli.schema.type_schema import param_types

if TYPE_CHECKING:
    from tooli.model import Param

_DEEPEST = 8
_TEXTS = {"date-time": "datetime", "duration": "timedelta"}
"""Formats of text whose kind has another name."""


def model_sample(param: Param) -> str:
    """Return JSON that a param takes; nothing where none can be made of its schema."""
    types, definitions = param_types([param])
    data = _example(types[param.name], definitions)
    return compact(data) if is_accepted(param, data, False) else ""


def _example(schema: Mapping[str, Any], definitions: Mapping[str, Any], depth: int = 0) -> Any:
    """Return a value that a schema allows, as far as its keywords tell."""
    if depth > _DEEPEST:
        return None
    if "$ref" in schema:
        return _example(definitions[schema["$ref"].rpartition("/")[2]], definitions, depth + 1)
    for keyword in ("default", "const"):
        if keyword in schema:
            return schema[keyword]
    several = next((schema[word] for word in ("examples", "enum") if schema.get(word)), None)
    if several is not None:
        return several[0]
    members = next((schema[word] for word in ("anyOf", "oneOf", "allOf") if word in schema), None)
    if members is not None:
        return _example(members[0], definitions, depth + 1)
    kind = schema.get("type")
    if kind == "object":
        fields, required = schema.get("properties", {}), schema.get("required", ())
        return {name: _example(fields.get(name, {}), definitions, depth + 1) for name in required}
    if kind == "array":
        least = schema.get("minItems", 0)
        return [_example(schema.get("items", {}), definitions, depth + 1) for _ in range(least)]
    return _simple(schema, kind)


def _simple(schema: Mapping[str, Any], kind: Any) -> Any:
    if kind in ("integer", "number"):
        return _number(schema, whole=kind == "integer")
    if kind == "boolean":
        return True
    form = schema.get("format", "")
    text = SAMPLES.get(_TEXTS.get(form, form), "text")
    return text.ljust(schema.get("minLength", 0), "x")[: schema.get("maxLength")]


def _number(schema: Mapping[str, Any], *, whole: bool) -> int | float:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is None and "exclusiveMinimum" in schema:
        low = schema["exclusiveMinimum"] + 1
    if high is None and "exclusiveMaximum" in schema:
        high = schema["exclusiveMaximum"] - 1
    usual = 1 if whole else 1.5
    if low is not None and low > usual:
        return low  # type: ignore[no-any-return] # a schema is plain data
    return usual if high is None or high >= usual else high
