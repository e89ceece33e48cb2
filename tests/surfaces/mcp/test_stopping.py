"""A server that is told to stop answers the calls that run, lets them clean up, and ends without a word."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import RunApp
from tests.surfaces.mcp.client import connected, on_sse
from tests.surfaces.mcp.test_stdio import OPENING, tool
from tests.surfaces.mcp.test_stress import APP, Client


async def _stopped(server: subprocess.Popen[str], url: str) -> list[Any]:
    """Start a sync and an async call in each era, and stop the server once all four run."""
    clients = [Client(url, number) for number in range(4)]
    watch = Client(url, 0)
    for client in clients:
        await client.connect()
    tools = ("wait", "wait", "block", "block")
    calls = [
        asyncio.create_task(
            client.send(
                {
                    "jsonrpc": "2.0",
                    "id": 1,
                    "method": "tools/call",
                    "params": {"name": tool, "arguments": {"seconds": 60, "token": "late"}},
                }
            )
        )
        for client, tool in zip(clients, tools, strict=True)
    ]
    while (await watch.call("state"))["running"] < len(calls):
        pass
    server.terminate()
    answers = await asyncio.gather(*calls)
    for client in (*clients, watch):
        await client.http.aclose()
    return answers


def test_calls_that_run_when_the_server_stops_are_answered() -> None:
    line = [sys.executable, str(APP), "mcp", "serve", "--transport", "http", "--port", "0"]
    with subprocess.Popen(line, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as server:
        assert server.stderr is not None
        found = re.search(r"http://\S+", server.stderr.readline())
        assert found is not None
        answers = asyncio.run(_stopped(server, found[0]))
        assert server.wait(30) == 0
        assert server.stderr.read() == ""
    errors = [answer["error"] for answer in answers]
    assert [(error["code"], error["data"]["error"]["code"]) for error in errors] == [(-32603, "E4904")] * 4


CLEANING = """
import asyncio, time
from pathlib import Path

@app.command
def threaded(begun: Path, cleaned: Path) -> None:
    begun.touch()
    try:
        while True:
            time.sleep(0.01)
    finally:
        time.sleep(0.3)  # longer than a server without calls takes to end
        cleaned.touch()

@app.command
async def awaited(begun: Path, cleaned: Path) -> None:
    begun.touch()
    try:
        await asyncio.sleep(60)
    finally:
        await asyncio.sleep(0.3)
        cleaned.touch()
"""


def wait_for(path: Path, server: subprocess.Popen[str]) -> None:
    while not path.exists():
        assert server.poll() is None


@pytest.mark.parametrize("command", ["threaded", "awaited"])
def test_a_call_cleans_up_when_the_server_on_stdio_is_stopped(run_app: RunApp, command: str) -> None:
    line = [sys.executable, str(run_app.write(CLEANING)), "mcp", "serve"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    begun, cleaned = run_app.folder / "begun", run_app.folder / "cleaned"
    with subprocess.Popen(line, text=True, **pipes) as server:  # type: ignore[call-overload]
        try:
            server.stdin.write(OPENING + tool(1, command, begun=str(begun), cleaned=str(cleaned)))
            server.stdin.flush()
            wait_for(begun, server)
            server.terminate()
            assert server.wait(30) == 0
            assert server.stderr.read() == ""
        finally:
            server.kill()
    assert cleaned.exists()


@pytest.mark.parametrize("transport", ["http", "sse"])
def test_a_client_that_only_listens_does_not_keep_the_server(run_app: RunApp, transport: str) -> None:
    app = run_app.write("@app.command\ndef one() -> int:\n    return 1\n")
    line = [sys.executable, str(app), "tooli", "mcp", "serve", "--transport", transport, "--port", "0"]
    with subprocess.Popen(line, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as server:
        assert server.stderr is not None
        try:
            url = server.stderr.readline().split()[-1]
            with connected((lambda: on_sse(url)) if transport == "sse" else url, "legacy") as client:
                assert client.result("one") == 1
                server.terminate()
                assert server.wait(30) == 0
                assert server.stderr.read() == ""
        finally:
            server.kill()
