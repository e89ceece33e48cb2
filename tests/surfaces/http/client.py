"""A served app and a client of it, for tests: a real server on a free port, and plain requests."""

from __future__ import annotations

import asyncio
import http.client
import json
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.surfaces.serving import serving


@dataclass(frozen=True)
class Answer:
    """An answer as it came."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def envelope(self) -> dict[str, Any]:
        """The JSON document in it."""
        assert self.headers["content-type"] == "application/json", self
        document: dict[str, Any] = json.loads(self.body)
        return document

    @property
    def result(self) -> Any:
        """The result of a call that succeeded."""
        assert self.status == 200, self
        assert self.envelope["ok"] is True
        return self.envelope["result"]

    @property
    def error(self) -> dict[str, Any]:
        """The error of a call that failed."""
        assert self.status >= 400, self
        error: dict[str, Any] = self.envelope["error"]
        return error


def ask(
    url: str, path: str, arguments: Any = None, *, method: str | None = None, **headers: str | None
) -> Answer:
    """Send a request: POST with arguments, GET without; headers are spelt with `_`."""
    place = urlsplit(url)
    body = arguments if isinstance(arguments, bytes) else None
    if arguments is not None and body is None:
        body = json.dumps(arguments).encode()
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None:
        given.setdefault("content-type", "application/json")
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
    try:
        connection.request(
            method or ("GET" if body is None else "POST"),
            path,
            body,
            {name: value for name, value in given.items() if value is not None},
        )
        answer = connection.getresponse()
        told = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, told, answer.read())
    finally:
        connection.close()


def ask_app(
    app: Any,
    path: str,
    arguments: Any = None,
    *,
    method: str | None = None,
    client: str = "127.0.0.1",
    **headers: str | None,
) -> Answer:
    """Send a request to an ASGI app in this process."""
    return asyncio.run(_ask_app(app, path, arguments, method, client, headers))


async def _ask_app(
    app: Any, path: str, arguments: Any, method: str | None, client: str, headers: dict[str, str | None]
) -> Answer:
    body = arguments if isinstance(arguments, bytes) else None
    if arguments is not None and body is None:
        body = json.dumps(arguments).encode()
    given = {"host": "localhost", **({} if body is None else {"content_type": "application/json"}), **headers}
    place, _, query = path.partition("?")
    parts: list[dict[str, Any]] = []
    coming = [{"type": "http.request", "body": body or b"", "more_body": False}]

    async def receive() -> dict[str, Any]:
        return coming.pop() if coming else await asyncio.Future()

    async def send(message: dict[str, Any]) -> None:
        parts.append(message)

    scope = {
        "type": "http",
        "method": method or ("GET" if body is None else "POST"),
        "path": place,
        "query_string": query.encode(),
        "headers": [
            (name.replace("_", "-").encode(), value.encode())
            for name, value in given.items()
            if value is not None
        ],
        "client": (client, 5000),
    }
    await app(scope, receive, send)
    told = {name.decode(): value.decode() for name, value in parts[0]["headers"]}
    return Answer(parts[0]["status"], told, b"".join(part.get("body", b"") for part in parts[1:]))


def http_server(app: Path, *args: str, env: dict[str, str] | None = None) -> AbstractContextManager[str]:
    """Start an app on a free port and give the address it tells."""
    return serving(app, "api", *args, env=env)
