"""The mistakes of a call, told together as one error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.errors import InputError
from tooli.schema.invalid import Invalid

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tooli.model.command import Command
    from tooli.model.param import Param


def check_call(
    command: Command,
    raw: Mapping[str, Any],
    arguments: Mapping[str, Any],
    found: list[tuple[Param, Invalid]],
    mistakes: Sequence[InputError] = (),
) -> None:
    """Raise one error for all mistakes: those found, unknown params, and broken relations between params."""
    errors = [*mistakes, *(to_error(param, mistake) for param, mistake in found)]
    errors += [unknown_param(command, name) for name in raw if name not in command.param_by_name]
    if not errors:
        errors = list(_broken_relations(command, raw, arguments))
    if errors:
        raise joined(errors)


def joined(errors: list[InputError]) -> InputError:
    """Return the first error, with all of them in its details when there are several."""
    first = errors[0]
    if len(errors) > 1:
        first.details = {**(first.details or {}), "errors": [error.to_dict() for error in errors]}
    return first


def to_error(param: Param, mistake: Invalid) -> InputError:
    """Return the error of one value, naming the field by its path."""
    field = param.name + "".join(
        f"[{part}]" if isinstance(part, int) else f".{part}" for part in mistake.where
    )
    details = dict(mistake.details or {})
    if param.secret:
        details.pop("value", None)
        message = f"{field}: the value is not valid"
    else:
        message = f"{field} {mistake.message}" if mistake.code == "E1901" else f"{field}: {mistake.message}"
    return InputError(message, code=mistake.code, field=field, details=details)


def unknown_param(command: Command, name: str) -> InputError:
    """Return the error of a param that does not exist, with the closest one."""
    import difflib

    close = difflib.get_close_matches(name, command.param_by_name, 1)
    return InputError(
        f"{command.name} has no param {name!r}",
        code="E1902",
        field=name,
        suggestion=f"Use {close[0]}." if close else None,
        details={"params": list(command.param_by_name)},
    )


def _broken_relations(
    command: Command, raw: Mapping[str, Any], arguments: Mapping[str, Any]
) -> Iterable[InputError]:
    given = {
        param.name
        for param in command.params
        if param.name in raw or (param.name in arguments and arguments[param.name] != param.default)
    }
    for constraint in command.constraints:
        names = constraint.params
        present = [name for name in names if name in given]
        if constraint.kind == "one_of" and len(present) != 1:
            code, field = ("E1909", present[1]) if present else ("E1901", names[0])
            yield InputError(f"give {constraint.describe()}", code=code, field=field)
        if constraint.kind == "requires" and names[0] in given and len(present) < len(names):
            missing = next(name for name in names if name not in given)
            yield InputError(f"{names[0]} requires {missing}", code="E1901", field=missing)
