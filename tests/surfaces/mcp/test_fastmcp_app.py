"""An app mounted into a FastMCP server, called by FastMCP's own client."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from fastmcp import Client, FastMCP
from fastmcp.client.elicitation import ElicitResult
from tests.surfaces.mcp.served_app import app

from tooli import AgentContext, Tooli


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


@pytest.mark.parametrize(
    ("mode", "asked", "confirmed"), [("auto", [], True), ("legacy", ["Really?", "Sure?"], False)]
)
def test_a_client_is_asked_there_only_if_there_is_a_way_to(
    mode: Any, asked: list[str], confirmed: bool
) -> None:
    mounted = Tooli("mounted", version="1.0.0")

    @mounted.command(capabilities=["none"])
    def confirm(ctx: AgentContext) -> bool:
        return ctx.confirm("Really?")

    @mounted.command(capabilities=["none"])
    async def decide(ctx: AgentContext) -> bool:
        return await ctx.aconfirm("Sure?", critical=True)

    @mounted.command(capabilities=["none"])
    def sample(ctx: AgentContext) -> str:
        return ctx.sample("Say hi")

    @mounted.command(requires_approval=True, capabilities=["none"])
    def pay(amount: int) -> int:
        return amount

    questions: list[str] = []

    async def decline(message: str, response_type: Any, params: Any, context: Any) -> Any:
        questions.append(message)
        return ElicitResult(action="decline")

    async def hi(messages: Any, params: Any, context: Any) -> str:
        return "hi"

    async def answers() -> list[Any]:
        handlers: Any = {"elicitation_handler": decline, "sampling_handler": hi}
        async with Client(mounted.to_fastmcp(), mode=mode, **handlers) as client:
            return [
                (await client.call_tool(name, given, raise_on_error=False)).structured_content
                for name, given in (("confirm", {}), ("decide", {}), ("sample", {}), ("pay", {"amount": 3}))
            ]

    first, critical, sampled, paid = asyncio.run(answers())
    assert first == {"result": confirmed}
    assert questions[:2] == asked
    if mode == "legacy":
        assert (critical, sampled) == ({"result": False}, {"result": "hi"})
        assert (paid["error"]["code"], paid["error"]["message"]) == ("E2903", "pay was not approved")
    else:
        assert [told["error"]["details"] for told in (critical, sampled)] == [
            {"needs": "elicitation"},
            {"needs": "sampling"},
        ]
        assert (paid["error"]["code"], list(paid["error"]["details"])) == ("E2903", ["request"])


def test_without_fastmcp_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fastmcp", None)
    with pytest.raises(Exception, match="needs fastmcp, which is not installed"):
        app.to_fastmcp()
