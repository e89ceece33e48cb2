"""Commands as typed functions of a Python module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tooli.generate.export.framework import called, shared_parts, taken_names
from tooli.generate.export.json_types import JsonTypes, camel
from tooli.generate.export.layout import Group, render
from tooli.generate.export.module import Imports, Part, assembled
from tooli.generate.export.signature import call_of, described, free_name
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
    taken = taken_names(parts, imports)
    names = {command.export_name for command in commands}
    types = JsonTypes(classes=True, taken=taken | names)
    functions = []
    for command in commands:
        schema = mcp(command)["inputSchema"]
        others = taken | (names - {command.export_name})
        function = described(command, schema, types, others)
        returns = _returned(command, types)
        hidden = Part(source=returns).uses & {param.name for param in function.params}
        if hidden:  # the type of the result stands among the params
            function = described(command, schema, types, others, hidden)
        taken.add(function.name)
        functions.append(Part(source=_function(runtime, function, returns, mode)))
    classes = [Part(source=source, name=name) for name, source in types.classes.items()]
    own = place.packages if mode == "import" else ()
    return assembled(about, [*parts, *classes, *functions], imports, own=own, postponed=types.recursive)


def _returned(command: Command, types: JsonTypes) -> str:
    """Return the annotation of what a command gives."""
    given = output_schema(command)
    name = f"{camel(command.export_name)}Result"
    if command.is_stream:
        return f"Iterator[{types.annotation(given.get('items', {}), name, given.get('$defs', {}))}]"
    return types.annotation(given, name)


def _function(runtime: Runtime, function: ExportedFunction, returns: str, mode: str) -> str:
    command = function.command
    call = tuple(call_of(function, called(runtime, command, mode)))
    result = free_name("result", {param.name for param in function.params})
    runner = "stream_command" if command.is_stream else "run_command"
    is_kept = not command.is_stream and returns not in ("Any", "None")
    word = f"{result}: {returns} = " if is_kept else "" if returns == "None" else "return "
    body = [f"    {render(Group(open=f'{word}{runner}(', items=call, close=')'), 4)}"]
    if is_kept:
        body.append(f"    return {result}")
    head = function.head(asynchronous=False, returns=returns)
    return "\n".join([head, function.docstring(), *body])
