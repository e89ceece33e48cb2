"""Reports over MCP: each arrives in order, and none of them fails or silences the call."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import RunApp
from tests.surfaces.mcp.client import MODERN, Connected, connected, on_stdio, web_server

SOURCE = """
class Thing:
    def __str__(self) -> str:
        return "a thing"

@app.command
def work(ctx: AgentContext) -> str:
    for number in range(300):
        ctx.log(f"line {number}")
    ctx.progress(float("nan"), 3)
    ctx.progress("one", 3)
    ctx.progress(2, 3, "two")
    ctx.log("odd", what=Thing())
    ctx.log("shouted", level="WARN")
    ctx.log("last")
    return "done"

@app.command
async def loud(ctx: AgentContext) -> str:
    ctx.log("line", level="loud")
    return "done"
"""
LINES = [
    *(("info", f"line {number}") for number in range(300)),
    ("info", {"message": "odd", "what": "a thing"}),
    ("warning", "shouted"),
    ("info", "last"),
]


def check(client: Connected) -> None:
    assert client.result("work") == "done"
    assert client.logs == LINES
    assert client.progress == [(2, 3, "two")]
    error = client.error("loud")
    assert (error["code"], error["message"]) == ("E5001", "ctx.log(): 'loud' is no level")


@pytest.mark.parametrize("mode", ["legacy", MODERN])
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_reports_arrive_in_order_whatever_they_hold(
    run_app: RunApp, tmp_path: Path, transport: str, mode: str
) -> None:
    app = run_app.write(SOURCE)
    told = tmp_path / "stderr"
    web: Any = web_server(app, "--transport", "http") if transport == "http" else nullcontext()
    with (
        web as url,
        told.open("w") as errlog,
        connected(url or (lambda: on_stdio(app, errlog=errlog)), mode) as client,
    ):
        check(client)
    assert told.read_text() == ""
