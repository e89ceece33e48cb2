"""What a command takes from a pipe, as `pipe_input` declares it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.errors import DeclarationError
from tooli.types import Record

if TYPE_CHECKING:
    from tooli.model import Command, Param, Shape

INPUT_KEYS = ("param", "field", "format")
OUTPUT_KEYS = ("format", "fields", "schema")
FORMATS = ("json", "jsonl", "lines")


class Pipe(Record):
    """The param that piped items fill, and what of each item."""

    param: Param
    field: str | None = None
    """The field of an item that is taken; None for what the param's name says, or the whole item."""
    lines: bool = False
    """Whether items are lines of text, whatever they look like."""

    @property
    def item(self) -> Shape:
        """The type of one item."""
        shape = self.param.shape.inner
        return shape.items[0].inner if shape.multiple and shape.items else shape

    @property
    def many(self) -> bool:
        """Whether the param takes any number of items."""
        return self.param.kind == "variadic" or self.param.shape.inner.multiple

    @property
    def is_whole(self) -> bool:
        """Whether an object fills the param as it is, rather than with one of its fields."""
        return self.field is None and self.item.kind in WHOLE

    @property
    def names(self) -> tuple[str, ...]:
        """The fields that may hold the value of an item: the declared one, else what the param is called."""
        name = self.param.name.rstrip("_")
        if self.field is not None:
            return (self.field,)
        plural = self.many and name.endswith("s") and not name.endswith(("ss", "us", "is"))
        return (name[:-1], name) if plural else (name,)


WHOLE = frozenset({"dict", "model", "any", "union", "rich"})
"""Kinds of params that objects fill as they are."""


def pipe_of(command: Command) -> Pipe | None:
    """Return what a command takes from a pipe; None when it declares nothing."""
    declared = command.pipe_input
    if declared is None:
        return None
    memo: Pipe | None = command.__dict__.get("_pipe")
    if memo is None:
        told = {"param": declared} if isinstance(declared, str) else declared
        memo = command.__dict__["_pipe"] = Pipe(
            param=_param(command, told.get("param")),
            field=told.get("field"),
            lines=told.get("format") == "lines",
        )
    return memo


def check_pipes(command: Command) -> None:
    """Refuse a declaration of pipes that cannot work."""
    for name, known in (("pipe_input", INPUT_KEYS), ("pipe_output", OUTPUT_KEYS)):
        _check_keys(command, name, getattr(command, name), known)
    pipe = pipe_of(command)
    if pipe is None or pipe.param.shape.input == "stdin":
        return
    others = [param.name for param in command.inputs if param.shape.input == "stdin"]
    if others:
        raise _mistake(command, f"stdin is read by {others[0]!r}, so it cannot fill {pipe.param.name!r}")


def _check_keys(command: Command, name: str, declared: Any, known: tuple[str, ...]) -> None:
    if declared is None or (name == "pipe_input" and isinstance(declared, str)):
        return
    if not hasattr(declared, "keys"):
        raise _mistake(command, f"{name} is a dict such as {{{known[0]!r}: …}}, not {declared!r}")
    for key in declared:
        if key not in known:
            raise _mistake(command, f"{name} has no {key!r}; it may say {', '.join(known)}")
    if declared.get("format", "jsonl") not in FORMATS:
        raise _mistake(command, f"{name}: format {declared['format']!r} is not one of {', '.join(FORMATS)}")


def _param(command: Command, name: str | None) -> Param:
    """Return the param that is named, or the only one that can be meant."""
    if name is not None:
        if name not in command.param_by_name:
            raise _mistake(command, f"pipe_input: there is no param {name!r}")
        param = command.param_by_name[name]
        if param.secret or param.flag:
            raise _mistake(command, f"pipe_input: {name!r} cannot be piped in")
        return param
    inputs = [param for param in command.inputs if param.shape.input == "stdin"]
    lists = [param for param in command.params if param.positional and param.many]
    candidates = inputs or lists
    if len(candidates) != 1:
        raise _mistake(command, "pipe_input has to name the param that piped items fill")
    return candidates[0]


def _mistake(command: Command, what: str) -> DeclarationError:
    return DeclarationError(f"command {command.name!r}: {what}")
