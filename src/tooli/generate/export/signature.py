"""A command as a Python function: its params under their Python names, with JSON types and defaults."""

from __future__ import annotations

import keyword
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tooli.generate.export.json_types import JsonTypes, camel, union
from tooli.generate.export.layout import (
    Group,
    Node,
    Text,
    annotated,
    docstring,
    render,
    string,
    tuple_of,
    value,
)
from tooli.policy.decide import needs_approval
from tooli.schema.defaults import default_value
from tooli.schema.dialects import mcp, tool_description
from tooli.types import Record, Unset

if TYPE_CHECKING:
    from tooli.model import Command, Param, Shape

USED = ("run_command", "stream_command")
"""What an exported function calls."""
LEFT_OUT = "LEFT_OUT"
"""What a param is by default where None is a value of its own, and the default is for the app to say."""
APPROVAL = "approval"
APPROVAL_HELP = "The token by which a person approved this call."


class Taken(Record):
    """One param of an exported function."""

    name: str
    annotation: str
    default: Node | None
    """None when it has to be given."""
    help: str
    param: Param | None
    """None for the token of an approval, which the framework takes."""


class ExportedFunction(Record):
    """One command, ready to be written as a function."""

    command: Command
    name: str
    schema: Mapping[str, Any]
    params: tuple[Taken, ...]
    approval: str | None
    """The param that takes the token of a person's approval."""

    @property
    def destructive(self) -> bool:
        """Whether a person should agree before it runs."""
        return self.command.destructive or self.approval is not None

    @property
    def text(self) -> str:
        """What it does, for a model."""
        return tool_description(self.command) or f"Run {self.command.name}."

    def docstring(self, indent: int = 4) -> str:
        """Return what it does and takes, as a docstring."""
        return docstring(self.text, {param.name: param.help for param in self.params if param.help}, indent)

    def head(self, *, asynchronous: bool, returns: str = "Any", first: str = "") -> str:
        """Return its first lines, up to the colon."""
        items: list[tuple[str, Node]] = [("", first)] if first else []
        items += [annotated(taken.name, taken.annotation, taken.default) for taken in self.params]
        word = "async def" if asynchronous else "def"
        group = Group(open=f"{word} {self.name}(", items=tuple(items), close=f") -> {returns}:")
        return render(group)


def exported(command: Command, taken: Collection[str], reserved: Collection[str]) -> ExportedFunction:
    """Return a command as a function whose name is none of those taken, whose params are not reserved."""
    types = JsonTypes()
    schema = mcp(command)["inputSchema"]
    return described(command, schema, types, taken, reserved)


def described(
    command: Command,
    schema: Mapping[str, Any],
    types: JsonTypes,
    taken: Collection[str],
    reserved: Collection[str] = (),
) -> ExportedFunction:
    """Return a command as a function with JSON types."""
    properties = dict(schema.get("properties", {}))
    reserved = {*reserved, *USED}
    names = {name: free_name(name, reserved | (properties.keys() - {name})) for name in properties}
    required = set(schema.get("required", ()))
    params = []
    for name, inner in properties.items():
        param = command.param_by_name[name]
        kind = types.annotation(inner, camel(command.export_name) + camel(name), schema.get("$defs", {}))
        help = " ".join(str(inner.get("description", "")).split())
        default = None if name in required else _default(param)
        if default == "None":
            kind = union([kind, "None"])
        params.append(Taken(name=names[name], annotation=kind, default=default, help=help, param=param))
    approval = free_name(APPROVAL, [*reserved, *names.values()]) if needs_approval(command) else None
    if approval is not None:
        params.append(
            Taken(name=approval, annotation="str | None", default="None", help=APPROVAL_HELP, param=None)
        )
        properties[approval] = {"type": "string", "description": APPROVAL_HELP}
    changed = {names.get(name, name): inner for name, inner in properties.items()}
    whole = {**schema, "properties": changed}
    if required:
        whole["required"] = [names[name] for name in schema["required"]]
    return ExportedFunction(
        command=command,
        name=free_name(command.export_name, taken),
        schema=whole,
        params=tuple(sorted(params, key=lambda taken: taken.default is not None)),
        approval=approval,
    )


def free_name(name: str, taken: Collection[str]) -> str:
    """Return a name that Python allows and nothing else has."""
    while keyword.iskeyword(name) or name in taken:
        name += "_"
    return name


def _default(param: Param) -> Node:
    """Return the default of a param as source; one that is for the app to say has none."""
    default = default_value(param.default)
    if param.secret or isinstance(default, (Unset, list, dict)):
        return LEFT_OUT if keeps_null(param) else "None"
    return value(default)


def keeps_null(param: Param) -> bool:
    """Whether None is a value of its own, and not what is meant by leaving a param out."""
    return param.default is not None and _takes_null(param.shape)


def _takes_null(shape: Shape) -> bool:
    """Whether null is a value of a type."""
    if shape.kind in ("optional", "none", "any") or None in shape.choices:
        return True
    return shape.kind == "union" and any(map(_takes_null, shape.items))


def call_of(function: ExportedFunction, name: str) -> Iterator[tuple[str, Node]]:
    """Give the arguments of `run_command`; `name` is what the command is called there."""
    yield "", Text(value=name)
    taken = [one for one in function.params if one.param is not None]
    items = tuple((f"{string(one.param.name)}: ", one.name) for one in taken if one.param is not None)
    yield "", Group(open="{", items=items, close="}")
    kept = [one.param.name for one in taken if one.param is not None and keeps_null(one.param)]
    if kept:
        yield "keep=", tuple_of([string(name) for name in kept])
    if function.command.destructive:
        yield "yes=", "True"
    if function.approval is not None:
        yield "approval=", function.approval
