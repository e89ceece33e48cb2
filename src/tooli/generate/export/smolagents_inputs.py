"""The schema of a command as smolagents describes inputs: a type for each, and nothing to refer to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tooli.schema.inline import inlined
from tooli.schema.subschemas import alternatives, definition_name, mapped

if TYPE_CHECKING:
    from tooli.generate.export.signature import ExportedFunction

ANYTHING = ("string", "integer", "number", "boolean", "array", "object")
STRUCTURED = frozenset({"properties", "items", "additionalProperties"})
_UNSAID = frozenset({"anyOf", "oneOf", "allOf", "const", "default"})


def smolagents_inputs(function: ExportedFunction) -> dict[str, Any]:
    """Return the inputs of a command, in the order of its function's params."""
    schema = inlined(function.schema, force=True)
    definitions = schema.get("$defs", {})
    required = set(schema.get("required", ()))
    inputs = {}
    for taken in function.params:
        inner = _plain(schema["properties"][taken.name], definitions)
        inputs[taken.name] = _input(inner, taken.help or taken.name, optional=taken.name not in required)
    return inputs


def _input(schema: dict[str, Any], help: str, *, optional: bool) -> dict[str, Any]:
    kinds = list(dict.fromkeys(_kinds(schema)))
    nullable = optional or "null" in kinds
    kinds = [kind for kind in kinds if kind != "null"] or ["null"]
    if kinds == ["integer", "number"]:
        kinds = ["number"]
    rest = {keyword: value for keyword, value in schema.items() if keyword not in _UNSAID}
    branches = [branch for branch in alternatives(schema) or () if branch.get("type") != "null"]
    if len(branches) == 1:  # an optional value keeps what is said about the value
        rest = {**branches[0], **rest}
    elif any(STRUCTURED & branch.keys() for branch in branches):
        rest["oneOf"] = branches  # `anyOf` would be taken away
    given = {**rest, "type": kinds[0] if len(kinds) == 1 else kinds, "description": help}
    return {**given, "nullable": True} if nullable else given


def _kinds(schema: Mapping[str, Any]) -> Iterator[str]:
    """Give the types that a schema allows; with numbers there are whole ones."""
    branches = alternatives(schema)
    choices = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if branches is not None:
        for branch in branches:
            yield from _kinds(branch)
    elif "type" in schema:
        yield from ("integer", "number") if schema["type"] == "number" else (schema["type"],)
    elif choices is not None:
        names = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}
        yield from (names[type(choice)] for choice in choices)
    else:
        yield from ANYTHING


def _plain(schema: Any, definitions: Mapping[str, Any], opened: tuple[str, ...] = ()) -> Any:
    """Return a schema in which what refers to itself is opened once, and then only has its type."""
    if not isinstance(schema, dict):
        return schema
    name = definition_name(schema)
    if name is not None and name in opened:
        kind = definitions[name].get("type")
        return {} if kind is None else {"type": kind}
    if name is not None and name in definitions:
        return _plain(definitions[name], definitions, (*opened, name))
    return mapped(schema, lambda inner: _plain(inner, definitions, opened))
