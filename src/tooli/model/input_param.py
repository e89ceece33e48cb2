"""Params of type `StdinOr` and `SecretInput`: how they are spelt, and what cannot be said of them."""

from __future__ import annotations

from typing import Any

from tooli.model import Shape
from tooli.model.marked import is_field
from tooli.model.unsupported import UnsupportedTypeError

_NAMES = {"stdin": "StdinOr", "secret": "SecretInput"}
_OF_VALUES = (
    "min",
    "max",
    "clamp",
    "formats",
    "case_sensitive",
    "count",
    "is_flag",
    "flag_value",
    "callback",
)
_OF_PATHS = ("exists", "file_okay", "dir_okay", "readable", "writable", "resolve_path", "path_type")


def check_input(
    name: str,
    kind: str,
    shape: Shape,
    *,
    names: tuple[Any, ...],
    settings: dict[str, Any],
    metadata: tuple[Any, ...],
) -> tuple[Any, ...]:
    """Return the spellings of an input, and complete its settings; refuse what could never hold."""
    type_name = _NAMES[shape.input]
    for setting in (*_OF_VALUES, *_OF_PATHS):
        if setting in settings:
            raise UnsupportedTypeError(f"{setting}= does not go with {type_name}")
    for item in metadata:
        if item.metadata if is_field(item) else not (isinstance(item, str) or hasattr(item, "documentation")):
            raise UnsupportedTypeError(f"{item!r} does not go with {type_name}")
        words = getattr(item, "description", None) or getattr(item, "documentation", None)
        if words:
            settings.setdefault("help", words)
    if shape.input != "secret":
        return names
    if kind == "variadic":
        raise UnsupportedTypeError(f"{type_name} cannot be given by position")
    settings["hide_input"] = True
    settings["allow_from_autoenv"] = False  # a variable is read only if it was declared
    settings.setdefault("prompt", True)
    settings.setdefault("prompt_required", False)
    return tuple(map(file_spelling, names)) or (file_spelling("--" + name.strip("_").replace("_", "-")),)


def file_spelling(spelling: Any) -> Any:
    """Return how the file is named that holds a secret: `--password` becomes `--password-file`."""
    if not isinstance(spelling, str) or not spelling.startswith("--") or spelling.endswith("-file"):
        return spelling
    return f"{spelling}-file"
