"""Example values and type words for placeholders: from examples, defaults, choices, or the type."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING, Unset

if TYPE_CHECKING:
    from typing import Any

    from tooli.model import Command, Param

WORDS = {
    "str": "TEXT",
    "int": "INTEGER",
    "float": "FLOAT",
    "bool": "BOOLEAN",
    "path": "PATH",
    "date": "DATE",
    "datetime": "DATETIME",
    "time": "TIME",
    "timedelta": "DURATION",
    "uuid": "UUID",
    "decimal": "DECIMAL",
    "bytes": "BASE64",
    "stdin": "PATH",
    "secret": "PATH",
    "dict": "JSON",
    "model": "JSON",
}
SAMPLES = {
    "str": "text",
    "int": "1",
    "float": "1.5",
    "bool": "true",
    "path": "file.txt",
    "date": "2026-11-15",
    "datetime": "2026-11-15T08:30:00",
    "time": "08:30:00",
    "timedelta": "PT1H",
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
    "decimal": "1.50",
    "bytes": "aGk=",
    "stdin": "file.txt",
    "dict": "{}",
    "model": "{}",
}


def type_word(param: Param, where: tuple[str | int, ...] = ()) -> str:
    """Return the type of a param in a word: `INTEGER`, or its choices."""
    from tooli.schema.inside import shape_at

    shape = shape_at(param.shape, where)
    if shape is None:
        return "VALUE"
    if shape.multiple and shape.items:
        shape = shape.items[0].inner
    if shape.choices:
        return "|".join(str(getattr(choice, "value", choice)) for choice in shape.choices[:8])
    return WORDS.get(shape.kind, "VALUE")


def sample(command: Command, param: Param, where: tuple[str | int, ...] = ()) -> str:
    """Return an example value of a param, as text."""
    shape = param.shape.inner
    if shape.choices or where:
        return ""  # the choices already are the examples
    if not isinstance(param.default, Unset) and param.default not in (None, ""):
        return str(param.default)
    low = param.settings.get("min")
    if low is not None:
        return str(low)
    if shape.multiple and shape.items:
        shape = shape.items[0].inner
    return _from_examples(command, param) or SAMPLES.get(shape.kind, "")


def _from_examples(command: Command, param: Param) -> str:
    """Return the value a declared example gives to the param, when it is plain to see."""
    for example in command.examples:
        args = [str(arg) for arg in example["args"]]
        for spelling in param.names:
            if spelling in args[:-1]:
                return args[args.index(spelling) + 1]
        firsts = [item for item in command.params if item.positional]
        if args and firsts and firsts[0].name == param.name and not args[0].startswith("-"):
            return args[0]
    return ""


def compact(value: Any) -> str:
    """Return a value as compact JSON."""
    import json

    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
