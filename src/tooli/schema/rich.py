"""Types beyond the simple ones, validated by pydantic: models, unions, generics, constraints of `Field`."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import PydanticUndefinedAnnotation, PydanticUserError, TypeAdapter, ValidationError

from tooli.errors import InternalError, Suggestion
from tooli.schema.base64_bytes import with_base64
from tooli.schema.invalid import Invalid, InvalidMany, shown
from tooli.schema.typed_dict import portable
from tooli.types import UNSET

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
RULES = frozenset(
    {
        "greater_than",
        "greater_than_equal",
        "less_than",
        "less_than_equal",
        "multiple_of",
        "finite_number",
        "decimal_max_digits",
        "decimal_max_places",
        "decimal_whole_digits",
        "string_too_short",
        "string_too_long",
        "string_pattern_mismatch",
        "too_short",
        "too_long",
        "value_error",
        "assertion_error",
    }
)
"""What pydantic says of values that have their type's form and break a rule beside it."""


def adapter(param: Param) -> TypeAdapter[Any]:
    """Return pydantic's validator of a param, made once; raise when its type cannot be used."""
    memo: TypeAdapter[Any] | None = param.__dict__.get("_adapter")
    if memo is None:
        try:
            memo = make_adapter(full_type(param))
            memo.rebuild()
        except PydanticUndefinedAnnotation as error:
            raise _unusable(param, f"it names {error.name!r}, which is not defined") from None
        except PydanticUserError as error:
            raise _unusable(param, error.message.partition(". ")[0]) from None
        param.__dict__["_adapter"] = memo
    return memo


def _unusable(param: Param, reason: str) -> InternalError:
    return InternalError(
        f"{param.name}: the type of this param cannot be used: {reason}",
        field=param.name,
        suggestion=Suggestion("Correct the param's type.", action="fix"),
    )


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
    check_length(param, value)
    try:
        return adapter(param).validate_python(value)
    except ValidationError as error:
        raise InvalidMany(mistakes_of(error, value)) from None


def check_length(param: Param, value: Any) -> None:
    """Refuse a tuple of the wrong length in the words that tuples without constraints have for it."""
    shape = param.shape.inner
    if shape.kind == "fixed" and isinstance(value, (list, tuple)) and len(value) != len(shape.items):
        raise Invalid(f"needs {len(shape.items)} values, got {len(value)}", details={"value": value})


def mistakes_of(error: ValidationError, data: Any) -> list[Invalid]:
    """Return pydantic's findings about `data`; of a union's members none is named in their places."""
    found: dict[tuple[Any, ...], Invalid] = {}
    for mistake in _nearest(error.errors(include_url=False), data):
        invalid = _invalid(mistake, data)
        invalid.whole = data
        found.setdefault((invalid.where, invalid.message), invalid)  # several members may miss the same
    return list(found.values())


def _invalid(mistake: Any, data: Any) -> Invalid:
    code = CODES.get(mistake["type"], "E1903")
    if mistake["type"].startswith("union_tag"):
        return _wrong_tag(mistake, place_in(data, mistake["loc"], ""), code)
    details: dict[str, Any] = {}
    if not mistake["type"].startswith("missing"):
        details["value"] = mistake["input"]
    expected = mistake.get("ctx", {}).get("expected")
    if _is_choice(mistake) and expected:
        details["expected"] = expected
    bound = _bound(mistake)
    if bound is not None:
        details["bound"] = bound
    if mistake["type"] == "decimal_max_places":
        details["decimal_places"] = mistake["ctx"]["decimal_places"]
    message = _message(mistake)
    rule = message if mistake["type"] in RULES else ""
    return Invalid(message, code, place_in(data, mistake["loc"], code), details, rule)


