"""Commands as tools of a framework: typed functions, joined to it by the glue of its name."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tooli.generate.export.layout import Group, Node, render, tuple_of, value
from tooli.generate.export.module import Imports, Part, assembled, glue
from tooli.generate.export.signature import LEFT_OUT, call_of, exported
from tooli.types import Record

if TYPE_CHECKING:
    from collections.abc import Callable

    from tooli.execute import Runtime
    from tooli.generate.export.place import Place
    from tooli.generate.export.signature import ExportedFunction
    from tooli.model import Command


CONSTANTS = frozenset({"PROGRAM", "CALLER", "TOOLS", "SERVER", "ALLOWED_TOOLS"})
"""What is assigned in modules."""


class Framework(Record):
    """What differs from one framework to the next."""

    title: str
    """What people call it."""
    glue: str
    """The module of the glue."""
    caller: str
    """What the app is told about who calls."""
    asynchronous: bool = True
    """Whether its tools are coroutines."""
    reserved: frozenset[str] = frozenset()
    """Names that its tools' params cannot have."""
    settings: Callable[[ExportedFunction], Mapping[str, Any]] | None = None
    """What the glue is told about a command, beyond its schema; its `schema` replaces that."""
    streams: str | None = None
    """What the glue does with the items of a stream as they come; without it they are collected."""
    end: Callable[[Runtime, Sequence[ExportedFunction]], list[Part]] | None = None
    """What follows the tools; by default their list, `TOOLS`."""
    imports: tuple[tuple[str, str], ...] = ()
    """What `end` needs: modules, and the names from them."""


def module_of(
    framework: Framework, runtime: Runtime, commands: Sequence[Command], place: Place, mode: str, about: str
) -> str:
    """Return the source of a module that offers commands as a framework's tools."""
    imports = Imports()
    parts = shared_parts(imports, place, mode, framework.caller, asynchronous=framework.asynchronous)
    parts += glue(framework.glue, imports)
    for module, name in framework.imports:
        imports.add(module, name)
    functions = functions_of(framework, commands, taken_names(parts, imports))
    parts += [Part(source=_function(framework, function, mode, runtime)) for function in functions]
    parts += framework.end(runtime, functions) if framework.end else [Part(source=listed(functions))]
    return assembled(about, parts, imports, own=place.packages if mode == "import" else ())


def taken_names(parts: Sequence[Part], imports: Imports) -> set[str]:
    """Return the names that a module's own functions cannot have: the others use them, or Python does."""
    defined = {part.name for part in parts if part.name}
    return defined | imports.names() | CONSTANTS | set(dir(builtins))


def functions_of(
    framework: Framework, commands: Sequence[Command], taken: set[str]
) -> list[ExportedFunction]:
    """Return commands as functions, each with a name of its own: none that another command has."""
    functions: list[ExportedFunction] = []
    reserved = framework.reserved | ({framework.streams} if framework.streams else set())
    names = {command.export_name for command in commands}
    for command in commands:
        others = (names - {command.export_name}) | {function.name for function in functions}
        functions.append(exported(command, taken | others, reserved))
    return functions


def shared_parts(imports: Imports, place: Place, mode: str, caller: str, *, asynchronous: bool) -> list[Part]:
    """Return the parts that run a command, whatever the framework."""
    constants = [Part(source=f"{LEFT_OUT}: Any = object()", name=LEFT_OUT)]
    if mode == "import":
        assert place.module is not None
        runner = "in_app"
    else:
        runner = "process"
        imports.add("sys")
        imports.add("pathlib", "Path")
        constants += [
            Part(source=f"PROGRAM = {render(tuple_of(place.program), used=10)}"),
            Part(source=f'CALLER = "{caller}"'),
        ]
    parts = [*glue("failure", imports), *glue("given", imports), *glue(runner, imports)]
    if asynchronous:
        parts += glue(f"{runner}_async", imports)
    if mode == "import":
        imports.add(str(place.module), place.variable, "app")
    return [*constants, *parts]


def called(runtime: Runtime, command: Command, mode: str) -> str:
    """Return what a command is called where it runs; the program of a single command takes no name."""
    return "" if mode == "subprocess" and runtime.catalog.single is not None else command.name


def settings_of(framework: Framework, function: ExportedFunction) -> dict[str, Any]:
    """Return the arguments of the glue for a command."""
    own = dict(framework.settings(function)) if framework.settings is not None else {}
    name = {} if function.name == function.command.export_name else {"name": function.command.export_name}
    return {"schema": function.schema, **name, **own}


def _function(framework: Framework, function: ExportedFunction, mode: str, runtime: Runtime) -> str:
    settings = settings_of(framework, function)
    items: list[tuple[str, Node]] = [("", value(settings.pop("schema")))]
    items += [(f"{name}=", value(given)) for name, given in settings.items()]
    decorator = render(Group(open="@tool(", items=tuple(items), close=")"))
    call = call_of(function, called(runtime, function.command, mode))
    word = "return await " if framework.asynchronous else "return "
    body = Group(open=f"{word}run_command(", items=tuple(call), close=")")
    if framework.streams is not None and function.command.is_stream:
        stream = Group(open="stream_command(", items=body.items, close=")")
        body = Group(open=f"return {framework.streams}(", items=(("", stream),), close=")")
    return "\n".join(
        [
            decorator,
            function.head(asynchronous=framework.asynchronous),
            function.docstring(),
            f"    {render(body, 4)}",
        ]
    )


def listed(functions: Sequence[ExportedFunction]) -> str:
    """Return the statement that lists the tools."""
    names = Group(open="[", items=tuple(("", function.name) for function in functions), close="]")
    return f"TOOLS = {render(names, used=8)}"
