"""Commands as typed functions of a Python module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tooli.generate.export.framework import called, shared_parts
from tooli.generate.export.json_types import JsonTypes, camel
from tooli.generate.export.layout import Group, render
from tooli.generate.export.module import Imports, Part, assembled
from tooli.generate.export.signature import call_of, described
from tooli.schema.dialects import mcp
from tooli.schema.json_schema import output_schema

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.generate.export.place import Place
    from tooli.generate.export.signature import ExportedFunction
    from tooli.model import Command

CALLER = "python"


def python_module(runtime: Runtime, commands: Sequence[Command], place: Place, mode: str, about: str) -> str:
    """Return a module with a function for each command; what fails raises `CommandError`."""
    imports = Imports()
    parts = shared_parts(imports, place, mode, CALLER, asynchronous=False)
    taken = {part.name for part in parts if part.name} | imports.names() | {"PROGRAM", "CALLER"}
    types = JsonTypes(classes=True, taken=taken | {command.export_name for command in commands})
    functions = []
    for command in commands:
        function = described(command, mcp(command)["inputSchema"], types, taken)
        taken.add(function.name)
        functions.append(Part(source=_function(runtime, function, types, mode)))
    classes = [Part(source=source, name=name) for name, source in types.classes.items()]
    own = place.packages if mode == "import" else ()
    return assembled(about, [*parts, *classes, *functions], imports, own=own, postponed=types.recursive)


def _function(runtime: Runtime, function: ExportedFunction, types: JsonTypes, mode: str) -> str:
    command = function.command
    given = output_schema(command)
    call = tuple(call_of(function, called(runtime, command, mode)))
    name = f"{camel(command.export_name)}Result"
    if command.is_stream:
        item = types.annotation(given.get("items", {}), name, given.get("$defs", {}))
        word, runner, returns = "return ", "stream_command", f"Iterator[{item}]"
    else:
        returns = types.annotation(given, name)
        word = "result: " + returns + " = " if returns != "Any" else "return "
        runner = "run_command"
    if returns == "None":
        word = ""
    body = [f"    {render(Group(open=f'{word}{runner}(', items=call, close=')'), 4)}"]
    if word.startswith("result"):
        body.append("    return result")
    head = function.head(asynchronous=False, returns=returns)
    return "\n".join([head, function.docstring(), *body])
