"""A server that is told to stop while calls run answers them first."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from typing import Any

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
