"""Values written in another form than the type's: `1,000`, `three`, `2026/11/15`, `{'a': 1}`."""

from __future__ import annotations

from tooli.schema.fix import Fix
from tooli.schema.invalid import cut
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tooli.model import Shape

NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
SECONDS = {"s": 1, "sec": 1, "secs": 1, "seconds": 1, "ms": 0.001, "m": 60, "min": 60, "h": 3600}


def fix_format(shape: Shape, value: Any, name: str = "") -> Fix | None:
    """Return the value in the form its type wants, or None; the param's name may tell its unit."""
    meant = _meant(shape, value) or _without_unit(shape, value, name)
    if meant is None or meant[0] == value:
        return None
    new, kind = meant
    if isinstance(value, str) and kind == "format":
        from tooli.schema.fix_json import is_cut_short

        kind = "guess" if is_cut_short(value) else kind
    if new == [value]:
        return Fix(kind=kind, words="Write it as a list.", value=new)
    if isinstance(new, (dict, list)):
        return Fix(kind=kind, words="Write it as JSON.", value=new)
    if isinstance(new, str) and str(value) == new:
        return Fix(kind=kind, words=f"Write {_shown(new)} as text.", value=new)
    return Fix(kind=kind, words=f"Write {_shown(new)} instead of {_shown(value)}.", value=new)


def _shown(value: Any) -> str:
    return cut(str(value), 40)


def _meant(shape: Shape, value: Any) -> tuple[Any, str] | None:
    if isinstance(value, str):
        text = value.strip()
        reader = _READERS.get(shape.kind)
        if reader is not None and text[:1] == "{" and reader not in (_data, _many):
            return _unwrapped(shape, text)
        return reader(shape, text) if reader is not None else None
    if isinstance(value, dict) and shape.kind in _READERS:
        return _out_of(shape, value)
    if isinstance(value, list) and len(value) == 1 and not shape.multiple:
        return value[0], "format"
    if shape.multiple and isinstance(value, (int, float, bool)):
        return [value], "format"
    if shape.kind == "str" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value), "format"
    return None


def _out_of(shape: Shape, value: dict[str, Any]) -> tuple[Any, str] | None:
    """Take a value out of an object that somebody put around it, or an object as the only one of a list."""
    inside = next(iter(value.values())) if len(value) == 1 else None
    item = shape.items[0].inner.kind if shape.multiple and shape.items else ""
    if item in ("dict", "model", "rich") and not isinstance(inside, list):
        return [value], "format"
    if len(value) != 1 or (shape.kind in ("dict", "model", "rich") and not isinstance(inside, dict)):
        return None
    return inside, "format"


def _unwrapped(shape: Shape, text: str) -> tuple[Any, str] | None:
    """Read an object with one value where the value itself is wanted."""
    found = _data(shape, text)
    if found is None or not isinstance(found[0], dict) or len(found[0]) != 1:
        return None
    return str(next(iter(found[0].values()))), "format"


def _whole(shape: Shape, text: str) -> tuple[Any, str] | None:
    number = _number(text)
    return (int(number), "format") if number is not None and number == int(number) else None


def _real(shape: Shape, text: str) -> tuple[Any, str] | None:
    number = _number(text)
    return None if number is None else (number, "format")


def _number(text: str) -> float | None:
    """Read a number that somebody wrote with separators, as a word, in quotes, brackets or with a suffix."""
    bare = text.strip("\"'[]() ").lower()
    if bare in NUMBERS:
        return NUMBERS.index(bare)
    grouped = bare.replace("_", "").replace(" ", "")
    head, comma, tail = grouped.partition(",")
    if comma:  # 1,000 and 12,345.5, but not 1,5
        groups = tail.split(".")[0].split(",")
        if not all(len(group) == 3 for group in groups) or len(head.lstrip("+-")) > 3:
            return None
        grouped = grouped.replace(",", "")
    try:
        number = float(grouped)
        return number if abs(number) < 1e15 else None
    except ValueError:
        pass
    try:
        return int(grouped, 0)
    except ValueError:
        return 1000 * float(grouped[:-1]) if grouped.endswith("k") and _is_plain(grouped[:-1]) else None


def _is_plain(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


def _without_unit(shape: Shape, value: Any, name: str) -> tuple[Any, str] | None:
    """Read `45min` for minutes, `512MB` for memory_mb, `800px`, `$19.99`: the unit is the param's own."""
    if not isinstance(value, str) or shape.kind not in ("int", "float", "decimal"):
        return None
    text = value.strip().lstrip("$ ")
    number = text.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ% ")
    unit = text[len(number) :].strip().lower().replace("%", "percent")
    known = unit in ("", "px", "pt") or any(
        word.startswith(unit) and len(unit) > 1 for word in name.lower().split("_")
    )
    if not known or not _is_plain(number) or number == value:
        return None
    return (int(number) if shape.kind == "int" and number.isdigit() else number), "guess"


def seconds(text: str) -> Fix | None:
    """Return a duration such as `30s` as a number of seconds."""
    number = text.strip().rstrip("abcdefghijklmnopqrstuvwxyz ").strip()
    scale = SECONDS.get(text.strip()[len(number) :].strip())
    try:
        value = float(number) * (scale or 0)
    except ValueError:
        return None
    shown = f"{value:g}"
    return Fix(kind="format", words=f"Write {shown} seconds.", value=shown) if value > 0 else None


def truth(text: str) -> bool | None:
    """Return what a word says: yes, no, or neither."""
    word = text.strip("\"'[]() ").lower()
    if word in ("true", "t", "yes", "y", "on", "1", "enable", "enabled"):
        return True
    return (
        False
        if word in ("false", "f", "no", "n", "off", "0", "disable", "disabled", "none", "null")
        else None
    )


def _truth(shape: Shape, text: str) -> tuple[Any, str] | None:
    on = truth(text)
    return None if on is None else ("true" if on else "false", "format")


def _day(shape: Shape, text: str) -> tuple[Any, str] | None:
    from tooli.schema.fix_date import read_date

    return read_date(text, with_time=False)


def _moment(shape: Shape, text: str) -> tuple[Any, str] | None:
    from tooli.schema.fix_date import read_date

    return read_date(text, with_time=True)


def _data(shape: Shape, text: str) -> tuple[Any, str] | None:
    from tooli.schema.fix_json import read_loosely

    found = read_loosely(text)
    if found is None:
        return None
    return (found, "format") if isinstance(found, (dict, list)) else None


def _many(shape: Shape, text: str) -> tuple[Any, str] | None:
    if text[:1] in ("[", "("):
        return _data(shape, text)
    parts = [part.strip() for part in text.split(",")] if "," in text else [text]
    return parts, "format"


_READERS: dict[str, Callable[[Shape, str], tuple[Any, str] | None]] = {
    "int": _whole,
    "float": _real,
    "decimal": _real,
    "bool": _truth,
    "date": _day,
    "datetime": _moment,
    "dict": _data,
    "model": _data,
    "rich": _data,
    "list": _many,
    "set": _many,
    "frozenset": _many,
    "tuple": _many,
}
