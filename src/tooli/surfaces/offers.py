"""Resources and prompts on the Python surface: read and written as commands are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.errors import ToolError
from tooli.execute.offered import prompt_call, resource_call
from tooli.execute.pipeline import run
from tooli.surfaces.python import CALLER, TooliResult, to_result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tooli.execute import Call, CallOptions, Runtime


def read_resource(runtime: Runtime, uri: str, options: CallOptions | None) -> TooliResult[Any]:
    """Read a resource here and now."""
    made = _reading(runtime, uri, options)
    return made if isinstance(made, TooliResult) else to_result(run(made))


async def aread_resource(runtime: Runtime, uri: str, options: CallOptions | None) -> TooliResult[Any]:
    """Read a resource without blocking the event loop."""
    return await _awaited(_reading(runtime, uri, options))


def render_prompt(
    runtime: Runtime, name: str, arguments: Mapping[str, Any], options: CallOptions | None
) -> TooliResult[Any]:
    """Write a prompt's messages here and now."""
    made = _writing(runtime, name, arguments, options)
    return made if isinstance(made, TooliResult) else to_result(run(made))


async def arender_prompt(
    runtime: Runtime, name: str, arguments: Mapping[str, Any], options: CallOptions | None
) -> TooliResult[Any]:
    """Write a prompt's messages without blocking the event loop."""
    return await _awaited(_writing(runtime, name, arguments, options))


async def _awaited(made: Call | TooliResult[Any]) -> TooliResult[Any]:
    from tooli.execute.awaited import arun

    return made if isinstance(made, TooliResult) else to_result(await arun(made))


def _reading(runtime: Runtime, uri: str, options: CallOptions | None) -> Call | TooliResult[Any]:
    try:
        return resource_call(runtime, uri, CALLER, options)[1]
    except ToolError as error:
        return _failed(runtime, error)


def _writing(
    runtime: Runtime, name: str, arguments: Mapping[str, Any], options: CallOptions | None
) -> Call | TooliResult[Any]:
    try:
        return prompt_call(runtime, name, arguments, CALLER, options)
    except ToolError as error:
        return _failed(runtime, error)


def _failed(runtime: Runtime, error: ToolError) -> TooliResult[Any]:
    from tooli.surfaces.cli.failures import failed

    return to_result(failed(runtime, (), error))
