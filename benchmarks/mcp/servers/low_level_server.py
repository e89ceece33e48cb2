"""Ten tools, served by the SDK's low-level server as its documentation shows."""

from __future__ import annotations

import json
from typing import Any

import anyio
import mcp_types as types
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server

WHOLE = {"type": "integer"}
TOOLS = [
    types.Tool(
        name=f"add_{number}",
        title="Add",
        description="Add two numbers.",
        input_schema={"type": "object", "properties": {"a": WHOLE, "b": WHOLE}, "required": ["a", "b"]},
        output_schema={"type": "object", "properties": {"result": WHOLE}, "required": ["result"]},
    )
    for number in range(10)
]
SCHEMAS = {tool.name: tool.input_schema for tool in TOOLS}


async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
    return types.ListToolsResult(tools=TOOLS, ttl_ms=60_000, cache_scope="public")


async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
    given = params.arguments or {}
    result = given["a"] + given["b"]
    return types.CallToolResult(
        content=[types.TextContent(text=json.dumps(result))], structured_content={"result": result}
    )


server: Server[Any] = Server(
    "bench",
    version="1.0",
    on_list_tools=list_tools,
    on_call_tool=call_tool,
    get_tool_input_schema=SCHEMAS.get,
)


async def main() -> None:
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)
