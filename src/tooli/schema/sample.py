"""Example values and type words for placeholders: from examples, defaults, choices, or the type."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING, Unset

if TYPE_CHECKING:
    from typing import Any

    from tooli.model import Command, Param, Shape

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
    if shape.kind == "fixed":
        return " ".join(_word(item.inner) for item in shape.items)
    return _word(_one(shape))


def _word(shape: Shape) -> str:
    if shape.choices:
        return "|".join(str(getattr(choice, "value", choice)) for choice in shape.choices[:8])
    return WORDS.get(shape.kind, "VALUE")


def _one(shape: Shape) -> Shape:
    """Return the shape of one value, where several can be given."""
    return shape.items[0].inner if shape.multiple and shape.items else shape


def sample(command: Command, param: Param, where: tuple[str | int, ...] = ()) -> str:
    """Return an example value of a param, as text."""
    shape = param.shape.inner
    one = _one(shape)
    if one.choices or where:
        return ""  # the choices already are the examples
    default = _given_by_default(param)
    if default:
        return default
    low = param.settings.get("min")
    if low is not None:
        return str(low)
    if shape.kind == "fixed":
        return " ".join(_of_kind(item.inner) for item in shape.items)
    found = _from_examples(command, param)
    if not found and shape.kind == "model":
        from tooli.schema.model_sample import model_sample

        return model_sample(param)
    return found or _of_kind(one)


def _given_by_default(param: Param) -> str:
    """Return a default as it is typed: one of several values, or all of a fixed number."""
    default = param.default
    if isinstance(default, Unset) or default is None:
        return ""
    if not isinstance(default, (list, tuple, set, frozenset)):
        return str(default)
    values = [str(getattr(value, "value", value)) for value in default]
    return " ".join(values if param.shape.inner.kind == "fixed" else values[:1])


def _of_kind(shape: Shape) -> str:
    if shape.choices:
        return str(getattr(shape.choices[0], "value", shape.choices[0]))
    return SAMPLES.get(shape.kind, "")


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
