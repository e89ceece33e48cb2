"""The mistakes of a call, told together as one error."""

from __future__ import annotations

import json

from tooli.errors import InputError
from tooli.schema.relations import broken_relations
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from tooli.model.command import Command
    from tooli.model.param import Param
    from tooli.schema.invalid import Invalid


def check_call(
    command: Command,
    raw: Mapping[str, Any],
    arguments: Mapping[str, Any],
    found: list[tuple[Param, Invalid]],
    mistakes: Sequence[InputError] = (),
) -> None:
    """Raise one error for all mistakes: those found, unknown params, and broken relations between params."""
    told = {mistake.field for mistake in mistakes if mistake.code == "E1901"}
    errors = [*mistakes, *(to_error(param, mistake) for param, mistake in found if param.name not in told)]
    errors += [unknown_param(command, name) for name in raw if name not in command.param_by_name]
    if not errors:
        errors = [
            InputError(broken.message, code=broken.code, field=param.name)
            for param, broken in broken_relations(command, arguments)
        ]
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
    details = {name: _tellable(value) for name, value in (mistake.details or {}).items()}
    if param.secret:
        details.pop("value", None)
        message = f"{field}: the value is not valid"
    else:
        message = f"{field} {mistake.message}" if mistake.code == "E1901" else f"{field}: {mistake.message}"
    return InputError(message, code=mistake.code, field=field, details=details)


def _tellable(value: Any) -> Any:
    """Return a value that stands in an error: data as it is, other objects by their looks."""
    try:
        json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        return repr(value)[:200]
    return value


def unknown_param(command: Command, name: str) -> InputError:
    """Return the error of a param that does not exist."""
    return InputError(
        f"{command.name} has no param {name!r}",
        code="E1902",
        field=name,
        details={"params": list(command.param_by_name)},
    )
