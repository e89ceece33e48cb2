"""MCP servers measured beside each other: the same ten tools on ours, the SDK's and FastMCP's."""
