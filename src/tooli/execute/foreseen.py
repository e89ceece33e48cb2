"""What the declared result of a command tells about options before it runs: no list, no such field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.schema.json_schema import item_type
from tooli.schema.type_schema import exact_type
from tooli.types import UNSET

if TYPE_CHECKING:
    from tooli.execute.fields import Selector
    from tooli.model import Command

    Schema = dict[str, Any]

_LEVELS = 8
"""How deep a type that holds itself is looked into."""


def result_schema(command: Command) -> Schema:
    """Return the schema of a command's result; `{}` when nothing is known about it."""
    if command.output_schema is not None:
        return dict(_open(command.output_schema))
    if command.is_stream:
        item = exact_type(item_type(command.returns))
        shared = {"$defs": item.pop("$defs")} if "$defs" in item else {}
        return {"type": "array", "items": item, **shared}
    return {} if command.returns is UNSET else exact_type(command.returns)


def is_no_list(schema: Schema) -> bool:
    """Whether a result that fits the schema can be no list."""
    resolved = _resolved(schema, schema)
    return isinstance(resolved.get("type"), str) and resolved["type"] not in ("array", "null")


def check_fields(selector: Selector, schema: Schema) -> None:
    """Raise E1910 for a field that no result can have."""
    selector.check(_sample(schema, schema, _LEVELS))


def _sample(schema: Any, root: Schema, levels: int) -> Any:
    """Return a value with all fields that a schema knows; None proves nothing: it leaves them open."""
    schema = _resolved(schema, root)
    kind = schema.get("type")
    if not levels or not isinstance(kind, str):
        return None
    if kind == "object":
        # A class without a word on other fields has none; its schema says it otherwise.
        if (
            not schema.get("properties")
            or schema.get("additionalProperties")
            or "patternProperties" in schema
        ):
            return None
        return {name: _sample(part, root, levels - 1) for name, part in schema["properties"].items()}
    if kind == "array":
        items = schema.get("prefixItems") or [schema.get("items", {})]
        return [_sample(item, root, levels - 1) for item in items]
    return None if kind == "null" else ""


def _resolved(schema: Any, root: Schema) -> Schema:
    """Return a schema without references or the null beside its only type; `{}` for several types."""
    for _ in range(_LEVELS):
        if not isinstance(schema, dict):
            return {}
        if "$ref" in schema:
            schema = root.get("$defs", {}).get(str(schema["$ref"]).rpartition("/")[2])
            continue
        types = schema.get("anyOf") or schema.get("oneOf")
        if not types:
            return {} if "allOf" in schema or "const" in schema or "enum" in schema else schema
        others = [part for part in types if part != {"type": "null"}]
        schema = others[0] if len(others) == 1 else None
    return {}


def _open(schema: Any) -> Any:
    """Return a schema as it was written by hand: where it is silent, other fields are allowed."""
    if isinstance(schema, list):
        return [_open(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    opened = {name: _open(part) for name, part in schema.items()}
    return {"additionalProperties": True, **opened} if schema.get("type") == "object" else opened
