"""Where a JSON Schema holds other schemas, and where it holds mere data (defaults, choices, examples)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

ONE = frozenset(
    {"additionalProperties", "items", "contains", "not", "if", "then", "else", "propertyNames"}
    | {"unevaluatedItems", "unevaluatedProperties", "contentSchema"}
)
"""Keywords whose value is a schema."""
MANY = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})
"""Keywords whose value is a list of schemas."""
NAMED = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
"""Keywords whose value is a map of schemas."""


def mapped(schema: Mapping[str, Any], change: Callable[[Any], Any]) -> dict[str, Any]:
    """Return a schema with every schema directly inside it changed."""
    return {keyword: _mapped(keyword, value, change) for keyword, value in schema.items()}


def _mapped(keyword: str, value: Any, change: Callable[[Any], Any]) -> Any:
    if keyword in ONE and isinstance(value, dict):
        return change(value)
    if keyword in MANY and isinstance(value, list):
        return [change(item) for item in value]
    if keyword in NAMED and isinstance(value, dict):
        return {name: change(item) for name, item in value.items()}
    return value


def inside(schema: Mapping[str, Any]) -> Iterator[Any]:
    """Give every schema directly inside one."""
    for keyword, value in schema.items():
        if keyword in ONE:
            yield value
        elif keyword in MANY and isinstance(value, list):
            yield from value
        elif keyword in NAMED and isinstance(value, dict):
            yield from value.values()


def everywhere(schema: Any) -> Iterator[dict[str, Any]]:
    """Give a schema and all schemas inside it, at any depth."""
    if isinstance(schema, dict):
        yield schema
        for inner in inside(schema):
            yield from everywhere(inner)


def definition_name(schema: Any) -> str | None:
    """Return the name of the definition that a schema refers to, or None."""
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    if not isinstance(reference, str) or not reference.startswith("#/$defs/"):
        return None
    name = reference.removeprefix("#/$defs/")
    return None if "/" in name else name.replace("~1", "/").replace("~0", "~")


def alternatives(schema: Mapping[str, Any]) -> list[Any] | None:
    """Return the members of a union, however it is written; None when a schema is none."""
    if "properties" in schema:  # an object, and what relates its properties
        return None
    for keyword in ("anyOf", "oneOf", "allOf"):
        if keyword in schema and (keyword != "allOf" or len(schema[keyword]) == 1):
            return list(schema[keyword])
    kinds = schema.get("type")
    if not isinstance(kinds, list):
        return None
    notes = ("type", "title", "description", "default", "examples", "deprecated")
    limits = {keyword: value for keyword, value in schema.items() if keyword not in notes}
    return [{"type": kind, **limits} for kind in kinds]
