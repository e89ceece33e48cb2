"""Where the results of a command hold what others wrote, by its type; and results without it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin, get_type_hints

from tooli.model.untrusted import Mark
from tooli.types import UNSET

if TYPE_CHECKING:
    from tooli.model import Command

Way = tuple[str, ...]
"""Steps from the result: a field's name, `[]` for each item, `{}` for each member."""
EACH, MEMBER = "[]", "{}"


def untrusted_ways(command: Command) -> tuple[Way, ...]:
    """Return the ways to what is untrusted in a command's results."""
    memo: tuple[Way, ...] | None = command.__dict__.get("_untrusted")
    if memo is None:
        memo = command.__dict__["_untrusted"] = tuple(dict.fromkeys(_ways(command.returns, (), ())))
    return memo


def _ways(kind: Any, at: Way, inside: tuple[Any, ...]) -> Iterator[Way]:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        if any(isinstance(item, Mark) for item in kind.__metadata__):
            yield at
        else:
            yield from _ways(parts[0], at, inside)
    elif origin in (Union, UnionType):
        for part in parts:
            yield from _ways(part, at, inside)
    elif isinstance(origin, type) and issubclass(origin, Mapping):
        yield from _ways(parts[-1], (*at, MEMBER), inside)
    elif isinstance(origin, type) and issubclass(origin, Iterable):
        for part in parts if origin is tuple else parts[:1]:
            yield from _ways(part, (*at, EACH), inside)
    elif kind not in inside:  # a type inside itself leads round in a circle
        for name, field in _fields(origin or kind).items():
            yield from _ways(field, (*at, name), (*inside, kind))


def _fields(kind: Any) -> dict[str, Any]:
    """Return the types of a class's fields, as far as they can be read."""
    if not isinstance(kind, type) or kind.__module__ == "builtins":
        return {}
    try:
        return get_type_hints(kind, include_extras=True)
    except (NameError, TypeError, AttributeError):
        return {}


def written(way: Way) -> str:
    """Return a way as text: `result[].body`."""
    return "result" + "".join(step if step in (EACH, MEMBER) else f".{step}" for step in way)


def without(value: Any, way: Way) -> Any:
    """Return data without what stands at the end of a way; UNSET when that is all of it."""
    if not way:
        return UNSET
    step, rest = way[0], way[1:]
    if isinstance(value, list) and step == EACH:
        kept = [without(item, rest) for item in value]
        return [item for item in kept if item is not UNSET]
    if isinstance(value, dict) and (step == MEMBER or step in value):
        names = value if step == MEMBER else (step,)
        changed = {name: without(value[name], rest) for name in names}
        return {name: item for name, item in {**value, **changed}.items() if item is not UNSET}
    return value
