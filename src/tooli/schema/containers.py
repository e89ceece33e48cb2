"""Lists, sets, tuples, dicts and optional values of simple types."""

from __future__ import annotations

from tooli.schema import invalid_types, refused, shape_converter
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from tooli.model import Shape
    from tooli.schema import Convert

_PLAIN = (str, bytes, bytearray, int, float, bool, type(None))
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


def _sequence(value: Any, textual: bool) -> Any:
    """Return what a list is made of: command-line text inside another container may be a JSON array."""
    if isinstance(value, (list, tuple, set, frozenset)):
        return value
    if textual and isinstance(value, str):
        from tooli.schema.text import read_list

        return read_list(value)
    if value.__class__ in _PLAIN or isinstance(value, dict):
        raise refused(f"must be a list, not {type(value).__name__}", details={"value": value})
    return _ask_pydantic(list, value)


def _ask_pydantic(annotation: Any, value: Any) -> Any:
    from tooli.schema.rich import validate_data

    return validate_data(annotation, value)


def _many_converter(shape: Shape) -> Convert:
    make = _MAKE[shape.kind]
    item = shape_converter(shape.items[0]) if shape.items else None
    keeps_class = _origin_name(shape) == "Sequence"

    def convert(value: Any, textual: bool) -> Any:
        if keeps_class and not textual and value.__class__ is not list:
            return _ask_pydantic(shape.annotation, value)
        values = _sequence(value, textual)
        if item is not None:
            values = each(enumerate(values), item, textual)
        try:
            return make(values)
        except TypeError:
            raise refused("the items of a set must be hashable", details={"value": value}) from None

    return convert


def _origin_name(shape: Shape) -> str:
    return getattr(getattr(shape.annotation, "__origin__", shape.annotation), "__name__", "")


def each(pairs: Any, item: Convert, textual: bool) -> list[Any]:
    """Convert every value; the mistakes of all are told together, each with its place."""
    converted, mistakes = [], []
    for place, value in pairs:
        try:
            converted.append(item(value, textual))
        except invalid_types() as error:
            mistakes += [(place, mistake) for mistake in error.mistakes]
    if mistakes:
        from tooli.schema.invalid import Invalid, InvalidMany

        raise InvalidMany([Invalid(m.message, m.code, (place, *m.where), m.details) for place, m in mistakes])
    return converted


def _fixed_converter(shape: Shape) -> Convert:
    items = [shape_converter(item) for item in shape.items]

    def convert(value: Any, textual: bool) -> Any:
        values = list(_sequence(value, textual))
        if len(values) != len(items):
            raise refused(f"needs {len(items)} values, got {len(values)}", details={"value": value})
        converted = []
        for place, (one, item) in enumerate(zip(values, items, strict=True)):
            converted += each([(place, one)], item, textual)
        return tuple(converted)

    return convert


def _dict_converter(shape: Shape) -> Convert:
    key = shape_converter(shape.items[0]) if shape.items else None
    item = shape_converter(shape.items[1]) if shape.items else None

    def convert(value: Any, textual: bool) -> Any:
        if textual and not isinstance(value, dict):
            from tooli.schema.text import read_dict

            value = read_dict([value] if isinstance(value, str) else value)
        if value.__class__ in _PLAIN or isinstance(value, (list, tuple, set)):
            raise refused(f"must be an object, not {type(value).__name__}", details={"value": value})
        if not isinstance(value, dict):
            value = _ask_pydantic(dict, value)
        if key is None or item is None:
            return dict(value)
        keys = each(((name, name) for name in value), key, textual)
        return dict(zip(keys, each(value.items(), item, textual), strict=True))

    return convert
