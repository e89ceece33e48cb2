"""A call's arguments repaired: names and values that are wrong are replaced by those that were meant.

For callers that give arguments as data. The command line repairs its tokens with the same fixes.
"""

from __future__ import annotations

from tooli.errors import Suggestion
from tooli.schema.closeness import closest
from tooli.schema.fix import KINDS, Fix, applicability, fix_value, placeholder
from tooli.schema.guess import misfits
from tooli.schema.relations import broken_relations
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from tooli.model import Command, Param
    from tooli.schema.invalid import Invalid

SWITCHES = frozenset({"yes", "dry_run"})
"""Options of a call that are true or false."""
ROUNDS = 12
"""More mistakes than this in one call are not repaired."""


def repair_arguments(
    command: Command,
    raw: Mapping[str, Any],
    environ: Mapping[str, str],
    prefix: str | None,
    beside: Mapping[str, Any] = {},
) -> Suggestion | None:
    """Return the suggestion that repairs a call, or None when something in it cannot be derived.

    beside: options of the call that stand among its arguments; the repaired call has them too.
    """
    options, fixes = _mend_switches(beside)
    if any(not isinstance(options[name], bool | None) for name in SWITCHES & options.keys()):
        return None
    arguments = dict(raw)
    for _ in range(ROUNDS):
        fix = _rename(command, arguments)
        if fix is None:
            tried = fixes[-1].place if fixes else ()
            wrong = misfits(command, arguments, textual=False, environ=environ, prefix=prefix, tried=tried)
            if wrong is None:
                return None
            found = [
                pair
                for pair in wrong or broken_relations(command, arguments)
                if not is_held(arguments.get(pair[0].name), pair[1])
            ]
            if not found:
                break
            fix = _mend(command, arguments, *found[0])
        if fix is None:
            return None
        fixes.append(fix)
    else:
        return None
    if not fixes or not arguments.keys() <= command.param_by_name.keys():
        return None  # a name that nobody could have meant is left
    return suggestion(fixes, command.destructive, arguments={**_shown(command, arguments), **options})


def _mend_switches(beside: Mapping[str, Any]) -> tuple[dict[str, Any], list[Fix]]:
    """Write the switches of a call that are given as text as true or false."""
    options, fixes = dict(beside), []
    for name in sorted(SWITCHES & options.keys()):
        if isinstance(options[name], str):
            from tooli.schema.fix_format import truth

            on = truth(options[name])
            if on is not None:
                options[name] = on
                fixes.append(Fix(kind="format", words=f"Write {name} as {str(on).lower()}, not as text."))
    return options, fixes


def suggestion(
    fixes: list[Fix],
    destructive: bool,
    *,
    example: str | None = None,
    arguments: Mapping[str, Any] | None = None,
) -> Suggestion:
    """Return fixes as one suggestion."""
    kept = [fix for at, fix in enumerate(fixes) if not _is_replaced(fix, fixes[at + 1 :])]
    words = " ".join(dict.fromkeys(fix.words for fix in kept))
    unsure = [fix for fix in fixes if fix.kind == "guess"]  # what replaced one was made of it
    return Suggestion(
        fix=words,
        example=example,
        arguments=arguments,
        applicability=applicability([*kept, *unsure], destructive),
    )


def _is_replaced(fix: Fix, later: list[Fix]) -> bool:
    """Whether another fix has put something else where this one stood, or around it."""
    return any(other.place and other.place == fix.place[: len(other.place)] for other in later)


def _rename(command: Command, arguments: dict[str, Any]) -> Fix | None:
    """Give the first unknown name the name that was meant."""
    for name in arguments:
        if name in command.param_by_name:
            continue
        free = [param.name for param in command.params if param.name not in arguments]
        found = closest(name, free)
        if found is None:
            return _unwrap(command, arguments, name) or _nest(command, arguments, name)
        arguments[found[0]] = arguments.pop(name)
        return Fix(kind=KINDS[found[1]], words=f"Use {found[0]} instead of {name}.")
    return None


def _unwrap(command: Command, arguments: dict[str, Any], name: str) -> Fix | None:
    """Take the arguments out of an object that somebody put around them."""
    inside = arguments[name]
    if not isinstance(inside, dict) or not inside.keys() & command.param_by_name.keys():
        return None
    del arguments[name]
    arguments.update(inside)
    return Fix(kind="format", words=f"Give the arguments themselves, not inside {name}.")


