"""Types beyond the simple ones, validated by pydantic: models, unions, generics, constraints of `Field`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import TypeAdapter, ValidationError

from tooli.schema.base64_bytes import with_base64
from tooli.schema.invalid import Invalid, InvalidMany, shown
from tooli.schema.typed_dict import portable

if TYPE_CHECKING:
    from tooli.model import Param

CODES = {
    "missing": "E1901",
    "missing_argument": "E1901",
    "literal_error": "E1904",
    "enum": "E1904",
    "union_tag_invalid": "E1904",
    "union_tag_not_found": "E1901",
    "extra_forbidden": "E1902",
    "unexpected_keyword_argument": "E1902",
}


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
        raise InvalidMany(mistakes_of(error, value)) from None


def validate_rich(param: Param, value: Any, textual: bool) -> Any:
    """Return the value as the param's type, or raise its mistakes."""
    if textual:
        from tooli.schema.rich_text import validate_text

        return validate_text(param, value)
    try:
        return adapter(param).validate_python(value)
    except ValidationError as error:
        raise InvalidMany(mistakes_of(error, value)) from None


def mistakes_of(error: ValidationError, data: Any) -> list[Invalid]:
    """Return pydantic's findings about `data`; of a union's members none is named in their places."""
    found = []
    for mistake in error.errors(include_url=False):
        code = CODES.get(mistake["type"], "E1903")
        if mistake["type"].startswith("union_tag"):
            found.append(_wrong_tag(mistake, place_in(data, mistake["loc"], ""), code))
            continue
        details: dict[str, Any] = {}
        if not mistake["type"].startswith("missing"):
            details["value"] = mistake["input"]
        expected = mistake.get("ctx", {}).get("expected")
        if mistake["type"] in ("literal_error", "enum") and expected:
            details["expected"] = expected
        bound = _bound(mistake)
        if bound is not None:
            details["bound"] = bound
        found.append(Invalid(_message(mistake), code, place_in(data, mistake["loc"], code), details))
    return found


def _bound(mistake: Any) -> int | float | None:
    """Return the nearest value that keeps a bound, where that is plain."""
    context = mistake.get("ctx", {})
    bound = context.get("ge", context.get("le"))
    if bound is None and type(mistake["input"]) is int:
        above, below = context.get("gt"), context.get("lt")
        bound = above + 1 if type(above) is int else below - 1 if type(below) is int else None
    return bound if type(bound) in (int, float) else None


def _wrong_tag(mistake: Any, place: tuple[Any, ...], code: str) -> Invalid:
    """Return the mistake of a field that says which member of a union is meant."""
    context = mistake["ctx"]
    name = context["discriminator"].strip("'")
    where = (*place, name) if name.isidentifier() else place
    if "tag" not in context:
        return Invalid("is required", code, where)
    choices = [tag.strip("'") for tag in context["expected_tags"].split(", ")]
    message = f"{shown(context['tag'])} is not one of {', '.join(choices)}"
    return Invalid(message, code, where, {"value": context["tag"], "choices": choices})


def _message(mistake: Any) -> str:
    message: str = mistake["msg"]
    if mistake["type"].startswith("missing"):
        return "is required"
    if mistake["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        return "there is no such field"
    if mistake["type"] == "value_error":
        return message.removeprefix("Value error, ")
    return message[0].lower() + message[1:]


def _has(data: Any, step: Any) -> bool:
    if isinstance(data, dict):
        return step in data
    return isinstance(data, (list, tuple)) and isinstance(step, int) and step < len(data)


def place_in(data: Any, loc: tuple[Any, ...], code: str) -> tuple[Any, ...]:
    """Return where in the data a mistake is: pydantic also names the member of a union that it tried."""
    place: list[Any] = []
    for index, step in enumerate(loc):
        if _has(data, step):
            data = data[step]
        elif isinstance(step, str) and hasattr(data, "__dict__") and step in vars(data):
            data = vars(data)[step]
        elif not (code == "E1901" and index == len(loc) - 1):
            continue
        place.append(step)
    return tuple(place)
