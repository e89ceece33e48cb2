"""Rules beyond the type: bounds, paths that must exist, dates in other formats, the developer's callback."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tooli.schema.invalid import Invalid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tooli.model.param import Param


def apply_rules(param: Param, value: Any, warnings: list[str]) -> Any:
    """Return the value with every rule of its param applied, or raise `Invalid`."""
    settings = param.settings
    shape = param.shape.inner
    if value is not None:
        if shape.multiple and isinstance(value, (list, tuple, set, frozenset)):
            value = type(value)(
                [
                    _apply(shape.items[0].kind if shape.items else "", settings, v, (i,))
                    for i, v in enumerate(value)
                ]
            )
        else:
            value = _apply(shape.kind, settings, value, ())
    if settings.get("deprecated"):
        note = settings["deprecated"]
        warnings.append(f"{param.name} is deprecated{f': {note}' if isinstance(note, str) else ''}")
    callback = settings.get("callback")
    if callback is not None:
        value = _call_back(callback, value)
    return value


def _apply(kind: str, settings: Mapping[str, Any], value: Any, where: tuple[int, ...]) -> Any:
    if "min" in settings or "max" in settings:
        value = _bounded(settings, value, where)
    if kind == "path" or "exists" in settings:
        value = _checked_path(settings, value, where)
    return value


def _bounded(settings: Mapping[str, Any], value: Any, where: tuple[int, ...]) -> Any:
    low, high = settings.get("min"), settings.get("max")
    for bound, beyond, word in (
        (low, low is not None and value < low, "at least"),
        (high, high is not None and value > high, "at most"),
    ):
        if beyond:
            if settings.get("clamp"):
                return bound
            raise Invalid(
                f"{value} is not {word} {bound}", where=where, details={"value": value, "bound": bound}
            )
    return value


def _checked_path(settings: Mapping[str, Any], value: Any, where: tuple[int, ...]) -> Any:
    text = os.fspath(value)
    if text == "-" and settings.get("allow_dash"):
        return value
    if settings.get("resolve_path"):
        value = type(value)(os.path.realpath(text))
    mistake = _path_mistake(settings, text)
    if mistake is not None:
        code = "E1907" if mistake == "does not exist" else "E1903"
        raise Invalid(f"{text!r} {mistake}", code, where, {"value": text})
    if "path_type" in settings:
        value = settings["path_type"](value)
    return value


def _path_mistake(settings: Mapping[str, Any], text: str) -> str | None:
    if not os.path.exists(text):
        return "does not exist" if settings.get("exists") else None
    if os.path.isdir(text) and not settings.get("dir_okay", True):
        return "is a directory"
    if os.path.isfile(text) and not settings.get("file_okay", True):
        return "is a file, not a directory"
    if settings.get("readable") and not os.access(text, os.R_OK):
        return "is not readable"
    if settings.get("writable") and not os.access(text, os.W_OK):
        return "is not writable"
    return None


def _call_back(callback: Any, value: Any) -> Any:
    """Run the developer's own check; what it raises as ValueError is the caller's mistake."""
    try:
        return callback(value)
    except ValueError as error:
        raise Invalid(str(error) or f"{value!r} was refused") from None
