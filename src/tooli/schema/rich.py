"""Types beyond the simple ones, validated by pydantic: models, unions, generics, constraints of `Field`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import TypeAdapter, ValidationError

from tooli.schema.base64_bytes import with_base64
from tooli.schema.invalid import Invalid, InvalidMany
from tooli.schema.typed_dict import portable

if TYPE_CHECKING:
    from tooli.model.param import Param
    from tooli.model.shape import Shape

CODES = {"missing": "E1901", "literal_error": "E1904", "enum": "E1904", "extra_forbidden": "E1902"}
_WRAP = ("list_type", "set_type", "frozen_set_type", "tuple_type")
_PARSE = ("model_type", "dict_type", "dataclass_type", "model_attributes_type", "dataclass_exact_type")


def adapter(param: Param) -> TypeAdapter[Any]:
    """Return pydantic's validator of a param, made once."""
    memo: TypeAdapter[Any] | None = param.__dict__.get("_adapter")
    if memo is None:
        memo = param.__dict__["_adapter"] = make_adapter(full_type(param))
    return memo


def make_adapter(annotation: Any) -> TypeAdapter[Any]:
    """Return pydantic's validator of a type."""
    return TypeAdapter(with_base64(portable(annotation)))


def full_type(param: Param) -> Any:
    """Return the param's type with the metadata that pydantic understands."""
    shape = param.shape.items[0] if param.kind == "variadic" else param.shape
    annotation = shape.annotation
    for item in (*shape.metadata, *param.metadata):
        annotation = Annotated[annotation, item]
    many: Any = tuple
    return many[annotation, ...] if param.kind == "variadic" else annotation


def validate_data(annotation: Any, value: Any) -> Any:
    """Return a Python value as a type, or raise its mistakes."""
    try:
        return make_adapter(annotation).validate_python(value)
    except ValidationError as error:
        raise InvalidMany(_mistakes(error)) from None


def validate_rich(param: Param, value: Any, textual: bool) -> Any:
    """Return the value as the param's type, or raise its mistakes."""
    if textual:
        from tooli.schema.text import read_text

        value = read_text(param, value)
        if param.shape.inner.kind == "union" and isinstance(value, str):
            return _union_of_text(param.shape.inner, value)
    try:
        if textual:
            return _validate_text(param, value)
        return adapter(param).validate_python(value)
    except ValidationError as error:
        raise InvalidMany(_mistakes(error)) from None


def _validate_text(param: Param, value: Any) -> Any:
    """Validate data that came as text: JSON rules hold, and a lone word can be a list of one."""
    validator = adapter(param)
    for _ in range(4):  # each round mends one level of nesting
        try:
            return validator.validate_json(json.dumps(value))
        except ValidationError as error:
            mended = _mend(value, error)
            if mended is value:
                raise
            value = mended
    return validator.validate_json(json.dumps(value))


def _mend(value: Any, error: ValidationError) -> Any:
    """Wrap text where a list is wanted and parse it where an object is; the same value if nothing fits."""
    for mistake in error.errors(include_url=False, include_context=False):
        given, place = mistake["input"], mistake["loc"]
        if not isinstance(given, str):
            continue
        if given[:1] in ("{", "["):
            try:
                return _replaced(value, place, json.loads(given))
            except ValueError:
                continue
        if mistake["type"] in _WRAP:
            return _replaced(value, place, [given])
    return value


def _replaced(value: Any, place: tuple[Any, ...], new: Any) -> Any:
    if not place:
        return new
    if isinstance(value, dict) and place[0] in value:
        return {**value, place[0]: _replaced(value[place[0]], place[1:], new)}
    if isinstance(value, list) and isinstance(place[0], int):
        return [_replaced(v, place[1:], new) if i == place[0] else v for i, v in enumerate(value)]
    return _replaced(value, place[1:], new)  # a union's member name stands in the place


def _union_of_text(shape: Shape, text: str) -> Any:
    """Read text as the first member it fits: as data if it is JSON, then as each type, text last."""
    whole = make_adapter(shape.annotation)
    try:
        data = json.loads(text)
        if not isinstance(data, str):
            return whole.validate_python(data)
    except (ValueError, ValidationError):
        pass
    for member in sorted(shape.items, key=lambda item: item.kind in ("str", "any")):
        try:
            return make_adapter(member.annotation).validate_python(text)
        except ValidationError:
            continue
    try:
        return whole.validate_python(text)
    except ValidationError as error:
        raise InvalidMany(_mistakes(error)[:1]) from None


def _mistakes(error: ValidationError) -> list[Invalid]:
    found = []
    for mistake in error.errors(include_url=False):
        details: dict[str, Any] = {}
        if mistake["type"] != "missing":
            details["value"] = mistake["input"]
        expected = mistake.get("ctx", {}).get("expected")
        if mistake["type"] in ("literal_error", "enum") and expected:
            details["expected"] = expected
        message = mistake["msg"]
        if mistake["type"] == "missing":
            message = "is required"
        elif mistake["type"] == "value_error":
            message = message.removeprefix("Value error, ")
        else:
            message = message[0].lower() + message[1:]
        code = CODES.get(mistake["type"], "E1903")
        found.append(Invalid(message, code, tuple(mistake["loc"]), details))
    return found
