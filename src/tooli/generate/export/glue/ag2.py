"""Commands as tools of AG2."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from copy import deepcopy
from typing import Any

import ag2
from ag2.events import ToolCallEvent, ToolErrorEvent, ToolResult, ToolResultEvent
from ag2.middleware import ToolExecution, ToolMiddleware, approval_required
from ag2.tools.tool import Tool

from tooli.generate.export.glue.failure import CommandError, check_arguments, describe


def tool(
    schema: dict[str, Any],
    *,
    name: str | None = None,
    needs_approval: bool = False,
) -> Callable[[Callable[..., Awaitable[Any]]], Tool]:
    """Make a tool of a function; what fails is told to the model."""

    def make(function: Callable[..., Awaitable[Any]]) -> Tool:
        async def run(
            call_next: ToolExecution, event: ToolCallEvent, context: ag2.Context
        ) -> ToolResultEvent:
            try:
                arguments = event.serialized_arguments
                check_arguments(function, arguments)
                result = await function(**arguments)
            except (CommandError, json.JSONDecodeError) as error:
                text = ToolResult(str(error))
                return ToolErrorEvent(
                    parent_id=event.id, name=event.name, error=error, result=text
                )
            text = ToolResult(json.dumps(result, ensure_ascii=False))
            return ToolResultEvent.from_call(event, result=text)

        hooks: list[ToolMiddleware] = [run]
        if needs_approval:
            hooks.insert(0, approval_required(allow_always=False))
        return ag2.tool(
            function,
            name=name or function.__name__,
            description=describe(function),
            schema=deepcopy(schema),
            middleware=hooks,
        )

    return make
