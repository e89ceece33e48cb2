"""Commands as tools of the Claude Agent SDK."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from claude_agent_sdk import SdkMcpTool, ToolAnnotations

from tooli.generate.export.glue.failure import (
    CommandError,
    check_arguments,
    describe,
)


def tool(
    schema: dict[str, Any],
    *,
    name: str | None = None,
    hints: dict[str, bool],
) -> Callable[[Callable[..., Awaitable[Any]]], SdkMcpTool[Any]]:
    """Make a tool of a function; a failure is a result that says so."""

    def make(function: Callable[..., Awaitable[Any]]) -> SdkMcpTool[Any]:
        async def handle(arguments: dict[str, Any]) -> dict[str, Any]:
            try:
                check_arguments(function, arguments)
                text = json.dumps(await function(**arguments), ensure_ascii=False)
            except CommandError as error:
                content = [{"type": "text", "text": str(error)}]
                return {"content": content, "is_error": True}
            return {"content": [{"type": "text", "text": text}]}

        return SdkMcpTool(
            name=name or function.__name__,
            description=describe(function),
            input_schema=schema,
            handler=handle,
            annotations=ToolAnnotations.model_validate(hints),
        )

    return make
