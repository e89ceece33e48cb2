"""The one rule by which any Python value becomes JSON: None, bool, int, float, str, list, dict.

`shallow` holds the table of conversions, one step at a time; the C encoder calls it for the values it does
not know, and `to_plain` walks a whole value with it, knowing the path of every part. Types are recognised by
name or by shape, so that nothing is imported for a value that does not occur: this module may not import
datetime, decimal, enum, pathlib, uuid or pydantic, and dataclasses only inside a function.
"""

from __future__ import annotations

from _collections_abc import Iterable, Iterator, Mapping, Sized

from tooli.errors import InternalError, ToolError
from tooli.execute.encode import dump
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable
    from typing import Any

    Step = int | str | None
    Row = tuple[str, Any, object, list[str]]

__all__ = ["to_plain"]

_INFINITY = float("inf")
_KEY = "<key>"
_ELEMENT = None  # the step into a set, whose order is not known yet
_ANY_LIMIT_BITS = 2_000  # an int this short can be printed under every limit that Python accepts
_PATH_SHOWN = 160
_WARNINGS_SHOWN = 10  # a column of NaN must not cost its reader a line each


class NoRuleError(TypeError):
    """No conversion covers a value."""


class Numeral(str):
    """The text of an exact number: a string in JSON, and still a number in a table."""

    __slots__ = ()
    __tooli_number__ = True


def to_plain(value: object, warnings: list[str], path: str = "result") -> object:
    """Return `value` as JSON-able builtins; what was lost is added to `warnings`, named by its path."""
    walk = _Walk(value, [], path)
    try:
        plain = walk.plain(value)
    except ToolError:  # ours, or one that a lazy value raised on purpose
        raise
    except RecursionError as fault:
        raise walk.refusal("is nested too deep") from fault
    except Exception as fault:
        from traceback import format_exception_only

        said = format_exception_only(fault)[-1].strip()
        raise walk.refusal(f"cannot be read: {said}") from fault
    warnings += walk.warnings[:_WARNINGS_SHOWN]
    if len(walk.warnings) > _WARNINGS_SHOWN:
        warnings.append(f"{path}: {len(walk.warnings) - _WARNINGS_SHOWN} more values were changed likewise")
    return plain


def plain_text(value: object, warnings: list[str]) -> str:
    """Return the JSON text of `to_plain(value)`: the careful half of `encode`."""
    plain = to_plain(value, warnings)
    try:
        return dump(plain)
    except RecursionError as fault:  # the encoder's own limit can be below Python's
        raise _refusal("result", value, "is nested too deep") from fault


def shallow(value: Any, *, once: bool = False) -> object:
    """Return `value` one step nearer to JSON; raise `NoRuleError` if nothing here covers it.

    once: read also what can be read only one time, and so must not be read by an attempt that may fail.
    """
    kind = type(value)
    for base in kind.__mro__:
        module, rule = _RULES.get(base.__name__, _NO_ROW)
        if module == base.__module__:
            return rule(value)
    for mark, rule in _MARKS.items():
        if hasattr(kind, mark):
            return rule(value)
    if isinstance(value, Mapping):
        return dict(value.items())
    again = isinstance(value, Sized) and not isinstance(value, Iterator)
    if isinstance(value, Iterable) and not isinstance(value, type) and (once or again):
        return list(value)
    raise NoRuleError


def _base64(value: bytes | bytearray | memoryview) -> str:
    from binascii import b2a_base64

    return b2a_base64(bytes(value), newline=False).decode("ascii")


def _simple_set(value: set[Any] | frozenset[Any]) -> list[Any]:
    kinds = set(map(type, value))
    if len(kinds) > 1 or not kinds <= {int, str}:
        raise NoRuleError  # the walk orders any set
    return sorted(value)


def _moment(value: datetime.datetime | datetime.time) -> str:
    if value.utcoffset() is None:
        return value.isoformat()
    clock = value.replace(tzinfo=None).isoformat()
    # ISO 8601 has no seconds in an offset; Python prints them for the local times of long ago.
    zone = value.isoformat()[len(clock) :][:6]
    return clock + ("Z" if zone == "+00:00" else zone)


