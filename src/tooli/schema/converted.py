"""Params whose text becomes a value in the developer's way: `parser=`, `formats=`, `case_sensitive=False`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tooli.schema import is_simple, shape_converter
from tooli.schema.containers import each
from tooli.schema.invalid import Invalid, shown

if TYPE_CHECKING:
    from tooli.model import Param, Shape
    from tooli.schema import Convert

Read = Callable[[str], Any]


def special_converter(param: Param) -> Convert | None:
    """Return the function that converts a param's values, or None when its settings change nothing."""
    settings, shape = param.settings, param.shape.inner
    item = shape.items[0].inner if shape.multiple and shape.items else shape
    if "parser" in settings:
        one = _parsed(item, settings["parser"])
        return _many(shape, one) if item is not shape else one
    if not is_simple(param):
        return None
    if "formats" in settings and item.kind in ("datetime", "date", "time"):
        return _before(param.shape, _formatted(item, tuple(settings["formats"])))
    if settings.get("case_sensitive") is False and item.choices:
        return _before(param.shape, _caseless(item))
    return None


def _many(shape: Shape, one: Convert) -> Convert:
    make = {"set": set, "frozenset": frozenset, "tuple": tuple}.get(shape.kind, list)

    def convert(value: Any, textual: bool) -> Any:
        values = value if isinstance(value, (list, tuple, set, frozenset)) else [value]
        return make(each(enumerate(values), one, textual))

    return convert


def _parsed(shape: Shape, parser: Read) -> Convert:
    """Return a converter that has the developer's parser read text; other values must be of the type."""
    expected = shape.annotation if isinstance(shape.annotation, type) else object

    def convert(value: Any, textual: bool) -> Any:
        if not isinstance(value, str):
            if value is None or isinstance(value, expected):
                return value
            raise Invalid(f"{shown(value)} is neither text nor {expected.__name__}", details={"value": value})
        try:
            return parser(value)
        except (ValueError, TypeError) as error:
            raise Invalid(
                str(error) or f"{shown(value)} cannot be parsed", details={"value": value}
            ) from None

    return convert


def _before(shape: Shape, read: Read) -> Convert:
    """Return the shape's own converter, with `read` applied to every text first."""
    exact = shape_converter(shape)

    def prepare(value: Any) -> Any:
        if isinstance(value, str):
            return read(value)
        many = isinstance(value, (list, tuple, set, frozenset))
        return [prepare(item) for item in value] if many else value

    return lambda value, textual: exact(prepare(value), textual)


def _formatted(shape: Shape, formats: tuple[str, ...]) -> Read:
    import datetime

    def read(text: str) -> Any:
        for form in formats:
            try:
                moment = datetime.datetime.strptime(text, form)
            except ValueError:
                continue
            if shape.kind == "datetime":
                return moment
            return moment.date() if shape.kind == "date" else moment.timetz()
        raise Invalid(
            f"{shown(text)} does not match {' or '.join(formats)}",
            details={"value": text, "formats": list(formats)},
        )

    return read


def _caseless(shape: Shape) -> Read:
    spelt = {choice.casefold(): choice for choice in shape.choices if isinstance(choice, str)}
    return lambda text: spelt.get(text.casefold(), text)
