"""Lists, sets, tuples, dicts and optional values of simple types."""

from __future__ import annotations

from tooli.schema.invalid import Invalid, InvalidMany
from tooli.schema.validate import shape_converter
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from tooli.model.shape import Shape
    from tooli.schema.validate import Convert

_MAKE = {"list": list, "set": set, "frozenset": frozenset, "tuple": tuple}


def container_converter(shape: Shape) -> Convert:
    """Return the function that converts values to a container of simple shapes."""
    if shape.kind == "optional":
        inner = shape_converter(shape.items[0])
        return lambda value, textual: None if value is None else inner(value, textual)
    if shape.kind == "dict":
        return _dict_converter(shape)
    if shape.kind == "fixed":
        return _fixed_converter(shape)
    return _many_converter(shape)


def _sequence(value: Any, kind: str) -> Any:
    if isinstance(value, (list, tuple, set, frozenset)) or hasattr(value, "__next__"):
        return value
    if type(value).__name__ in ("deque", "dict_keys", "dict_values", "dict_items", "range"):
        return value
    raise Invalid(f"must be a list, not {type(value).__name__}", details={"value": value})


def _many_converter(shape: Shape) -> Convert:
    make = _MAKE[shape.kind]
    item = shape_converter(shape.items[0]) if shape.items else None

    def convert(value: Any, textual: bool) -> Any:
        values = _sequence(value, shape.kind)
        if item is None:
            return make(values)
        return make(_each(enumerate(values), item, textual))

    return convert


def _each(pairs: Any, item: Convert, textual: bool) -> list[Any]:
    """Convert every value; the mistakes of all are told together, each with its place."""
    converted, mistakes = [], []
    for place, value in pairs:
        try:
            converted.append(item(value, textual))
        except Invalid as mistake:
            mistakes.append(Invalid(mistake.message, mistake.code, (place, *mistake.where), mistake.details))
        except InvalidMany as several:
            mistakes += [Invalid(m.message, m.code, (place, *m.where), m.details) for m in several.mistakes]
    if mistakes:
        raise InvalidMany(mistakes)
    return converted


def _fixed_converter(shape: Shape) -> Convert:
    items = [shape_converter(item) for item in shape.items]

    def convert(value: Any, textual: bool) -> Any:
        values = list(_sequence(value, "tuple"))
        if len(values) != len(items):
            raise Invalid(f"needs {len(items)} values, got {len(values)}", details={"value": value})
        converted = []
        for place, (one, item) in enumerate(zip(values, items, strict=True)):
            converted += _each([(place, one)], item, textual)
        return tuple(converted)

    return convert


def _dict_converter(shape: Shape) -> Convert:
    key = shape_converter(shape.items[0]) if shape.items else None
    item = shape_converter(shape.items[1]) if shape.items else None

    def convert(value: Any, textual: bool) -> Any:
        if textual and not isinstance(value, dict):
            from tooli.schema.text import read_dict

            value = read_dict([value] if isinstance(value, str) else value)
        if not isinstance(value, dict):
            raise Invalid(f"must be an object, not {type(value).__name__}", details={"value": value})
        if key is None or item is None:
            return dict(value)
        keys = _each(((name, name) for name in value), key, textual)
        return dict(zip(keys, _each(value.items(), item, textual), strict=True))

    return convert
