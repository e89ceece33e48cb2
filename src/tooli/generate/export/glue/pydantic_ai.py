"""Commands as tools of Pydantic AI."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from pydantic_ai import ModelRetry, Tool
from pydantic_ai.exceptions import ToolFailed

from tooli.generate.export.glue.failure import (
    CommandError,
    check_arguments,
    describe,
)


def tool(
    schema: dict[str, Any],
    *,
    name: str | None = None,
    needs_approval: bool = False,
) -> Callable[[Callable[..., Awaitable[Any]]], Tool[Any]]:
    """Make a tool of a function; a failure that may be mended asks for a retry."""

    def make(function: Callable[..., Awaitable[Any]]) -> Tool[Any]:
        async def run(**arguments: Any) -> Any:
            try:
                check_arguments(function, arguments)
                return await function(**arguments)
            except CommandError as error:
                failure = ModelRetry if error.is_retryable else ToolFailed
                raise failure(str(error)) from error

        label = name or function.__name__
        made: Tool[Any] = Tool.from_schema(run, label, describe(function), schema)
        made.requires_approval = needs_approval
        return made

    return make