def _nest(command: Command, arguments: dict[str, Any], name: str) -> Fix | None:
    """Put fields that were given one by one into the object they belong to."""
    from tooli.schema.model_fields import field_names

    for param in command.params:
        fields = field_names(param.shape.inner.annotation) if param.name not in arguments else ()
        given = [key for key in arguments if key in fields and key not in command.param_by_name]
        if name in given:
            arguments[param.name] = {key: arguments.pop(key) for key in given}
            return Fix(kind="position", words=f"Put {', '.join(given)} into {param.name}.")
    return None


def _mend(command: Command, arguments: dict[str, Any], param: Param, mistake: Invalid) -> Fix | None:
    """Put the right value where a wrong one stands."""
    name = param.name
    if mistake.code == "E1909":
        del arguments[name]
        return Fix(kind="guess", words=f"Leave {name} out.")
    if mistake.where and name in arguments:
        fix, arguments[name] = mend_inside(command, param, mistake, arguments[name])
        return fix
    fix = fix_value(command, param, mistake) or placeholder(command, param, (), mistake.rule)
    arguments[name] = fix.value
    return fix


def mend_inside(command: Command, param: Param, mistake: Invalid, data: Any) -> tuple[Fix | None, Any]:
    """Repair one part of a value; return the fix and the value with it."""
    where = mistake.where
    if mistake.code == "E1901":
        parent = value_at(data, where[:-1])
        found = closest(str(where[-1]), parent) if isinstance(parent, dict) else None
        if found is not None:
            renamed = {where[-1] if key == found[0] else key: item for key, item in parent.items()}
            words = f"Use {where[-1]} instead of {found[0]}."
            return Fix(kind=KINDS[found[1]], words=words), put_at(data, where[:-1], renamed)
    if mistake.code == "E1902":
        return _rename_field(param, where, data)
    fix = fix_value(command, param, mistake) or placeholder(command, param, where, mistake.rule)
    return fix, put_at(data, where, fix.value)


def _rename_field(param: Param, where: tuple[str | int, ...], data: Any) -> tuple[Fix | None, Any]:
    """Give a field that a model does not have the name that was meant."""
    from tooli.schema.inside import shape_at
    from tooli.schema.model_fields import field_names

    parent, shape = value_at(data, where[:-1]), shape_at(param.shape, where[:-1])
    if not isinstance(parent, dict) or shape is None:
        return None, data
    found = closest(str(where[-1]), [name for name in field_names(shape.annotation) if name not in parent])
    if found is None:
        return None, data
    renamed = {found[0] if key == where[-1] else key: item for key, item in parent.items()}
    words = f"Use {found[0]} instead of {where[-1]}."
    return Fix(kind=KINDS[found[1]], words=words), put_at(data, where[:-1], renamed)


def value_at(data: Any, where: tuple[str | int, ...]) -> Any:
    """Return the part of a value at a place; steps that are not in the data name a union's member."""
    for step in where:
        inside = isinstance(data, (list, tuple)) and isinstance(step, int) and step < len(data)
        if inside or (isinstance(data, dict) and step in data):
            data = data[step]
    return data


def put_at(data: Any, where: tuple[str | int, ...], value: Any) -> Any:
    """Return a copy of the data with another value at a place."""
    if not where:
        return value
    step, rest = where[0], where[1:]
    if isinstance(data, dict) and (step in data or not rest):
        return {**data, step: put_at(data.get(step), rest, value)}
    if isinstance(data, (list, tuple)) and isinstance(step, int) and step < len(data):
        return [put_at(item, rest, value) if at == step else item for at, item in enumerate(data)]
    return put_at(data, rest, value)


def is_held(data: Any, mistake: Invalid) -> bool:
    """Whether a mistake in a value is only that a placeholder stands where a part of it belongs."""
    found = value_at(data, mistake.where)
    if mistake.code in ("E1901", "E1902"):  # of a name in an object, whatever else it holds
        return is_placeholder(found)
    return _holds(found)


def _holds(data: Any) -> bool:
    if isinstance(data, (list, tuple)):
        return any(map(_holds, data))
    return any(map(_holds, data.values())) if isinstance(data, dict) else is_placeholder(data)


def is_placeholder(value: Any) -> bool:
    """Whether a value is one of our placeholders."""
    return isinstance(value, str) and value.startswith("<") and value.endswith(">") and ": " in value


def _shown(command: Command, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments as they may be shown: secrets are placeholders."""
    return {
        name: f"<{name}>" if name in command.param_by_name and command.param_by_name[name].secret else value
        for name, value in arguments.items()
    }
