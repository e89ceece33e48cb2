"""Command-line text for types that pydantic validates: JSON, `@file`, dotted options, words for a union."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from tooli.schema.invalid import Invalid, InvalidMany, shown
from tooli.schema.rich import adapter, check_length, make_adapter, mistakes_of
from tooli.schema.text import TOO_DEEP, parsed, read_text

if TYPE_CHECKING:
    from tooli.model import Param

_WRAP = frozenset({"list_type", "set_type", "frozen_set_type", "tuple_type"})
"""What pydantic says where a list is wanted."""
_PARSE = _WRAP | {
    "model_type",
    "dict_type",
    "mapping_type",
    "dataclass_type",
    "model_attributes_type",
    "arguments_type",
}
"""What it says where data with parts is wanted."""
_DEPTH = 8
"""Levels of nesting that are mended."""


def validate_text(param: Param, tokens: Any) -> Any:
    """Return what a param's tokens stand for as its type, or raise its mistakes."""
    data = read_text(param, tokens)
    check_length(param, data)
    if param.shape.inner.kind == "union" and isinstance(data, str):
        return _union_of_text(param, data)
    value, data = _validate(param, data)
    dotted = [token[0] for token in tokens if isinstance(token, tuple)] if isinstance(tokens, list) else []
    if dotted:
        _check_fields(param, dotted, data, value)
    return value


def _validate(param: Param, data: Any) -> tuple[Any, Any]:
    """Validate by the rules of JSON; a lone word can be a list of one, and text can hold JSON."""
    validator = adapter(param)
    for _ in range(_DEPTH):
        try:
            return validator.validate_json(json.dumps(data)), data
        except RecursionError:
            raise Invalid(f"not valid JSON: {TOO_DEEP}", "E1908") from None
        except ValidationError as error:
            if error.errors(include_url=False)[0]["type"] == "json_invalid":  # it was read before
                raise Invalid(f"not valid JSON: {TOO_DEEP}", "E1908") from None
            mended = _mend(data, error)
            if mended == data:
                raise InvalidMany(mistakes_of(error, data)) from None
            data = mended
    raise Invalid("is nested too deep", details={"value": data})


def _mend(data: Any, error: ValidationError) -> Any:
    """Parse text where an object or a list is wanted, and make a list of a lone word."""
    for mistake in error.errors(include_url=False, include_context=False):
        given, place, kind = mistake["input"], mistake["loc"], mistake["type"]
        if not isinstance(given, str) or kind not in _PARSE:
            continue
        parsed = _parsed(given)
        if kind in _WRAP and not isinstance(parsed, list):
            parsed = [given]  # one of what can be repeated; its own type says what it is
        data = _replaced(data, place, parsed)
    return data


def _parsed(text: str) -> Any:
    if text.lstrip()[:1] not in ("{", "["):
        return text
    try:
        return parsed(text)
    except ValueError:
        return text


def _replaced(data: Any, place: tuple[Any, ...], new: Any) -> Any:
    if not place:
        return new
    if isinstance(data, dict) and place[0] in data:
        return {**data, place[0]: _replaced(data[place[0]], place[1:], new)}
    if isinstance(data, list) and isinstance(place[0], int):
        return [_replaced(v, place[1:], new) if i == place[0] else v for i, v in enumerate(data)]
    return _replaced(data, place[1:], new)  # a union's member name stands in the place


def _union_of_text(param: Param, text: str) -> Any:
    """Read text as the first member it fits: as data if it is JSON, then as each type, text last."""
    refused = None
    try:
        data = parsed(text)
        if not isinstance(data, str):
            return adapter(param).validate_python(data)
    except ValidationError as error:
        refused = mistakes_of(error, data) if isinstance(data, (dict, list)) else None
    except ValueError:
        pass
    members = param.shape.inner.items
    for member in sorted(members, key=lambda item: item.kind in ("str", "any")):
        try:
            return make_adapter(member.annotation).validate_python(text)
        except ValidationError:
            continue
    if refused is not None:
        raise InvalidMany(refused)
    names = " or ".join(_word(member.annotation) for member in members if member.kind != "none")
    raise Invalid(f"{shown(text)} is not {names}", details={"value": text})


def _word(annotation: Any) -> str:
    return getattr(annotation, "__name__", None) or str(annotation).removeprefix("typing.")


def _check_fields(param: Param, dotted: list[tuple[str, ...]], data: Any, value: Any) -> None:
    """Refuse a dotted option that names no field: pydantic would pass over it."""
    try:
        adapter(param).validate_json(json.dumps(data), extra="forbid")
    except ValidationError as error:
        unknown = [
            mistake
            for mistake in mistakes_of(error, data)
            if mistake.code == "E1902"
            and _is_named(mistake.where, dotted)
            and not _holds(value, mistake.where)
        ]
        if unknown:
            raise InvalidMany(unknown) from None


def _is_named(where: tuple[Any, ...], dotted: list[tuple[str, ...]]) -> bool:
    return any(path[: len(where)] == where for path in dotted)


def _holds(value: Any, where: tuple[Any, ...]) -> bool:
    """Whether a value has kept a field that its class does not declare."""
    for step in where:
        if isinstance(value, dict):
            if step not in value:
                return False
            value = value[step]
        elif hasattr(value, str(step)):
            value = getattr(value, str(step))
        else:
            return False
    return True
