"""Whether a value surely fits a schema, found out quickly: no is not a verdict, `misfit` gives that.

A schema becomes a function that is asked of a result before it is encoded. It knows builtins and the keywords
of everyday types; of any other value or keyword it is not sure. What it says yes to, a validator takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import ge, gt, le, lt
from typing import Any

from tooli.schema.subschemas import definition_name

Fits = Callable[[Any], bool]
Make = Callable[["_Compiler", Mapping[str, Any], Any], Fits]
"""Makes the function of a keyword: of its schema, and of its value there."""

_NONE = type(None)
_CLASSES: Mapping[str, frozenset[Any]] = {
    "string": frozenset({str}),
    "integer": frozenset({int}),
    "number": frozenset({int, float}),
    "boolean": frozenset({bool}),
    "null": frozenset({_NONE}),
    "object": frozenset({dict}),
    "array": frozenset({list, tuple}),
}
_PLAIN = frozenset(kind for kinds in _CLASSES.values() for kind in kinds)
_NUMBERS, _ARRAYS = _CLASSES["number"], _CLASSES["array"]
_CHOICES = frozenset({str, int, bool, _NONE})
_NOTES = frozenset(
    {
        "title",
        "description",
        "default",
        "examples",
        "deprecated",
        "readOnly",
        "writeOnly",
        "$comment",
        "$defs",
    }
    | {"format", "contentEncoding", "contentMediaType", "x-stream", "x-defs", "type"}
)
"""Keywords that refuse nothing, and those that are looked at elsewhere."""
_INFINITY = float("inf")


def _always(value: Any) -> bool:
    return True


def _never(value: Any) -> bool:
    return False


def quick_fit(schema: Mapping[str, Any]) -> Fits:
    """Return what says of a value whether it surely fits."""
    try:
        fits = _Compiler(schema.get("$defs", {})).node(schema)
    except (TypeError, ValueError, AttributeError):  # a developer's own schema, which is not a valid one
        return _never
    return _bounded(fits) if "$defs" in schema else fits


def _bounded(fits: Fits) -> Fits:
    """Return a function that is not sure of what is nested too deep, as a value that holds itself is."""

    def bounded(value: Any) -> bool:
        try:
            return fits(value)
        except RecursionError:
            return False

    return bounded


class _Compiler:
    """Makes functions of one schema; definitions are made when they are first referred to."""

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self._definitions = definitions
        self._made: dict[str, Fits] = {}

    def node(self, schema: Any) -> Fits:
        """Return the function of a schema: all its keywords hold."""
        if schema is True or schema == {}:
            return _always
        if not isinstance(schema, Mapping):
            return _never
        checks = [_typed(schema["type"])] if "type" in schema else []
        done: set[Any] = set()
        for keyword, value in schema.items():
            if keyword in _NOTES:
                continue
            make = _KEYWORDS.get(keyword)
            if make is None:
                return _never
            if make not in done:
                checks.append(make(self, schema, value))
                done.add(make)
        if checks and "type" not in schema:
            checks.insert(0, _plain)
        return _all(checks)

    def reference(self, schema: Mapping[str, Any], value: Any) -> Fits:
        """Return the function of a definition, which may refer to itself."""
        name = definition_name(schema)
        if name is None or name not in self._definitions:
            return _never
        made = self._made
        if name not in made:
            made[name] = _never  # a definition may refer to itself
            made[name] = self.node(self._definitions[name])
        return lambda value: made[name](value)  # noqa: PLW0108 # by then it is made

    def object(self, schema: Mapping[str, Any], value: Any) -> Fits:
        """Return the function of an object's members."""
        known = {name: self.node(member) for name, member in schema.get("properties", {}).items()}
        other = self.node(schema.get("additionalProperties", True))
        required = tuple(schema.get("required", ()))

        def fits(value: Any) -> bool:
            if value.__class__ is not dict:
                return True
            for name, member in value.items():
                if name.__class__ is not str or not known.get(name, other)(member):
                    return False
            return all(name in value for name in required)

        return fits

    def array(self, schema: Mapping[str, Any], value: Any) -> Fits:
        """Return the function of an array's items."""
        first = [self.node(item) for item in schema.get("prefixItems", ())]
        other = self.node(schema.get("items", True))

        def fits(value: Any) -> bool:
            if value.__class__ not in _ARRAYS:
                return True
            if not first:
                return other is _always or all(map(other, value))
            return all(
                (first[place] if place < len(first) else other)(item) for place, item in enumerate(value)
            )

        return fits

    def any_of(self, schema: Mapping[str, Any], value: Any) -> Fits:
        """Return the function of a union."""
        members = [self.node(member) for member in value]
        return lambda value: any(fits(value) for fits in members)

    def one_of(self, schema: Mapping[str, Any], value: Any) -> Fits:
        """Return the function of a union whose members a text of their own tells apart."""
        first, *_ = objects = [member.get("properties", {}) for member in value]
        for name in first:
            marks = {members.get(name, {}).get("const") for members in objects}
            apart = len(marks) == len(value) and all(mark.__class__ is str for mark in marks)
            if apart and all(name in member.get("required", ()) for member in value):
                return self.any_of(schema, value)
        return _never

    def all_of(self, schema: Mapping[str, Any], value: Any) -> Fits:
        """Return the function of schemas that all hold."""
        return _all([self.node(member) for member in value])


