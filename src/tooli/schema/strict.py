"""The strict form of a schema, which OpenAI's constrained decoding takes, and the way back.

In it every property is required and no other is allowed, so optional ones become nullable; maps become arrays
of key and value, tuples become objects. What cannot be said strictly raises `NotStrictError` with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tooli.schema.subschemas import alternatives, definition_name, everywhere, inside
from tooli.schema.wording import described, in_words, looks_around

Back = Callable[[Any], Any]
"""Turns a value of the strict form into one of the original."""
Form = tuple[dict[str, Any], Back]

FORMATS = frozenset({"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"})
_SCALARS = frozenset({"string", "number", "integer", "boolean", "null"})
_KEPT = {
    "string": {"pattern", "format"},
    "number": {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"},
    "integer": {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"},
    "array": {"minItems", "maxItems"},
}
_SAID = frozenset(
    {"minLength", "maxLength", "pattern", "format", "contentEncoding", "uniqueItems", "deprecated"}
    | {"minProperties", "maxProperties"}
)
_MAX_DEPTH, _MAX_PROPERTIES, _MAX_CHOICES = 10, 5000, 1000
_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
}


class NotStrictError(Exception):
    """A schema that has no strict form."""


def strict_form(schema: Mapping[str, Any]) -> Form:
    """Return the strict form of an object's schema, and the way back."""
    converter = _Converter(schema.get("$defs", {}))
    root, back = converter.object({**schema, "$defs": {}}, "the input")
    definitions = converter.all_definitions()
    strict = {**root, "$defs": definitions} if definitions else root
    _check_limits(strict)
    return strict, back


class _Converter:
    """One conversion; definitions are converted when they are first referred to."""

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self.definitions = definitions
        self.converted: dict[str, Form | None] = {}

    def all_definitions(self) -> dict[str, Any]:
        return {name: form[0] for name, form in self.converted.items() if form is not None}

    def convert(self, schema: Any, where: str) -> Form:
        if not isinstance(schema, dict):
            raise NotStrictError(f"{where} takes any value")
        name = definition_name(schema)
        if name is not None and name in self.definitions:
            return self.reference(schema, name)
        branches = alternatives(schema)
        if branches is not None:
            return self.union(schema, branches, where)
        if "enum" in schema or "const" in schema:
            return self.choices(schema, where)
        return self.typed(schema, where)

    def typed(self, schema: dict[str, Any], where: str) -> Form:
        kind = schema.get("type")
        if kind == "object":
            return self.object(schema, where) if "properties" in schema else self.map(schema, where)
        if kind == "array":
            return self.tuple(schema, where) if "prefixItems" in schema else self.array(schema, where)
        if kind in _SCALARS:
            return _scalar(schema, kind), _same
        raise NotStrictError(f"{where} takes any value")

    def reference(self, schema: dict[str, Any], name: str) -> Form:
        if name not in self.converted:
            self.converted[name] = None
            self.converted[name] = self.convert(self.definitions[name], name)

        def back(value: Any) -> Any:
            return self.form(name)[1](value)  # looked up late: it may refer to itself

        return {"$ref": schema["$ref"]}, back

    def form(self, name: str) -> Form:
        form = self.converted[name]
        assert form is not None
        return form

    def union(self, schema: dict[str, Any], branches: list[Any], where: str) -> Form:
        forms = [self.convert(branch, where) for branch in branches]

        def back(value: Any) -> Any:
            fitting = (form[1] for form in forms if self.fits(form[0], value))
            return next(fitting, _same)(value)

        return _noted({"anyOf": [form[0] for form in forms]}, schema), back

    def choices(self, schema: dict[str, Any], where: str) -> Form:
        choices = list(schema["enum"]) if "enum" in schema else [schema["const"]]
        kinds = [kind for kind in _SCALARS if any(_TYPES[kind](choice) for choice in choices)]
        if any(isinstance(choice, (dict, list)) for choice in choices):
            raise NotStrictError(f"{where} chooses among arrays or objects")
        kinds = sorted(set(kinds) - ({"number"} if not any(map(_is_fraction, choices)) else {"integer"}))
        return _noted({"type": kinds[0] if len(kinds) == 1 else kinds, "enum": choices}, schema), _same

    def array(self, schema: dict[str, Any], where: str) -> Form:
        if not schema.get("items"):
            raise NotStrictError(f"{where} is an array of anything")
        item, item_back = self.convert(schema["items"], f"{where}[]")
        strict = _noted({"type": "array", "items": item, **_limits(schema, "array")}, schema)
        return strict, lambda value: [item_back(one) for one in value] if isinstance(value, list) else value

    def tuple(self, schema: dict[str, Any], where: str) -> Form:
        """Convert a tuple to an object with one property for each place."""
        if schema.get("items"):
            raise NotStrictError(f"{where} is a tuple of any length")
        least = schema.get("minItems", 0)
        forms = [self.convert(item, f"{where}[{place}]") for place, item in enumerate(schema["prefixItems"])]
        names = [f"item_{place}" for place in range(len(forms))]
        properties = {
            name: form[0] if place < least else _nullable(form[0])
            for place, (name, form) in enumerate(zip(names, forms, strict=True))
        }

        def back(value: Any) -> Any:
            if not isinstance(value, dict) or not value.keys() <= set(names):
                return value
            given = [value.get(name) for name in names]
            while len(given) > least and given[-1] is None:
                given.pop()
            return [form[1](one) for form, one in zip(forms, given, strict=False)]

        return _noted(_closed(properties), schema), back

    def map(self, schema: dict[str, Any], where: str) -> Form:
        """Convert a map to an array of objects with a key and a value."""
        values, key = schema.get("additionalProperties"), dict(schema.get("propertyNames", {}))
        patterns = schema.get("patternProperties", {})
        if not values and len(patterns) == 1:
            pattern, values = next(iter(patterns.items()))
            key["pattern"] = pattern
        if not values:
            if values is False:
                return _noted(_closed({}), schema), _same
            raise NotStrictError(f"{where} is an object of anything")
        key_form, _ = self.convert({"type": "string", **key}, f"{where} keys")
        item, item_back = self.convert(values, f"{where} values")
        strict = {"type": "array", "items": _closed({"key": key_form, "value": item})}

        def back(value: Any) -> Any:
            if not isinstance(value, list) or not all(_is_pair(pair) for pair in value):
                return value
            return {pair["key"]: item_back(pair["value"]) for pair in value}

        return _noted(strict, schema), back

    def object(self, schema: dict[str, Any], where: str) -> Form:
        if schema.get("patternProperties") or isinstance(schema.get("additionalProperties"), dict):
            raise NotStrictError(f"{where} is an object with further properties")
        required = set(schema.get("required", ()))
        properties: dict[str, Any] = {}
        backs: dict[str, Back] = {}
        droppable = set()
        for name, original in schema.get("properties", {}).items():
            form, backs[name] = self.convert(original, f"{where}.{name}".removeprefix("the input."))
            if name not in required:
                can_be_null = self.takes_null(original)
                if not can_be_null or original.get("default") is None:
                    droppable.add(name)
                form = _nullable(form)
                if original.get("default") is not None:
                    form = described(form, in_words(original, {"default"}))
            properties[name] = form

        def back(value: Any) -> Any:
            if not isinstance(value, dict):
                return value
            return {
                name: backs[name](one) if name in backs else one
                for name, one in value.items()
                if not (one is None and name in droppable)
            }

        return _noted(_closed(properties), schema), back

    def takes_null(self, schema: Any) -> bool:
        name = definition_name(schema)
        if name is not None and name in self.definitions:
            return self.takes_null(self.definitions[name])
        kinds = schema.get("type")
        if kinds == "null" or (isinstance(kinds, list) and "null" in kinds) or None in schema.get("enum", ()):
            return True
        return any(self.takes_null(branch) for key in ("anyOf", "oneOf") for branch in schema.get(key, ()))

    def fits(self, strict: dict[str, Any], value: Any) -> bool:
        """Whether a value is of a strict form: tells the members of a union apart."""
        name = definition_name(strict)
        if name is not None:
            return self.fits(self.form(name)[0], value)
        if "anyOf" in strict:
            return any(self.fits(branch, value) for branch in strict["anyOf"])
        if "enum" in strict:
            return any(choice == value and type(choice) is type(value) for choice in strict["enum"])
        kinds = strict["type"] if isinstance(strict["type"], list) else [strict["type"]]
        if not any(_TYPES[kind](value) for kind in kinds):
            return False
        if isinstance(value, dict):
            properties = strict["properties"]
            return value.keys() == properties.keys() and all(
                self.fits(properties[key], one) for key, one in value.items()
            )
        return not isinstance(value, list) or all(self.fits(strict["items"], one) for one in value)


