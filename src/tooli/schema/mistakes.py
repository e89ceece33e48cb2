"""The mistakes of a call, told together as one error."""

from __future__ import annotations

from tooli.errors import InputError, Suggestion
from tooli.schema.invalid import cut, shown
from tooli.schema.relations import broken_relations
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from tooli.model import Command, Param
    from tooli.schema.invalid import Invalid


def check_call(
    command: Command,
    raw: Mapping[str, Any],
    arguments: Mapping[str, Any],
    found: list[tuple[Param, Invalid]],
    mistakes: Sequence[InputError] = (),
    sources: Mapping[str, str] = {},
) -> None:
    """Raise one error for all mistakes: those found, unknown params, and broken relations between params.

    sources: where values come from; told of those that the caller did not give.
    """
    told = {mistake.field for mistake in mistakes if mistake.code in ("E1901", "E1903")}
    errors = [*mistakes, *(unknown_param(command, name) for name in raw if name not in command.param_by_name)]
    told |= _meant(command, errors)
    if any(mistake.code == "E1900" for mistake in mistakes):  # a word too many may be what is missing
        told |= {param.name for param, mistake in found if mistake.code == "E1901"}
    for param, mistake in found:
        if param.name not in told:
            error = to_error(param, mistake)
            if param.name not in raw and param.name in sources:
                error = _with_source(command, param, mistake, error, sources[param.name])
            errors.append(error)
    if not errors:
        errors = [
            InputError(broken.message, code=broken.code, field=param.name)
            for param, broken in broken_relations(command, arguments)
        ]
    if errors:
        raise joined(errors)


def _with_source(
    command: Command, param: Param, mistake: Invalid, error: InputError, source: str
) -> InputError:
    """Return the error of a value that the caller did not give: where it stands, and how to mend it there."""
    suggestion = None
    if not source.startswith("env "):  # a variable is mended in the call, which goes before it
        from tooli.schema.fix import fix_value

        fix = None if param.secret else fix_value(command, param, mistake)
        words = f"Mend {source}." if fix is None else f"In {source}: {fix.words}"
        suggestion = Suggestion(words, action="fix")
    return InputError(
        f"{source}: {error.message}",
        code=error.code,
        field=error.field,
        suggestion=suggestion,
        details={**(error.details or {}), "source": source},
    )


def _meant(command: Command, errors: list[InputError]) -> set[str | None]:
    """Return the params that unknown names stand for: that they are missing is not a mistake of its own."""
    from tooli.schema.closeness import closest

    unknown = [error.field for error in errors if error.code == "E1902" and error.field]
    found = [closest(name, command.param_by_name) for name in unknown]
    return {pair[0] for pair in found if pair is not None}


def joined(errors: list[InputError]) -> InputError:
    """Return the first error, with all of them in its details when there are several."""
    first = errors[0]
    if len(errors) > 1:
        told = [{"code": error.code, "field": error.field, "message": error.message} for error in errors]
        first.details = {**(first.details or {}), "errors": told}
    return first


def to_error(param: Param, mistake: Invalid) -> InputError:
    """Return the error of one value, naming the field by its path."""
    field = param.name + "".join(
        f"[{part}]" if isinstance(part, int) else f".{cut(str(part))}" for part in mistake.where
    )
    # The message lists the choices; what else there is stays data.
    details = {name: tellable(value) for name, value in (mistake.details or {}).items() if name != "choices"}
    message = f"{field} {mistake.message}" if mistake.code == "E1901" else f"{field}: {mistake.message}"
    if param.secret and mistake.code != "E1901":
        details.pop("value", None)
        message = f"{field}: the value is not valid"
    return InputError(message, code=mistake.code, field=field, details=details)


def tellable(value: Any) -> Any:
    """Return a value as it stands in an error: simple data as it is, what is long or odd by its looks."""
    if isinstance(value, (bool, float, type(None))) or (isinstance(value, int) and abs(value) < 1 << 64):
        return value
    if isinstance(value, list) and len(value) <= 12:
        return [tellable(item) for item in value]
    return cut(value) if isinstance(value, str) else shown(value)


def unknown_param(command: Command, name: str) -> InputError:
    """Return the error of a param that does not exist."""
    return InputError(
        f"{command.name} has no param {shown(name)}",
        code="E1902",
        field=cut(name),
    )
