"""A schema in the keywords that Gemini's function declarations know.

They have no references, maps, tuples or constants; what they have no keyword for is said in descriptions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tooli.schema.subschemas import alternatives, definition_name
from tooli.schema.wording import described, in_words, looks_around

KEYWORDS = frozenset(
    {"type", "format", "description", "nullable", "enum", "items", "minItems", "maxItems", "properties"}
    | {"required", "minimum", "maximum", "minLength", "maxLength", "pattern", "anyOf"}
)
"""All that a declaration may use."""
FORMATS = {"string": {"date-time"}, "number": {"float", "double"}, "integer": {"int32", "int64"}}
_KEPT = {
    "string": {"minLength", "maxLength", "pattern"},
    "number": {"minimum", "maximum"},
    "integer": {"minimum", "maximum"},
    "array": {"minItems", "maxItems"},
}
_SAID = frozenset(
    {"format", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems", "contentEncoding"}
    | {"default", "deprecated", "minProperties", "maxProperties", "minLength", "maxLength", "pattern"}
    | {"minimum", "maximum", "minItems", "maxItems"}
)
_ANY: dict[str, Any] = {"anyOf": [{"type": "string"}, {"type": "number"}, {"type": "boolean"}]}


def gemini_form(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema with only what Gemini accepts."""
    return _convert(schema, schema.get("$defs", {}), ())


def _convert(schema: Any, definitions: Mapping[str, Any], opened: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(schema, dict):
        return dict(_ANY)
    name = definition_name(schema)
    if name is not None and name in definitions:
        if name in opened:  # nothing refers to itself here: the depth ends where it repeats
            return described({"type": "object"}, schema.get("description", ""), f"Another {name}.")
        rest = {key: value for key, value in schema.items() if key != "$ref"}
        return _convert({**definitions[name], **rest}, definitions, (*opened, name))
    branches = alternatives(schema)
    if branches is not None:
        return _union(schema, branches, definitions, opened)
    if "enum" in schema or "const" in schema:
        return _choices(schema)
    return _typed(schema, definitions, opened)


def _typed(schema: dict[str, Any], definitions: Mapping[str, Any], opened: tuple[str, ...]) -> dict[str, Any]:
    kind = schema.get("type")
    if kind not in ("object", "array", "string", "number", "integer", "boolean"):
        return _noted({"type": "string", "nullable": True} if kind == "null" else dict(_ANY), schema)
    plain = {"type": kind, **_limits(schema, kind)}
    if kind == "object":
        plain.update(_members(schema, definitions, opened))
    if kind == "array":
        plain["items"] = _items(schema, definitions, opened)
    return _noted(plain, schema)


def _without(schema: Mapping[str, Any], *keywords: str) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key not in keywords}


def _union(
    schema: dict[str, Any], branches: list[Any], definitions: Mapping[str, Any], opened: tuple[str, ...]
) -> dict[str, Any]:
    given = [branch for branch in branches if branch != {"type": "null"}]
    converted = [_convert(branch, definitions, opened) for branch in given]
    plain: dict[str, Any] = converted[0] if len(converted) == 1 else {"anyOf": converted}
    if len(given) < len(branches):
        plain = {**plain, "nullable": True}
    words = in_words(schema, {"default", "deprecated"})
    said = str(schema.get("description") or plain.get("description", ""))
    return described(_without(plain, "description"), said, words)


def _choices(schema: dict[str, Any]) -> dict[str, Any]:
    """Return an enum, which only strings can be; other choices are said in words."""
    choices = list(schema["enum"]) if "enum" in schema else [schema["const"]]
    named = [choice for choice in choices if choice is not None]
    null = {"nullable": True} if len(named) < len(choices) else {}
    if all(isinstance(choice, str) for choice in named):
        return _noted({"type": "string", "enum": named, **null}, schema)
    words = in_words({"enum": choices}, {"enum"})
    kinds = {_type_of(choice) for choice in named}
    bare = {"type": kinds.pop(), **null} if len(kinds) == 1 else {**_ANY, **null}
    return described(_noted(bare, schema), words)


def _type_of(choice: Any) -> str:
    if isinstance(choice, bool):
        return "boolean"
    return "integer" if isinstance(choice, int) else "number" if isinstance(choice, float) else "string"


def _members(
    schema: dict[str, Any], definitions: Mapping[str, Any], opened: tuple[str, ...]
) -> dict[str, Any]:
    properties = schema.get("properties", {})
    if not properties:
        return {}
    converted = {name: _convert(inner, definitions, opened) for name, inner in properties.items()}
    required = [name for name in schema.get("required", ()) if name in properties]
    return {"properties": converted, **({"required": required} if required else {})}


def _items(schema: dict[str, Any], definitions: Mapping[str, Any], opened: tuple[str, ...]) -> dict[str, Any]:
    """Return what an array holds; the places of a tuple become one union."""
    if "prefixItems" not in schema:
        return _convert(schema.get("items", {}), definitions, opened)
    kinds: list[dict[str, Any]] = []
    for item in schema["prefixItems"]:
        converted = _convert(item, definitions, opened)
        if converted not in kinds:
            kinds.append(converted)
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}


def _limits(schema: dict[str, Any], kind: str) -> dict[str, Any]:
    kept = {key: value for key, value in schema.items() if key in _KEPT.get(kind, ())}
    if schema.get("format") in FORMATS.get(kind, ()):
        kept["format"] = schema["format"]
    if looks_around(kept.get("pattern", "")):
        del kept["pattern"]
    if kind == "integer":
        for exclusive, inclusive, step in (
            ("exclusiveMinimum", "minimum", 1),
            ("exclusiveMaximum", "maximum", -1),
        ):
            if isinstance(schema.get(exclusive), int) and inclusive not in kept:
                kept[inclusive] = schema[exclusive] + step
    return kept


def _noted(plain: dict[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a converted schema with the description, and in words what it could not keep."""
    said = set(_SAID - plain.keys())
    if plain.get("type") == "integer":
        said -= {"exclusiveMinimum"} if "minimum" in plain else set()
        said -= {"exclusiveMaximum"} if "maximum" in plain else set()
    words = [in_words(schema, said)]
    if "prefixItems" in schema:
        words.append(f"In this order: {', '.join(_place(item) for item in schema['prefixItems'])}.")
    values = schema.get("additionalProperties")
    if isinstance(values, dict):
        words.append(f"A map of names to values ({_place(values)}).")
    return described(plain, schema.get("description", ""), *words)


def _place(schema: Any) -> str:
    """Name a type in a word or two."""
    if not isinstance(schema, dict):
        return "anything"
    branches = schema.get("anyOf") or schema.get("oneOf") or ()
    kind = schema.get("type") or " or ".join(_place(branch) for branch in branches) or "anything"
    name = schema.get("title")
    return f"{name} ({kind})" if name else str(kind)
