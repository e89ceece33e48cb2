"""What takes the place of the methods that apps of other frameworks have."""

from __future__ import annotations

_COMMAND = "declare commands with @app.command"
_GROUPS = (
    "put another app's commands into a group with app.add_tooli(sub, name=...), or add one with app.group"
)
_OVER_HTTP = f"{_COMMAND}; the built-in command `api serve` offers them over HTTP, app.asgi() as an ASGI app"
_AROUND = "run code around every command with @app.middleware; the help is Tooli(description=...)"
_HABITS = {
    "add_api_route": _OVER_HTTP,
    "add_command": _COMMAND,
    "add_tool": _COMMAND,
    "add_typer": _GROUPS,
    "callback": _AROUND,
    "delete": _OVER_HTTP,
    "get": _OVER_HTTP,
    "http_app": "app.asgi() is the ASGI app",
    "import_server": _GROUPS,
    "include_router": _GROUPS,
    "mount": _GROUPS,
    "patch": _OVER_HTTP,
    "post": _OVER_HTTP,
    "put": _OVER_HTTP,
    "result_callback": _AROUND,
    "route": _OVER_HTTP,
    "run": "run it as a program with app(); the built-in command `mcp serve` makes it an MCP server",
    "sse_app": "app.asgi() is the ASGI app",
    "streamable_http_app": "app.asgi() is the ASGI app",
    "tool": _COMMAND,
}
"""Names from Typer, Click, Cyclopts, FastAPI and FastMCP → what to do here."""


def replacement(name: str) -> str:
    """Return what to do instead of using a method that apps elsewhere have; nothing for other names."""
    told = _HABITS.get(name)
    return f": {told}" if told else ""
