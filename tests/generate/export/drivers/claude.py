"""Tools used over the protocol by which Claude Code uses the servers of the Claude Agent SDK."""

import json

from claude_agent_sdk import create_sdk_mcp_server
from mcp import Client


def schemas(tools):
    return {tool.name: tool.input_schema for tool in tools}


async def use(tools, name, arguments, agrees=None):
    server = create_sdk_mcp_server("tested", "1.0.0", tools)
    async with Client(server["instance"]) as client:
        (listed,) = [tool for tool in (await client.list_tools()).tools if tool.name == name]
        asked = [name] if listed.annotations.destructive_hint else []
        if asked and not agrees:  # a person says so before the call
            return {"error": "not approved", "asked": asked}
        answer = await client.call_tool(name, arguments)
    text = answer.content[0].text
    if answer.is_error:
        return {"error": text, "asked": asked}
    return {"result": json.loads(text), "asked": asked}
