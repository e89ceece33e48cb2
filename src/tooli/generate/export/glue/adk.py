"""Commands as tools of Google's Agent Development Kit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from google.adk.tools.base_tool import BaseTool
from google.adk.tools.tool_context import ToolContext
from google.genai import types

from tooli.generate.export.glue.failure import (
    CommandError,
    check_arguments,
    describe,
)


class CommandTool(BaseTool):
    """A command of the app."""

    def __init__(
        self,
        function: Callable[..., Awaitable[Any]],
        schema: dict[str, Any],
        name: str,
        needs_approval: bool,
    ) -> None:
        super().__init__(name=name, description=describe(function))
        self._function = function
        self._schema = schema
        self._needs_approval = needs_approval

    def _get_declaration(self) -> types.FunctionDeclaration:
        return types.FunctionDeclaration(
            name=self.name,
            description=self.description,
            parameters_json_schema=self._schema,
        )

    async def run_async(
        self, *, args: dict[str, Any], tool_context: ToolContext
    ) -> Any:
        """Run the command; what fails is told to the model."""
        try:
            check_arguments(self._function, args)
            if self._needs_approval:
                answer = tool_context.tool_confirmation
                if answer is None:
                    tool_context.request_confirmation(hint=f"Run {self.name}?")
                    tool_context.actions.skip_summarization = True
                    return {"error": f"{self.name} waits for a person to agree."}
                if not answer.confirmed:
                    return {"error": f"{self.name} was not approved."}
            return {"result": await self._function(**args)}
        except CommandError as error:
            return {"error": str(error)}


def tool(
    schema: dict[str, Any],
    *,
    name: str | None = None,
    needs_approval: bool = False,
) -> Callable[[Callable[..., Awaitable[Any]]], CommandTool]:
    """Make a tool of a function."""

    def make(function: Callable[..., Awaitable[Any]]) -> CommandTool:
        return CommandTool(function, schema, name or function.__name__, needs_approval)

    return make
