"""Command-line text becomes data, where one string is not simply the value.

JSON, `@file`, `key=value`, dotted options. What the data means is decided by the validator.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from tooli.schema.invalid import Invalid, shown
from tooli.types import Unset

if TYPE_CHECKING:
    from tooli.model import Param, Shape

    Token = str | tuple[tuple[str, ...], str]
    """What one option gave: its text, or the dotted path after the param's name and its text."""


_OBJECTS = ("model", "dict", "rich")
LARGEST = 1 << 26
"""Bytes of a file that `@file` stands for."""
TOO_DEEP = "it is nested too deep"


def read_text(param: Param, tokens: Any) -> Any:
    """Return the data that a param's tokens stand for."""
    if isinstance(tokens, str):
        tokens = [tokens]
    shape = param.shape.inner
    if shape.kind == "dict":
        return read_dict(tokens)
    dotted = any(isinstance(token, tuple) for token in tokens)
    if shape.kind == "model" or dotted:
        return _read_model(tokens)
    if shape.multiple:
        item = shape.items[0].inner.kind if shape.items else "any"
        return [_read_item(token, item) for token in tokens]
    if shape.kind == "fixed":
        return list(tokens)
    token = tokens[-1] if isinstance(tokens, list) else tokens
    if shape.kind == "rich" and isinstance(token, str) and token[:1] in "{[":
        return _json_or_text(token)
    if (
        shape.kind == "union"
        and token[:1] == "@"
        and any(item.inner.kind in _OBJECTS for item in shape.items)
    ):
        return _from_file(token)
    return token


def read_data(param: Param, tokens: Any, mistake: Invalid) -> Any:
    """Return the data that a mistake in a param's tokens was found in."""
    return read_text(param, tokens) if isinstance(mistake.whole, Unset) else mistake.whole


def _read_item(token: Any, kind: str) -> Any:
    if kind in ("model", "dict", "rich", "union", "list", "fixed") and token[:1] in ("{", "["):
        return _json_or_text(token)
    if kind in ("model", "dict") and token[:1] == "@":
        return _from_file(token)
    return token


def _json_or_text(token: str) -> Any:
    try:
        return parsed(token)
    except ValueError:
        return token


def split_variable(shape: Shape, text: str) -> list[str]:
    """Take a variable apart: at white space, paths at the platform's separator, as in Click and Typer."""
    if shape.items and shape.items[0].inner.kind == "path":
        return [part for part in text.split(os.pathsep) if part]
    return text.split()


def read_list(text: str) -> list[Any]:
    """Read a list inside another container: a JSON array, else the text is its only item."""
    data = _json_or_text(text) if text.lstrip()[:1] == "[" else text
    return data if isinstance(data, list) else [text]


def parsed(text: str) -> Any:
    """Parse JSON text, or raise a `ValueError` that says where it breaks."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None


def read_json(text: str) -> Any:
    """Parse JSON text a caller gave, or say where it breaks."""
    try:
        return parsed(text)
    except ValueError as error:
        raise Invalid(f"not valid JSON: {error}", "E1908", details={"value": text}) from None


def _from_file(token: str) -> Any:
    """Read the JSON of `@file.json`."""
    path = token[1:]
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:  # a device may have no end
            raise Invalid(f"{shown(path)} has more than {LARGEST >> 20} MiB", details={"value": token})
        text = data.decode("utf-8-sig")  # some editors begin a file with a mark
    except FileNotFoundError:
        raise Invalid(f"{shown(path)} does not exist", "E1907", details={"value": token}) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise Invalid(f"{shown(path)} cannot be read: {reason}", "E1908", details={"value": token}) from None
    return read_json(text)


def read_dict(tokens: list[Token]) -> Any:
    """Read a dict from one JSON object, `@file`, dotted options, or repeated `key=value`."""
    pairs: dict[str, Any] = {}
    parts: dict[str, Any] = {}
    for token in tokens:
        if not isinstance(token, str):
            _put(parts, token[0], token[1])
        elif token[:1] == "@":
            pairs.update(_object(_from_file(token), token))
        elif token.lstrip()[:1] in ("{", "["):
            pairs.update(_object(read_json(token), token))
        else:
            key, equals, value = token.partition("=")
            if not equals:
                raise Invalid(
                    f"{shown(token)} is neither key=value nor a JSON object", details={"value": token}
                )
            pairs[key] = value
    return _merged(pairs, parts)


def _object(data: Any, token: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise Invalid("must be a JSON object", details={"value": token})
    return data


def _read_model(tokens: list[Token]) -> Any:
    """Read an object from JSON or `@file`, with dotted options laid over it."""
    data: Any = {}
    parts: dict[str, Any] = {}
    for token in tokens:
        if isinstance(token, str):
            whole = _from_file(token) if token[:1] == "@" else read_json(token)
            if not isinstance(whole, dict) or not isinstance(data, dict):
                return whole  # the validator says what is wrong with it
            data.update(whole)
        else:
            _put(parts, token[0], token[1])
    return _merged(data, parts)


def _merged(data: dict[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
    """Lay dotted options over a whole object."""
    merged = dict(data)
    for name, part in parts.items():
        inner = merged.get(name)
        merged[name] = _merged(inner, part) if isinstance(inner, dict) and isinstance(part, dict) else part
    return merged


def _put(data: dict[str, Any], path: tuple[str, ...], value: str) -> None:
    """Set a nested value; given twice, it becomes a list."""
    for name in path[:-1]:
        inner = data.setdefault(name, {})
        if not isinstance(inner, dict):
            raise Invalid(f"{name} is given as a whole and in parts", "E1909", where=path)
        data = inner
    last = path[-1]
    if last in data:
        before = data[last]
        data[last] = [*before, value] if isinstance(before, list) else [before, value]
    else:
        data[last] = value
