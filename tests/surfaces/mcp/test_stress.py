"""Ten thousand calls from sixteen clients that cancel, disconnect and send nonsense: `make stress`."""

from __future__ import annotations

import asyncio
import json
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

CALLS, CLIENTS, WARM = 10_000, 16, 2_000
APP = Path(__file__).with_name("stress_app.py")
ACCEPT = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
NONSENSE: list[bytes] = [
    b"",
    b"{",
    b"null",
    b"[]",
    b"[1,2,3]",
    b"\xff\xfe\x00",
    b'{"jsonrpc":"1.0","id":1,"method":"tools/call"}',
    b'{"jsonrpc":"2.0","id":1}',
    b'{"jsonrpc":"2.0","id":{},"method":"tools/call","params":{}}',
    b'{"jsonrpc":"2.0","id":1,"method":"no/such/method","params":{}}',
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":3}}',
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}',
    b"[" * 5_000,
    json.dumps({"jsonrpc": "2.0", "id": 1, "method": "x" * 100_000}).encode(),
]


class Client:
    """One client, of either era, that behaves as badly as clients do."""

    def __init__(self, url: str, number: int) -> None:
        self.url = url
        self.modern = number % 2 == 0
        self.random = random.Random(number)
        self.http = httpx2.AsyncClient(timeout=60)
        self.session: dict[str, str] = {}
        self.number = 0
        self.happened: Counter[str] = Counter()

    async def connect(self) -> None:
        """Begin a session, where there are sessions."""
        if self.modern:
            return
        params = {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "s", "version": "1"},
        }
        body = {"jsonrpc": "2.0", "id": "init", "method": "initialize", "params": params}
        answer = await self.http.post(self.url, json=body, headers=ACCEPT)
        self.session = {
            "mcp-session-id": answer.headers["mcp-session-id"],
            "mcp-protocol-version": "2025-11-25",
        }
        await self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    async def close(self) -> None:
        """End the session."""
        if self.session:
            await self.http.delete(self.url, headers={**ACCEPT, **self.session})
        await self.http.aclose()

    async def send(self, body: dict[str, Any]) -> Any:
        """Send a message and return the answer to it, if there is one."""
        headers = {**ACCEPT, **self.session}
        if self.modern:
            meta = {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            }
            body = {**body, "params": {**body["params"], "_meta": meta}}
            headers["mcp-protocol-version"] = "2026-07-28"
            headers["mcp-method"] = body["method"]
            headers["mcp-name"] = body["params"]["name"]
        answer = await self.http.post(self.url, json=body, headers=headers)
        assert answer.status_code in (200, 202), answer.text
        if answer.status_code == 202:
            return None
        if answer.headers["content-type"].startswith("application/json"):
            return answer.json()
        lines = [line[5:] for line in answer.text.splitlines() if line.startswith("data:")]
        messages = [json.loads(line) for line in lines if line.strip()]
        return next(message for message in messages if "id" in message)

    async def call(self, tool: str, **arguments: Any) -> Any:
        """Call a tool and return its structured result."""
        self.number += 1
        params = {"name": tool, "arguments": arguments}
        answer = await self.send(
            {"jsonrpc": "2.0", "id": self.number, "method": "tools/call", "params": params}
        )
        assert answer["id"] == self.number
        return answer["result"]["structuredContent"]

    async def one(self) -> None:
        """Do one thing, by chance; every answer has to be the right one."""
        chance = self.random.random()
        if chance < 0.03:
            await self.nonsense()
        elif chance < 0.06:
            await self.disconnect()
        elif chance < 0.09:
            await self.give_up()
        else:
            await self.succeed()

    async def succeed(self) -> None:
        """Call a tool and look at the answer."""
        token = f"{id(self)}-{self.number}"
        kind = self.random.randrange(20)
        if kind < 12:
            a, b = self.random.randrange(10**6), self.random.randrange(10**6)
            assert await self.call("add", a=a, b=b) == {"result": a + b}
        elif kind < 15:
            times = self.random.randrange(1, 200)
            assert await self.call("echo", text=token, times=times) == {"text": token * times}
        elif kind == 15:
            assert await self.call("wait", seconds=0.01, token=token) == {"result": token}
        elif kind == 16:
            assert await self.call("block", seconds=0.01, token=token) == {"result": token}
        elif kind == 17:
            to = self.random.randrange(50)
            assert await self.call("count", to=to) == {"result": list(range(to))}
        elif kind == 18:
            error = (await self.call("fail", token=token))["error"]
            assert (error["code"], error["message"]) == ("E3007", f"failed {token}")
        else:
            error = (await self.call("add", a=token, b=1))["error"]
            assert (error["code"], error["field"]) == ("E1903", "a")
        self.happened["answered"] += 1

    async def nonsense(self) -> None:
        """Send what is no message: it is refused, and nothing else happens."""
        body = self.random.choice(NONSENSE)
        answer = await self.http.post(self.url, content=body, headers={**ACCEPT, **self.session})
        assert answer.status_code in (200, 202, 400, 404, 406, 413, 415), (body[:80], answer.status_code)
        self.happened["nonsense"] += 1

    async def disconnect(self) -> None:
        """Send half a request and hang up."""
        host, _, port = self.url.split("/")[2].partition(":")
        _, writer = await asyncio.open_connection(host, int(port))
        body = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"block"'
        lines = (
            "POST /mcp HTTP/1.1",
            f"host: {host}:{port}",
            "content-type: application/json",
            "content-length: 500",
        )
        head = "".join(f"{line}\r\n" for line in (*lines, ""))
        writer.write(head.encode() + (body if self.random.random() < 0.5 else b""))
        await writer.drain()
        writer.transport.abort()
        self.happened["disconnected"] += 1

    async def give_up(self) -> None:
        """Start a call that would take a minute, and leave it."""
        tool = self.random.choice(["wait", "block"])
        name = self.number + 1
        task = asyncio.create_task(self.call(tool, seconds=60, token="late"))
        await asyncio.sleep(self.random.random() * 0.03)  # so that it is left in every stage
        if not self.modern:
            params = {"requestId": name, "reason": "no longer wanted"}
            await self.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        self.happened["given up"] += 1


