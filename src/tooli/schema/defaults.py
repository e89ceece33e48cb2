"""A default value as JSON data, by the rules of the encoder; this floor may not import the encoder itself."""

from __future__ import annotations

import json
import os
from typing import Any

from tooli.types import UNSET, Unset


def default_value(value: Any) -> Any:
    """Return a value as JSON data; UNSET when there is none, or when JSON has no form for it."""
    if isinstance(value, Unset):
        return UNSET
    try:
        return _plain(value)
    except (TypeError, ValueError):  # pydantic's own is a ValueError
        return UNSET


def _plain(value: Any) -> Any:
    if value is None or value.__class__ in (str, int, bool):
        return value
    if hasattr(value, "__fspath__"):
        return os.fspath(value)
    if isinstance(value, (bytes, bytearray)):
        from base64 import b64encode

        return b64encode(value).decode("ascii")
    if isinstance(value, dict):
        return {key if isinstance(key, str) else _key(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return _ordered(value)
    if hasattr(value, "model_dump"):
        return _plain(value.model_dump())
    if hasattr(value, "__dataclass_fields__"):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    from pydantic_core import to_jsonable_python

    return to_jsonable_python(value, inf_nan_mode="null")


def _key(value: Any) -> str:
    plain = _plain(value)
    return plain if isinstance(plain, str) else json.dumps(plain)


def _ordered(values: Any) -> list[Any]:
    """Return a set in an order that is the same on every run."""
    try:
        return [_plain(value) for value in sorted(values)]
    except TypeError:
        return sorted((_plain(value) for value in values), key=json.dumps)