def _nearest(mistakes: list[Any], data: Any) -> list[Any]:
    """Return the mistakes of the nearest member of each union: pydantic tells those of all members."""
    forks: dict[tuple[Any, ...], dict[Any, list[Any]]] = {}
    for mistake in mistakes:
        for fork in _forks(mistake, data):
            forks.setdefault(fork, {}).setdefault(mistake["loc"][len(fork)], []).append(mistake)
    gone: set[int] = set()
    for fork in sorted(forks, key=len):
        members = [[each for each in member if id(each) not in gone] for member in forks[fork].values()]
        far = {id(mistake): mistake for member in members for mistake in member}
        for mistake in _of_nearest([member for member in members if member], fork):
            del far[id(mistake)]
        gone |= far.keys()
    return [mistake for mistake in mistakes if id(mistake) not in gone]


def _of_nearest(members: list[list[Any]], fork: tuple[Any, ...]) -> list[Any]:
    """Return the mistakes of the nearest member; of several, only the choices that none has, as one."""
    least = min((_distance(member, fork) for member in members), default=None)
    near = [member for member in members if _distance(member, fork) == least]
    found = [mistake for member in near for mistake in member]
    if len(near) < 2 or least is None or not least[1]:
        return found
    joined: dict[tuple[Any, ...], Any] = {}
    for mistake in filter(_is_choice, found):
        first = joined.setdefault(mistake["loc"][len(fork) + 1 :], mistake)
        if first is not mistake:
            first["ctx"] = {"expected": f"{first['ctx']['expected']} or {mistake['ctx']['expected']}"}
            first["msg"] = f"Input should be {first['ctx']['expected']}"
    return list(joined.values())


def _forks(mistake: Any, data: Any) -> list[tuple[Any, ...]]:
    """Return the unions on the way to a mistake: the step behind each names a member, not a part."""
    loc, forks = mistake["loc"], []
    for index, step in enumerate(loc):
        part = _part(data, step)
        if part is not UNSET:
            data = part
        elif index < len(loc) - 1 or not mistake["type"].startswith("missing"):
            forks.append(loc[:index])
    return forks


def _distance(mistakes: list[Any], fork: tuple[Any, ...]) -> tuple[bool, int, int]:
    """Say how far data is from a member of a union: of another form, of another choice, or less wrong."""
    if any(len(mistake["loc"]) == len(fork) + 1 and mistake["type"] not in RULES for mistake in mistakes):
        return True, 0, 0
    choices = sum(map(_is_choice, mistakes))
    return False, choices, 0 if choices else len(mistakes)


def _is_choice(mistake: Any) -> bool:
    return mistake["type"] in ("literal_error", "enum")


def _bound(mistake: Any) -> int | float | None:
    """Return the nearest value that keeps a bound, where that is plain."""
    context = mistake.get("ctx", {})
    bound = context.get("ge", context.get("le"))
    if bound is None and type(mistake["input"]) is int:
        above, below = context.get("gt"), context.get("lt")
        bound = above + 1 if type(above) is int else below - 1 if type(below) is int else None
    if isinstance(bound, Decimal):
        bound = int(bound) if bound == int(bound) else float(bound)
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
    if mistake["type"] == "assertion_error":
        message = message.removesuffix(", ")  # of an assertion without words
    return message[0].lower() + message[1:]


def _part(data: Any, step: Any) -> Any:
    """Return the part of data that a step leads to, or UNSET."""
    if isinstance(data, dict):
        return data.get(step, UNSET)
    if isinstance(data, (list, tuple)):
        return data[step] if isinstance(step, int) and step < len(data) else UNSET
    return vars(data).get(step, UNSET) if isinstance(step, str) and hasattr(data, "__dict__") else UNSET


def place_in(data: Any, loc: tuple[Any, ...], code: str) -> tuple[Any, ...]:
    """Return where in the data a mistake is: pydantic also names the member of a union that it tried."""
    place: list[Any] = []
    for index, step in enumerate(loc):
        part = _part(data, step)
        if part is not UNSET:
            data = part
        elif not (code == "E1901" and index == len(loc) - 1):
            continue
        place.append(step)
    return tuple(place)