def _same(value: Any) -> Any:
    return value


def _is_fraction(choice: Any) -> bool:
    return isinstance(choice, float)


def _is_pair(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {"key", "value"}


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _limits(schema: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """Return the limits that the strict form keeps."""
    kept = {key: value for key, value in schema.items() if key in _KEPT.get(kind, ())}
    if kept.get("format") not in FORMATS:
        kept.pop("format", None)
    if looks_around(kept.get("pattern", "")):
        del kept["pattern"]
    return kept


def _scalar(schema: dict[str, Any], kind: str) -> dict[str, Any]:
    return _noted({"type": kind, **_limits(schema, kind)}, schema)


def _noted(strict: dict[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a strict schema with the description, and in words what it could not keep."""
    return described(strict, schema.get("description", ""), in_words(schema, _SAID - strict.keys()))


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a strict schema that also takes null."""
    kinds = schema.get("type")
    if kinds == "null" or (isinstance(kinds, list) and "null" in kinds):
        return schema
    if isinstance(kinds, str) and kinds in _SCALARS:
        widened = {**schema, "type": [kinds, "null"]}
        return {**widened, "enum": [*schema["enum"], None]} if "enum" in schema else widened
    branches = schema.get("anyOf", [{key: value for key, value in schema.items() if key != "description"}])
    if {"type": "null"} in branches:
        return schema
    said = {"description": schema["description"]} if "description" in schema else {}
    return {"anyOf": [*branches, {"type": "null"}], **said}


def _check_limits(strict: dict[str, Any]) -> None:
    nodes = list(everywhere(strict))
    if _depth(strict) > _MAX_DEPTH:
        raise NotStrictError(f"objects are nested more than {_MAX_DEPTH} deep")
    if sum(len(node.get("properties", ())) for node in nodes) > _MAX_PROPERTIES:
        raise NotStrictError(f"there are more than {_MAX_PROPERTIES} properties")
    if sum(len(node.get("enum", ())) for node in nodes) > _MAX_CHOICES:
        raise NotStrictError(f"there are more than {_MAX_CHOICES} choices")


def _depth(schema: Any) -> int:
    if not isinstance(schema, dict):
        return 0
    own = 1 if schema.get("type") in ("object", "array") else 0
    return own + max((_depth(inner) for inner in inside(schema)), default=0)
