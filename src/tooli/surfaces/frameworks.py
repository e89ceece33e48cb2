"""The commands as live tools of an agent framework, which is imported only here."""

from __future__ import annotations

import builtins
from collections.abc import Awaitable, Callable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tooli.caller.caller import Caller
from tooli.errors import DependencyError, InputError, Suggestion, ToolError
from tooli.execute import Call, CallOptions
from tooli.execute.awaited import arun
from tooli.execute.pipeline import run, stream
from tooli.generate.export.framework import functions_of, settings_of
from tooli.generate.export.frameworks import FRAMEWORKS
from tooli.generate.export.glue.failure import CommandError
from tooli.generate.export.glue.in_app import data_of
from tooli.generate.export.module import OWN
from tooli.generate.export.signature import keeps_null
from tooli.generate.export.targets import chosen
from tooli.schema.closeness import closest
from tooli.schema.invalid import shown
from tooli.surfaces.python import TooliResult, rest_of, to_result

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.generate.export.framework import Framework
    from tooli.generate.export.signature import ExportedFunction


def tools(runtime: Runtime, name: str, commands: Sequence[str] = ()) -> list[Any]:
    """Return commands as tools of a framework: those of these names, or all that are listed."""
    framework = FRAMEWORKS.get(name)
    if framework is None:
        meant = closest(name, list(FRAMEWORKS))
        raise InputError(
            f"framework: there is no {shown(name)}; there are {', '.join(FRAMEWORKS)}",
            code="E1904",
            field="framework",
            details={"value": name, "choices": list(FRAMEWORKS)},
            suggestion=Suggestion(f"Use {meant[0]}.") if meant else None,
        )
    try:
        glue = import_module(f"{OWN}.{framework.glue}")
    except ImportError as error:
        raise DependencyError(
            f"{framework.title} is not installed: {error}",
            suggestion=Suggestion("Install it beside the app.", action="fix"),
            is_retryable=False,
        ) from error
    collect = None if framework.streams is None else getattr(glue, framework.streams)
    made = []
    for function in functions_of(framework, chosen(runtime, commands), set(dir(builtins))):
        settings = settings_of(framework, function)
        live = _live(runtime, framework, function, collect)
        made.append(glue.tool(settings.pop("schema"), **settings)(live))
    return made


def _live(
    runtime: Runtime,
    framework: Framework,
    function: ExportedFunction,
    collect: Callable[[Iterator[Any]], Any] | None,
) -> Callable[..., Any]:
    """Return a function that runs a command and gives its result as data."""

    def run_command(**arguments: Any) -> Any:
        return data_of(to_result(run(_call(runtime, framework, function, arguments))))

    def stream_command(**arguments: Any) -> Any:
        assert collect is not None
        return collect(_items(_call(runtime, framework, function, arguments)))

    async def await_command(**arguments: Any) -> Any:
        return data_of(to_result(await arun(_call(runtime, framework, function, arguments))))

    live: Callable[..., Any] | Callable[..., Awaitable[Any]]
    live = await_command if framework.asynchronous else run_command
    if collect is not None and function.command.is_stream:
        live = stream_command
    live.__name__ = function.command.export_name
    live.__doc__ = function.text
    return live


def _call(
    runtime: Runtime, framework: Framework, function: ExportedFunction, arguments: dict[str, Any]
) -> Call:
    approval = arguments.pop(function.approval, None) if function.approval is not None else None
    params = {taken.name: taken.param for taken in function.params if taken.param is not None}
    given = {}
    for name, value in arguments.items():
        param = params.get(name)
        if value is not None or param is None or keeps_null(param):
            given[name if param is None else param.name] = value
    options = CallOptions(yes=function.command.destructive, approval=approval)
    return Call(runtime, function.command, given, options, _caller(framework))


def _caller(framework: Framework) -> Caller:
    return Caller(category="ai_agent", confidence=1.0, caller_id=framework.caller)


def _items(call: Call) -> Iterator[Any]:
    """Give the items of a command as they come, as data."""

    def items() -> Iterator[Any]:
        yield from rest_of((yield from stream(call)))

    try:
        for item in items():
            yield data_of(TooliResult(True, item))
    except ToolError as error:
        raise CommandError(error.to_dict()) from None