def _duration(value: datetime.timedelta) -> str:
    """Return the text that pydantic gives: a year is 365 days, and the sign stands in front."""
    sign = "-" if value.days < 0 else ""
    value = abs(value)
    years, days = divmod(value.days, 365)
    minutes, seconds = divmod(value.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    exact = f"{seconds}.{value.microseconds:06}".rstrip("0").rstrip(".") if value.microseconds else seconds
    date = "".join(f"{count}{unit}" for count, unit in ((years, "Y"), (days, "D")) if count)
    parts = ((hours, "H"), (minutes, "M"), (exact, "S"))
    time = "".join(f"{count}{unit}" for count, unit in parts if count)
    if not date and not time:
        return "PT0S"
    return f"{sign}P{date}T{time}" if time else f"{sign}P{date}"


def _model(value: Any) -> object:
    # Python's mode, not JSON's: sets, bytes and NaN inside a model then follow the rules of this module.
    if hasattr(value, "model_dump"):
        return value.model_dump()
    return value.__pydantic_serializer__.to_python(value)


def _fields(value: Any) -> dict[str, Any]:
    from dataclasses import fields

    return {field.name: getattr(value, field.name) for field in fields(value)}


def _path(value: Any) -> str:
    from os import fsdecode

    return fsdecode(value)


_RULES: dict[str, tuple[str, Callable[[Any], object]]] = {
    "bytes": ("builtins", _base64),
    "bytearray": ("builtins", _base64),
    "memoryview": ("builtins", _base64),
    "set": ("builtins", _simple_set),
    "frozenset": ("builtins", _simple_set),
    "Enum": ("enum", lambda value: value.value),
    "Decimal": ("decimal", Numeral),
    "UUID": ("uuid", str),
    "datetime": ("datetime", _moment),
    "date": ("datetime", lambda value: value.isoformat()),
    "time": ("datetime", _moment),
    "timedelta": ("datetime", _duration),
    "UserString": ("collections", str),
    # A model's fields are often of these types; their text is what pydantic gives (a secret's is masked).
    "IPv4Address": ("ipaddress", str),
    "IPv4Network": ("ipaddress", str),
    "IPv6Address": ("ipaddress", str),
    "IPv6Network": ("ipaddress", str),
    "AnyUrl": ("pydantic.networks", str),
    "MongoDsn": ("pydantic.networks", str),
    "NatsDsn": ("pydantic.networks", str),
    "PostgresDsn": ("pydantic.networks", str),
    "Secret": ("pydantic.types", str),
    "SecretBytes": ("pydantic.types", str),
    "SecretStr": ("pydantic.types", str),
    "SecretInput": ("tooli.model.secret", str),
}
"""Name of a class → its module and conversion; it holds for subclasses too."""

_NO_ROW = ("", str)

_MARKS: dict[str, Callable[[Any], object]] = {
    "__tooli_content__": lambda value: value.to_plain(),
    "__pydantic_serializer__": _model,
    "__dataclass_fields__": _fields,
    "__fspath__": _path,
}
"""Attribute of a class → conversion. A dataclass that is also a path stays an object, as its schema says."""


class _Walk:
    """One walk through a value: where it is, what is open around it, what was lost so far."""

    def __init__(self, root: object, warnings: list[str], path: str) -> None:
        self.root = root
        self.warnings = warnings
        self.path = path
        # A failure leaves both as they are, which tells where it happened.
        self.trail: list[Step] = []
        self.open: dict[int, object] = {}

    def plain(self, value: object) -> object:
        """Return `value` as JSON-able builtins."""
        if value is None or value is True or value is False:
            return value
        if isinstance(value, (str, int, float)):
            return self.scalar(value)
        if id(value) in self.open:
            raise _refusal(self.where(), value, "contains itself")
        self.open[id(value)] = value
        if isinstance(value, dict):
            plain: object = self.members(list(value.items()))
        elif isinstance(value, (list, tuple)):
            plain = self.items(list(value))
        elif isinstance(value, (set, frozenset)):
            plain = self.ordered(list(value))
        else:
            plain = self.converted(value)
        del self.open[id(value)]
        return plain

    def scalar(self, value: str | int | float) -> object:
        """Return a str, int or float without a foreign subclass and without what JSON cannot hold."""
        if isinstance(value, Numeral) and value.isascii():
            return value
        if isinstance(value, str):
            return self.text(str.__str__(value))
        if isinstance(value, int):
            value = int.__int__(value)
            if value.bit_length() > _ANY_LIMIT_BITS and not _printable(value):
                raise _refusal(self.where(), value, "has more digits than Python reads or prints")
            return value
        value = float.__float__(value)
        if -_INFINITY < value < _INFINITY:
            return value
        name = "Infinity" if value > 0 else "-Infinity" if value < 0 else "NaN"
        self.warn(f"{name} became null")
        return None

    def text(self, value: str) -> str:
        """Return `value` with its lone surrogates replaced; two that make a pair become their character."""
        try:
            value.encode()
        except UnicodeEncodeError:
            units = value.encode("utf-16-le", "surrogatepass")
            fixed = units.decode("utf-16-le", "replace")
            if fixed.count("\ufffd") > value.count("\ufffd"):
                self.warn("a lone surrogate became U+FFFD")
            return fixed
        return value

    def members(self, pairs: list[tuple[object, object]]) -> dict[str, object]:
        """Return an object; of two keys with the same text the last one stays, as in any JSON reader."""
        plain: dict[str, object] = {}
        self.trail.append(_KEY)
        for key, value in pairs:
            self.trail[-1] = _KEY
            name = self.key(key)
            self.trail[-1] = name
            if name in plain:
                self.warn("two keys have this text; the last one stays")
            plain[name] = self.plain(value)
        self.trail.pop()
        return plain

    def key(self, value: object) -> str:
        """Return the text of a key: what its value would be, in JSON's words."""
        plain = self.plain(value)
        if isinstance(plain, str):
            return plain
        if isinstance(plain, (list, dict)):
            raise _refusal(self.where(), value, "cannot be a key")
        return dump(plain)

    def items(self, values: list[object]) -> list[object]:
        """Return an array."""
        plain: list[object] = []
        self.trail.append(0)
        for index, value in enumerate(values):
            self.trail[-1] = index
            plain.append(self.plain(value))
        self.trail.pop()
        return plain

    def ordered(self, values: list[object]) -> list[object]:
        """Return a set as an array: by value where values compare, else by JSON text."""
        outer = self.warnings
        self.trail.append(_ELEMENT)
        start = len(self.where())
        rows: list[Row] = []
        for value in values:
            self.warnings = []
            plain = self.plain(value)
            rows.append((dump(plain), value, plain, self.warnings))
        self.warnings = outer
        self.trail.pop()
        for index, row in enumerate(rows := _sort(rows)):
            outer.extend(f"{self.where()}[{index}]{warning[start:]}" for warning in row[3])
        return [row[2] for row in rows]

    def converted(self, value: object) -> object:
        """Return what the table of conversions makes of `value`."""
        try:
            nearer = shallow(value, once=True)
        except NoRuleError:
            raise _refusal(self.where(), value, "cannot be written as JSON") from None
        return self.plain(nearer)

    def warn(self, what: str) -> None:
        """Say what was lost, and where."""
        self.warnings.append(f"{self.where()}: {what}")

    def where(self) -> str:
        """Return the path of the part that the walk is at."""
        return self.path + "".join(map(_step_text, self.trail))

    def refusal(self, why: str) -> InternalError:
        """Return the error for the innermost open part."""
        return _refusal(self.where(), next(reversed(self.open.values()), self.root), why)


def _sort(rows: list[Row]) -> list[Row]:
    rows.sort(key=lambda row: row[0])
    try:
        # Sorted twice: where an order is partial (sets, NaN), what it leaves open follows the text.
        return sorted(rows, key=lambda row: row[1])
    except (TypeError, ValueError, ArithmeticError):
        return rows


def _printable(value: int) -> bool:
    try:
        int.__repr__(value)
    except ValueError:
        return False
    return True


def _step_text(step: Step) -> str:
    if step is _ELEMENT:
        return "[]"
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if step == _KEY or step.isidentifier() else f"[{dump(step)}]"


def _refusal(path: str, value: object, why: str) -> InternalError:
    if len(path) > _PATH_SHOWN:
        path = f"{path[:_PATH_SHOWN]}…"
    kind = type(value)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    return InternalError(f"{path}: this {name} {why}", code="E5902", details={"path": path, "type": name})
