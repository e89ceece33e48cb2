"""An app as a FastMCP server, for those who mount it into one: each command is a tool of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.errors import DependencyError
from tooli.execute.presented import presented
from tooli.surfaces.mcp.calls import call_tool
from tooli.surfaces.mcp.service import Service

if TYPE_CHECKING:
    from tooli.execute import Runtime


def to_fastmcp(runtime: Runtime) -> Any:
    """Return a FastMCP server with the app's commands as its tools."""
    try:
        from fastmcp import FastMCP
        from fastmcp.server.dependencies import get_context
        from fastmcp.tools.base import Tool, ToolResult
    except ImportError as error:
        raise DependencyError(
            f"to_fastmcp() needs fastmcp, which is not installed ({error})",
            suggestion="Install it: pip install fastmcp",
        ) from error
    import mcp_types as types

    from tooli.surfaces.mcp.server import Levels, SdkExchange

    service, levels = Service(runtime), Levels()

    class CommandTool(Tool):
        """One command."""

        async def run(self, arguments: dict[str, Any]) -> ToolResult:
            """Run the command with a tool call's arguments."""
            context: Any = get_context().request_context
            exchange = SdkExchange(context, levels)
            exchange.modern = False  # FastMCP runs a tool anew after a question: none may be asked so
            told = await call_tool(service, exchange, {"name": self.name, "arguments": arguments})
            return ToolResult.from_mcp_result(types.CallToolResult.model_validate(told, by_name=False))

    instructions = presented(runtime, runtime.description) or None
    server = FastMCP(runtime.name, version=runtime.version, instructions=instructions)
    for tool in service.tools.listed():
        server.add_tool(
            CommandTool(
                name=tool["name"],
                title=tool.get("title"),
                description=tool.get("description"),
                parameters=tool["inputSchema"],
                output_schema=tool.get("outputSchema"),
                annotations=types.ToolAnnotations.model_validate(tool["annotations"], by_name=False),
                meta=tool.get("_meta"),
            )
        )
    return server
