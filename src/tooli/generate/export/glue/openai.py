"""Commands as tools of the OpenAI Agents SDK."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from agents import FunctionTool
from agents.tool_context import ToolContext

from tooli.generate.export.glue.failure import CommandError, check_arguments, describe


def tool(
    schema: dict[str, Any],
    *,
    name: str | None = None,
    strict: bool = False,
    needs_approval: bool = False,
) -> Callable[[Callable[..., Awaitable[Any]]], FunctionTool]:
    """Make a tool of a function; what fails is told to the model."""

    def make(function: Callable[..., Awaitable[Any]]) -> FunctionTool:
        async def invoke(context: ToolContext[Any], text: str) -> str:
            try:
                arguments = dict(json.loads(text or "{}"))
            except (TypeError, ValueError) as error:
                return f"Error: the arguments are no JSON object: {error}"
            try:
                check_arguments(function, arguments)
                result = await function(**arguments)
            except CommandError as error:
                return f"Error: {error}"
            return json.dumps(result, ensure_ascii=False)

        return FunctionTool(
            name=name or function.__name__,
            description=describe(function)[:1024],  # as much as the API takes
            params_json_schema=schema,
            on_invoke_tool=invoke,
            strict_json_schema=strict,
            needs_approval=needs_approval,
        )

    return make
