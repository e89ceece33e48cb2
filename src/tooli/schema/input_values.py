"""Values of params that are read before the command runs: paths, URLs, `-`, data; and secrets.

They are checked here as far as looking goes, and read by the pipeline's resolve step.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tooli.schema.invalid import Invalid, shown

if TYPE_CHECKING:
    from tooli.model import Shape

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


def is_url(text: str) -> bool:
    """Whether text is an http or https URL."""
    return text[:8].lower().startswith(("http://", "https://"))


def convert_input(shape: Shape, value: Any, textual: bool) -> Any:
    """Return where an input comes from, or raise `Invalid`; the command line alone has `-` for stdin."""
    if shape.kind == "secret":
        return _secret(shape, value, textual)
    if getattr(type(value), "__tooli_input__", None) == "stdin" or isinstance(value, bytes):
        return value
    if isinstance(value, os.PathLike):
        return _path(os.fsdecode(value))
    if not isinstance(value, str):
        raise Invalid(
            f"{type(value).__name__} is neither a path nor a URL; data goes into StdinOr.of(...)",
            details={"value": value},
        )
    if value == "-":
        if textual:
            return value
        raise Invalid("- stands for stdin on the command line only", details={"value": value})
    if is_url(value):
        return _url(value)
    if _SCHEME.match(value) and not os.path.exists(value):
        raise Invalid(f"{shown(value)} is not an http or https URL", details={"value": value})
    return _path(value)


def _url(text: str) -> str:
    try:
        parts = urlsplit(text)
        known = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        known = False
    if not known or any(letter.isspace() or not letter.isprintable() for letter in text):
        raise Invalid(f"{shown(text)} is not a valid URL", details={"value": text})
    if parts.username is not None:
        raise Invalid("a URL that holds a user name or password is not read")
    return text


def _path(text: str) -> str:
    if not os.path.exists(text):
        raise Invalid(f"{shown(text)} does not exist", "E1907", details={"value": text})
    if os.path.isdir(text):
        raise Invalid(f"{shown(text)} is a directory, not a file")
    if not os.access(text, os.R_OK):
        raise Invalid(f"{shown(text)} is not readable")
    return text


def _secret(shape: Shape, value: Any, textual: bool) -> Any:
    """Return a secret's value or its file; on the command line only the resolve step can tell which it is."""
    if textual or isinstance(value, os.PathLike) or getattr(type(value), "__tooli_input__", "") == "secret":
        return value
    from tooli.schema import shape_converter

    return shape_converter(shape.items[0])(value, False)
