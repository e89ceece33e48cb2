"""An app mounted into a FastMCP server, called by FastMCP's own client."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from fastmcp import Client, FastMCP
from tests.surfaces.mcp.served_app import app


async def call(tool: str, **arguments: Any) -> Any:
    parent: Any = FastMCP("parent")
    parent.mount(app.to_fastmcp(), namespace="served")

    async def progress(done: float, total: float | None, message: str | None) -> None:
        return None

    async with Client(parent) as client:
        return await client.call_tool(
            f"served_{tool}", arguments, raise_on_error=False, progress_handler=progress
        )


def test_a_mounted_command_runs_and_says_what_it_does() -> None:
    async def listed() -> Any:
        async with Client(app.to_fastmcp()) as client:
            return {tool.name: tool for tool in await client.list_tools()}

    tools = asyncio.run(listed())
    assert tools["add"].title == "Add up"
    assert tools["add"].annotations.read_only_hint is True
    assert asyncio.run(call("add", a=1, b=2)).structured_content == {"result": 3}


def test_a_mounted_command_reports_and_fails_as_everywhere() -> None:
    assert asyncio.run(call("report", steps=2)).structured_content == {"result": "reported"}
    told = asyncio.run(call("choose", mode="fats"))
    assert told.is_error
    assert told.structured_content["error"]["suggestion"]["arguments"] == {"mode": "fast"}


def test_what_nobody_can_answer_there_is_an_error() -> None:
    told = asyncio.run(call("critical"))
    assert told.structured_content["error"]["code"] == "E4905"


def test_without_fastmcp_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fastmcp", None)
    with pytest.raises(Exception, match="needs fastmcp, which is not installed"):
        app.to_fastmcp()
