"""Simple values read as pydantic's lax mode reads them, without pydantic.

What is plainly valid or plainly not is decided here; anything unusual (a number for a date, a Decimal for an
int) is put to pydantic itself, so the two cannot disagree.
"""

from __future__ import annotations

from tooli.model import INPUTS
from tooli.schema import refused
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tooli.model import Shape
    from tooli.schema.invalid import Invalid

_INT = r"[+-]?[0-9]{1,4000}(\.0{1,9})?"
_FLOAT = r"[+-]?([0-9]{1,400}\.?[0-9]{0,400}|\.[0-9]{1,400})([eE][+-]?[0-9]{1,9})?"
_DECIMAL = r"[+-]?[0-9]{1,400}(\.[0-9]{1,400})?"
_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_TIME = r"[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{6})?"
_DATETIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{6})?"
_UUID = r"[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
_TRUE = frozenset({"true", "t", "yes", "y", "on", "1"})
_FALSE = frozenset({"false", "f", "no", "n", "off", "0"})
WORDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "date": "a date such as 2026-11-15",
    "datetime": "a date and time such as 2026-11-15T08:30:00",
    "time": "a time such as 08:30:00",
    "uuid": "a UUID",
    "decimal": "a decimal number",
    "path": "a path",
    "bytes": "base64 text",
    "none": "null",
}


def _is(pattern: str, text: str) -> bool:
    """Whether a text has a form; compiled when it is first asked for, as few commands need every form."""
    import re

    return re.fullmatch(pattern, text) is not None


def convert(shape: Shape, value: Any, textual: bool) -> Any:
    """Return the value as the shape's type, or raise `Invalid`; `textual` values are command-line text."""
    if textual and shape.choices:
        return _chosen(shape, value)
    if shape.kind in INPUTS:
        from tooli.schema.input_values import convert_input

        return convert_input(shape, value, textual)
    return _CONVERTERS[shape.kind](shape, value)


def _mismatch(shape: Shape, value: Any) -> Invalid:
    from tooli.schema.invalid import shown

    return refused(f"{shown(value)} is not {WORDS[shape.kind]}", {"value": value})


def _ask_pydantic(shape: Shape, value: Any) -> Any:
    from pydantic import TypeAdapter, ValidationError

    adapter = shape.__dict__.get("_adapter")
    if adapter is None:
        adapter = shape.__dict__["_adapter"] = TypeAdapter(shape.annotation)
    try:
        return adapter.validate_python(value)
    except ValidationError:
        raise not_a_choice(shape, value) if shape.choices else _mismatch(shape, value) from None


def _matching(pattern: str, make: Callable[[Shape, str], Any]) -> Callable[[Shape, Any], Any]:
    """Return a converter for text of one canonical form; other values are put to pydantic."""

    def read(shape: Shape, value: Any) -> Any:
        if value.__class__ is str and _is(pattern, value):
            try:
                return make(shape, value)
            except ValueError:
                raise _mismatch(shape, value) from None
        return _ask_pydantic(shape, value)

    return read


def _int(shape: Shape, value: Any) -> Any:
    if value.__class__ is str:
        if _is(_INT, value):
            return int(value.partition(".")[0])
        if not any(c.isdigit() for c in value):
            raise _mismatch(shape, value)
    return _ask_pydantic(shape, value)


def _float(shape: Shape, value: Any) -> Any:
    if value.__class__ is int and abs(value) < 2**53:
        return float(value)
    if value.__class__ is str and _is(_FLOAT, value):
        return float(value)
    return _ask_pydantic(shape, value)


def _bool(shape: Shape, value: Any) -> Any:
    if value.__class__ is str:
        word = value.lower()
        if word in _TRUE or word in _FALSE:
            return word in _TRUE
        raise _mismatch(shape, value)
    return _ask_pydantic(shape, value)


def _path(shape: Shape, value: Any) -> Any:
    if isinstance(value, shape.annotation):
        return value
    if value.__class__ is str:
        return shape.annotation(value)
    return _ask_pydantic(shape, value)


def _instance(shape: Shape, value: Any) -> bool:
    return value.__class__ is shape.annotation


def _kept(read: Callable[[Shape, Any], Any]) -> Callable[[Shape, Any], Any]:
    """Return a converter that keeps values that already are of the type."""
    return lambda shape, value: value if _instance(shape, value) else read(shape, value)


def _decimal(shape: Shape, value: Any) -> Any:
    return value if _instance(shape, value) and value.is_finite() else _written_decimal(shape, value)


def _chosen(shape: Shape, value: Any) -> Any:
    """Return the choice that text names: 1 for a number, true for a truth value; text itself comes first."""
    choices = list(shape.annotation) if shape.kind == "enum" else list(shape.choices)
    choices.sort(key=lambda choice: not isinstance(getattr(choice, "value", choice), str))
    for choice in choices:
        if value.__class__ is str and _spelling(choice) == value:
            return choice
    return _CONVERTERS[shape.kind](shape, value)


def _enum(shape: Shape, value: Any) -> Any:
    if isinstance(value, shape.annotation):
        return value
    if value.__class__ is str:
        try:
            return shape.annotation(value)
        except ValueError:
            pass
    return _unusual_choice(shape, value)


def _literal(shape: Shape, value: Any) -> Any:
    for choice in shape.choices:
        if choice.__class__ is value.__class__ and choice == value:
            return choice
    return _unusual_choice(shape, value)


def _unusual_choice(shape: Shape, value: Any) -> Any:
    if value.__class__ is str and all(choice.__class__ is str for choice in shape.choices):
        raise not_a_choice(shape, value)
    return _ask_pydantic(shape, value)


def _spelling(choice: Any) -> str:
    choice = getattr(choice, "value", choice)
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def not_a_choice(shape: Shape, value: Any) -> Invalid:
    """Return the mistake of a value that is none of the choices."""
    choices = [getattr(choice, "value", choice) for choice in shape.choices]
    listed = ", ".join(_spelling(choice) for choice in choices)
    from tooli.schema.invalid import shown

    return refused(f"{shown(value)} is not one of {listed}", {"value": value, "choices": choices}, "E1904")


def _bytes(shape: Shape, value: Any) -> Any:
    if isinstance(value, (bytearray, memoryview)):
        return bytes(value)
    if value.__class__ is str:
        import binascii

        try:
            padded = value.replace("-", "+").replace("_", "/")
            return binascii.a2b_base64(padded + "=" * (-len(padded) % 4), strict_mode=True)
        except ValueError:
            pass
    raise _mismatch(shape, value)


def _none(shape: Shape, value: Any) -> Any:
    if value is None:
        return None
    raise _mismatch(shape, value)


def _from_iso(shape: Shape, text: str) -> Any:
    return shape.annotation.fromisoformat(text)


def _construct(shape: Shape, text: str) -> Any:
    return shape.annotation(text)


_written_decimal = _matching(_DECIMAL, _construct)
_CONVERTERS: dict[str, Callable[[Shape, Any], Any]] = {
    "str": _ask_pydantic,
    "int": _int,
    "float": _float,
    "bool": _bool,
    "bytes": _kept(_bytes),
    "path": _path,
    "enum": _enum,
    "literal": _literal,
    "date": _kept(_matching(_DATE, _from_iso)),
    "datetime": _kept(_matching(_DATETIME, _from_iso)),
    "time": _kept(_matching(_TIME, _from_iso)),
    "uuid": _kept(_matching(_UUID, _construct)),
    "decimal": _decimal,
    "none": _none,
}
