"""Commands as tools of the GitHub Copilot SDK."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from copilot import Tool, ToolInvocation, ToolResult

from tooli.generate.export.glue.failure import CommandError, check_arguments, describe


def tool(
    schema: dict[str, Any],
    *,
    name: str | None = None,
    needs_approval: bool = False,
) -> Callable[[Callable[..., Awaitable[Any]]], Tool]:
    """Make a tool of a function; what fails is told to the model."""

    def make(function: Callable[..., Awaitable[Any]]) -> Tool:
        async def run(call: ToolInvocation) -> ToolResult:
            arguments = call.arguments or {}
            try:
                check_arguments(function, arguments)
                result = await function(**arguments)
            except CommandError as error:
                text = str(error)
                return ToolResult(text, result_type="failure", error=text)
            return ToolResult(json.dumps(result, ensure_ascii=False))

        return Tool(
            name=name or function.__name__,
            description=describe(function),
            parameters=schema,
            handler=run,
            skip_permission=not needs_approval,
        )

    return make
