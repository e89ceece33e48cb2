"""Commands as tools of CrewAI."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from crewai.hooks import ToolCallHookContext, register_before_tool_call_hook
from crewai.tools import BaseTool
from crewai.tools.tool_failure import ToolFailure
from pydantic import Field

from tooli.generate.export.glue.arguments import arguments_of
from tooli.generate.export.glue.failure import CommandError, check_arguments, describe


class CommandTool(BaseTool):
    """A command as a tool; what fails is told to the model."""

    function: Callable[..., Any] = Field(exclude=True)

    def _run(self, *args: Any, **arguments: Any) -> Any:
        try:
            check_arguments(self.function, arguments)
            return self.function(**arguments)
        except CommandError as error:
            retryable = error.is_retryable
            return ToolFailure(message=str(error), retryable=retryable)

    async def _arun(self, *args: Any, **arguments: Any) -> Any:
        return await asyncio.to_thread(self._run, **arguments)

    def format_output_for_agent(self, raw_result: Any) -> str:
        """Return what the model reads of a result."""
        if isinstance(raw_result, ToolFailure):
            return str(raw_result.as_agent_message())
        return json.dumps(raw_result, ensure_ascii=False)


def tool(
    schema: dict[str, Any],
    *,
    name: str | None = None,
    needs_approval: bool = False,
) -> Callable[[Callable[..., Any]], CommandTool]:
    """Make a tool of a function; null stands for what is left out."""

    def make(function: Callable[..., Any]) -> CommandTool:
        made = CommandTool(
            name=name or function.__name__,
            description=describe(function),
            args_schema=arguments_of(schema),
            function=function,
            cache_function=never,
        )

        def approve(context: ToolCallHookContext) -> bool | None:
            own = getattr(context.tool, "_original_tool", None) is made
            return ask(context) if own or context.tool_name == made.name else None

        if needs_approval:
            register_before_tool_call_hook(approve)
        return made

    return make


def never(*_: Any) -> bool:
    """Say that a result is not kept: the same call may do something else later."""
    return False


def ask(context: ToolCallHookContext) -> bool:
    """Ask at the terminal whether a call may run; where nobody answers it may not."""
    call = f"{context.tool_name} {json.dumps(context.tool_input, default=str)}"
    try:
        answer = context.request_human_input(f"Run {call}?", "Type yes to run it:")
    except (EOFError, OSError):
        return False
    return answer.lower() in {"y", "yes"}
