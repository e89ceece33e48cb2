"""JSON Schema → Python annotations, and the classes they need."""

from __future__ import annotations

import json
import keyword
from collections.abc import Collection, Mapping
from typing import Any

from tooli.generate.export.layout import string
from tooli.schema.subschemas import alternatives, definition_name

SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}

_WORDS = frozenset({*SIMPLE.values(), "list", "dict", "Any", "Literal", "NotRequired"})
"""The names in annotations."""


class JsonTypes:
    """Annotations for JSON data; objects become `TypedDict` classes, or plain dicts where none are wanted."""

    def __init__(self, *, classes: bool = False, taken: Collection[str] = ()) -> None:
        """Begin; classes get none of the names that are `taken`."""
        self.classes: dict[str, str] = {}
        """The source of each class, by its name."""
        self._wanted = classes
        self._by_body: dict[str, str] = {}
        self._named: dict[str, str] = {}
        self._taken = set(taken)
        self.recursive = False

    def annotation(self, schema: Any, name: str, definitions: Mapping[str, Any] | None = None) -> str:
        """Return the annotation of what a schema describes; `name` is for a class it may need."""
        if not isinstance(schema, dict):
            return "Any"
        inner = definitions if definitions is not None else schema.get("$defs", {})
        reference = definition_name(schema)
        if reference is not None and reference in inner:
            return self._reference(reference, inner)
        if "enum" in schema or "const" in schema:
            return literal(schema["enum"] if "enum" in schema else [schema["const"]])
        branches = alternatives(schema)
        if branches is not None:
            return union([self.annotation(branch, name, inner) for branch in branches])
        return self._typed(schema, name, inner)

    def _typed(self, schema: dict[str, Any], name: str, definitions: Mapping[str, Any]) -> str:
        kind = schema.get("type")
        if kind == "array":
            places = schema.get("prefixItems")
            if places:
                return f"list[{union([self.annotation(one, name, definitions) for one in places])}]"
            return f"list[{self.annotation(schema.get('items'), name, definitions)}]"
        if kind == "object":
            return self._object(schema, name, definitions)
        return SIMPLE.get(str(kind), "Any")

    def _object(self, schema: dict[str, Any], name: str, definitions: Mapping[str, Any]) -> str:
        if "properties" not in schema:
            values = schema.get("additionalProperties", {}) or {}
            return f"dict[str, {self.annotation(values, f'{name}Value', definitions)}]"
        fields = schema["properties"]
        if not self._wanted or not _has_fields(schema):
            return "dict[str, Any]"
        required = set(schema.get("required", ()))
        rows = []
        for field, inner in fields.items():
            kind = self.annotation(inner, name + camel(field), definitions)
            rows.append(f"    {field}: {kind if field in required else f'NotRequired[{kind}]'}")
        return self._class(name, "\n".join(rows))

    def _class(self, name: str, body: str) -> str:
        same = self._by_body.get(body)
        if same is not None:
            return same
        unique = name if name in self._named.values() else self._free(name)
        self.classes[unique] = f"class {unique}(TypedDict):\n{body}"
        self._by_body[body] = unique
        return unique

    def _reference(self, reference: str, definitions: Mapping[str, Any]) -> str:
        if not self._wanted:
            opened = definitions[reference]
            return "dict[str, Any]" if "properties" in opened else "Any"
        definition = definitions[reference]
        key = f"{reference} {json.dumps(definition, sort_keys=True)}"  # results differ from inputs
        if key in self._named:
            self.recursive = True
            return self._named[key]
        is_class = _has_fields(definition)
        name = self._free(camel(reference)) if is_class else camel(reference)
        self._named[key] = name if is_class else "Any"  # only a class can refer to itself
        self._named[key] = self.annotation(definition, name, definitions)
        return self._named[key]

    def _free(self, name: str) -> str:
        """Return a name that nothing has yet."""
        unique, number = name, 2
        while unique in self._taken:
            unique, number = f"{name}{number}", number + 1
        self._taken.add(unique)
        return unique


def union(members: list[str]) -> str:
    """Return a union of annotations, None last."""
    if "Any" in members:
        return "Any"
    unique = list(dict.fromkeys(part for member in members for part in _parted(member)))
    if "None" in unique:
        unique = [part for part in unique if part != "None"] + ["None"]
    return " | ".join(unique)


def _parted(annotation: str) -> list[str]:
    """Return the members of a union; a bar inside brackets parts nothing."""
    found: list[str] = []
    depth = 0
    for part in annotation.split(" | "):
        if depth:
            found[-1] += f" | {part}"
        else:
            found.append(part)
        depth += part.count("[") - part.count("]")
    return found


def camel(name: str) -> str:
    """Return a name as classes have it: `find-files` → `FindFiles`."""
    words = "".join(c if c.isalnum() and c.isascii() else " " for c in name).split()
    joined = "".join(word[:1].upper() + word[1:] for word in words)
    return joined if joined[:1].isalpha() else f"Data{joined}"


def literal(choices: list[Any]) -> str:
    """Return the annotation of a choice; `Any` where Python has none."""
    if not all(choice is None or type(choice) in (str, int, bool) for choice in choices):
        return "Any"
    named = [choice for choice in choices if choice is not None]
    texts = [string(choice) if isinstance(choice, str) else repr(choice) for choice in named]
    found = [f"Literal[{', '.join(texts)}]"] if texts else []
    return " | ".join([*found, *(["None"] if len(named) < len(choices) else [])])


def _has_fields(schema: Mapping[str, Any]) -> bool:
    """Whether a class can have the fields of an object."""
    fields = schema.get("properties") or {}
    return bool(fields) and schema.get("type") == "object" and all(map(_is_field, fields))


def _is_field(name: str) -> bool:
    if not (name.isascii() and name.isidentifier()) or keyword.iskeyword(name) or name[:2] == "__":
        return False
    return name not in _WORDS  # in a class, a field hides the type of that name
