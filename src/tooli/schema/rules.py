"""Rules beyond the type: bounds, paths that must exist, the developer's callback."""

from __future__ import annotations

import os

from tooli.schema import invalid_types, refused
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from tooli.model import Param
    from tooli.schema.invalid import Invalid

PATH_RULES = frozenset(
    {"exists", "file_okay", "dir_okay", "readable", "writable", "resolve_path", "allow_dash", "path_type"}
)
"""Settings about a path; they hold for a param of type str too."""


def apply_rules(param: Param, value: Any, warnings: list[str]) -> Any:
    """Return the value with every rule of its param applied, or raise `Invalid`."""
    note = param.settings.get("deprecated")
    if note:
        warnings.append(f"{param.name} is deprecated{f': {note}' if isinstance(note, str) else ''}")
    return _ruled(param, value)


def check_default(param: Param, arguments: dict[str, Any], found: list[tuple[Param, Invalid]]) -> None:
    """Apply the rules to a default too: a path may be gone, a callback may compute, as in Click and Typer."""
    try:
        arguments[param.name] = _ruled(param, arguments[param.name])
    except invalid_types() as error:
        found += [(param, mistake) for mistake in error.mistakes]


def _ruled(param: Param, value: Any) -> Any:
    settings = param.settings
    if param.shape.inner.multiple and isinstance(value, (list, tuple, set, frozenset)):
        from tooli.schema.containers import each

        value = type(value)(each(enumerate(value), lambda item, _: _apply(settings, item), False))
    else:
        value = _apply(settings, value)
    callback = settings.get("callback")
    return value if callback is None else _call_back(callback, value)


def _apply(settings: Mapping[str, Any], value: Any) -> Any:
    if value is None:
        return None
    if "min" in settings or "max" in settings:
        value = _bounded(settings, value)
    if isinstance(value, (str, os.PathLike)) and not PATH_RULES.isdisjoint(settings):
        value = _checked_path(settings, value)
    return value


def _bounded(settings: Mapping[str, Any], value: Any) -> Any:
    low, high = settings.get("min"), settings.get("max")
    for bound, beyond, word in (
        (low, low is not None and value < low, "at least"),
        (high, high is not None and value > high, "at most"),
    ):
        if beyond:
            if settings.get("clamp"):
                return bound
            from tooli.schema.invalid import cut, shown

            given = shown(value) if isinstance(value, int) else cut(str(value))
            raise refused(f"{given} is not {word} {bound}", {"value": value, "bound": bound})
    return value


def _checked_path(settings: Mapping[str, Any], value: Any) -> Any:
    text = os.fspath(value)
    if not (text == "-" and settings.get("allow_dash")):
        mistake = _path_mistake(settings, text)
        if mistake is not None:
            code = "E1907" if mistake == "does not exist" else "E1903"
            from tooli.schema.invalid import shown

            raise refused(f"{shown(text)} {mistake}", {"value": text}, code)
        if settings.get("resolve_path"):
            value = type(value)(os.path.realpath(text))
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
        from tooli.schema.invalid import shown

        raise refused(str(error) or f"{shown(value)} was refused") from None
