"""Commands as tools of the Microsoft Agent Framework."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from agent_framework import FunctionTool

from tooli.generate.export.glue.arguments import arguments_of
from tooli.generate.export.glue.failure import CommandError, check_arguments, describe


def tool(
    schema: dict[str, Any],
    *,
    name: str | None = None,
    needs_approval: bool = False,
) -> Callable[[Callable[..., Awaitable[Any]]], FunctionTool]:
    """Make a tool of a function; what fails is a result, so that the model sees it."""

    def make(function: Callable[..., Awaitable[Any]]) -> FunctionTool:
        async def run(**arguments: Any) -> str:
            try:
                check_arguments(function, arguments)
                result = await function(**arguments)
            except CommandError as error:
                return f"Error: {error}"
            return json.dumps(result, ensure_ascii=False)

        return FunctionTool(
            name=name or function.__name__,
            description=describe(function),
            func=run,
            input_model=arguments_of(schema),
            approval_mode="always_require" if needs_approval else "never_require",
        )

    return make