def _all(checks: list[Fits]) -> Fits:
    if len(checks) < 2:
        return checks[0] if checks else _always
    if len(checks) == 2:
        one, other = checks
        return lambda value: one(value) and other(value)
    return lambda value: all(fits(value) for fits in checks)


def _typed(kinds: str | Iterable[str]) -> Fits:
    names = (kinds,) if isinstance(kinds, str) else kinds
    classes = frozenset().union(*(_CLASSES.get(name, ()) for name in names))
    if float in classes:
        return lambda value: value.__class__ in classes and _is_finite(value)
    return lambda value: value.__class__ in classes


def _plain(value: Any) -> bool:
    return value.__class__ in _PLAIN and _is_finite(value)


def _is_finite(value: Any) -> bool:
    """Whether a number stays one in JSON."""
    return value.__class__ is not float or -_INFINITY < value < _INFINITY


def _chosen(compiler: _Compiler, schema: Mapping[str, Any], choices: Any) -> Fits:
    known = {(choice.__class__, choice) for choice in choices if choice.__class__ in _CHOICES}
    return lambda value: value.__class__ in _CHOICES and (value.__class__, value) in known


def _constant(compiler: _Compiler, schema: Mapping[str, Any], choice: Any) -> Fits:
    return _chosen(compiler, schema, (choice,))


def _number(compare: Callable[[Any, Any], bool]) -> Make:
    def make(compiler: _Compiler, schema: Mapping[str, Any], limit: Any) -> Fits:
        if limit.__class__ not in _NUMBERS:
            return _never
        return lambda value: value.__class__ not in _NUMBERS or compare(value, limit)

    return make


def _length(classes: frozenset[Any], compare: Callable[[Any, Any], bool]) -> Make:
    def make(compiler: _Compiler, schema: Mapping[str, Any], limit: Any) -> Fits:
        if limit.__class__ not in _NUMBERS:
            return _never
        # Lone surrogates are replaced when a text is written, which can change its length.
        return lambda value: (
            value.__class__ not in classes
            or ((value.__class__ is not str or value.isascii()) and compare(len(value), limit))
        )

    return make


def _unique(compiler: _Compiler, schema: Mapping[str, Any], wanted: Any) -> Fits:
    if wanted is False:
        return _always
    return lambda value: (
        value.__class__ not in _ARRAYS
        or (all(item.__class__ is str and item.isascii() for item in value) and len(set(value)) == len(value))
    )


_KEYWORDS: Mapping[str, Make] = {
    "$ref": _Compiler.reference,
    "properties": _Compiler.object,
    "additionalProperties": _Compiler.object,
    "required": _Compiler.object,
    "items": _Compiler.array,
    "prefixItems": _Compiler.array,
    "anyOf": _Compiler.any_of,
    "oneOf": _Compiler.one_of,
    "allOf": _Compiler.all_of,
    "enum": _chosen,
    "const": _constant,
    "minimum": _number(ge),
    "maximum": _number(le),
    "exclusiveMinimum": _number(gt),
    "exclusiveMaximum": _number(lt),
    "minLength": _length(_CLASSES["string"], ge),
    "maxLength": _length(_CLASSES["string"], le),
    "minItems": _length(_ARRAYS, ge),
    "maxItems": _length(_ARRAYS, le),
    "uniqueItems": _unique,
}
"""Keyword → what makes its function; keywords that are about the same thing share one."""
