"""What a marker says, checked against the param it stands on. Whoever calls adds command and param."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tooli.model import Shape
from tooli.model.unsupported import UnsupportedTypeError
from tooli.types import UNSET

_UNORDERED = frozenset({"str", "bool", "bytes", "path", "enum", "literal", "none", "dict", "model"})
"""Kinds whose values have no least and greatest."""
_MOMENTS = ("datetime", "date", "time")


def check_settings(settings: Mapping[str, Any], shape: Shape, kind: str, default: Any) -> None:
    """Refuse settings that could never hold for a param; `default` is the one Python has."""
    if not settings:
        return
    inner = shape.inner
    item = inner.items[0].inner if inner.multiple and inner.items else inner
    for bound in ("min", "max"):
        if bound in settings and item.kind in _UNORDERED:
            raise UnsupportedTypeError(f"{bound}= needs a number or a date, not {item.kind}")
    if "formats" in settings and item.kind not in _MOMENTS:
        raise UnsupportedTypeError("formats= needs a datetime, date or time")
    if settings.get("count") and inner.kind != "int":
        raise UnsupportedTypeError("count=True needs an int")
    if settings.get("expose_value") is False and (default is UNSET or kind in ("positional", "variadic")):
        raise UnsupportedTypeError(
            "expose_value=False keeps the value from the function: give the param a default"
        )
    for name in ("callback", "parser"):
        if name in settings:
            _check_takes_one(name, settings[name])


def _check_takes_one(name: str, function: Any) -> None:
    if not callable(function):
        raise UnsupportedTypeError(f"{name}= must be a function")
    code = getattr(function, "__code__", None)
    if code is None:
        return
    bound = 1 if hasattr(function, "__self__") else 0
    needed = code.co_argcount - len(function.__defaults__ or ()) - bound
    accepted = code.co_argcount - bound
    if needed > 1 or (accepted < 1 and not code.co_flags & 0x04):
        raise UnsupportedTypeError(f"{name}= must take one argument, the value")