async def _state(url: str) -> dict[str, int]:
    client = Client(url, 0)
    found: dict[str, int] = await client.call("state")
    await client.close()
    return found


async def _run(client: Client, times: int) -> None:
    await client.connect()
    for _ in range(times):
        await client.one()
    await client.close()


async def _storm(url: str, calls: int, seed: int) -> Counter[str]:
    clients = [Client(url, number + seed) for number in range(CLIENTS)]
    await asyncio.gather(*(_run(client, calls // CLIENTS) for client in clients))
    return sum((client.happened for client in clients), Counter())


async def _settled(url: str) -> dict[str, int]:
    """Wait until no call runs any more, and return the state of the server."""
    found = await _state(url)
    for _ in range(200):
        if not found["running"]:
            break
        await asyncio.sleep(0.05)
        found = await _state(url)
    return found


@contextmanager
def serving(log: Path) -> Iterator[str]:
    """Serve the app; what it logs goes to a file, so that it never waits for a reader."""
    line = [sys.executable, str(APP), "mcp", "serve", "--transport", "http", "--port", "0"]
    with log.open("w") as stderr, subprocess.Popen(line, stderr=stderr, stdin=subprocess.DEVNULL) as server:
        try:
            while not (found := re.search(r"http://\S+\n", log.read_text())):
                assert server.poll() is None, log.read_text()
                time.sleep(0.05)
            yield found[0].strip()
            assert server.poll() is None, log.read_text()[-2000:]
        finally:
            server.terminate()
            status = server.wait(30)
    assert status == 0, log.read_text()[-2000:]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_a_server_survives_ten_thousand_calls_of_ill_behaved_clients(tmp_path: Path) -> None:
    with serving(tmp_path / "log.txt") as url:
        asyncio.run(_storm(url, WARM, 100))
        before = asyncio.run(_settled(url))
        happened = asyncio.run(_storm(url, CALLS, 1000))
        after = asyncio.run(_settled(url))
    assert sum(happened.values()) == CALLS
    assert min(happened[kind] for kind in ("nonsense", "disconnected", "given up")) > 200
    assert happened["answered"] > 0.85 * CALLS
    assert after["running"] == 0
    assert after["kilobytes"] < before["kilobytes"] * 1.1
