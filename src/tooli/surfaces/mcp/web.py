"""HTTP as a transport: streamable HTTP for both eras, and the old one of server-sent events."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import uvicorn
from mcp.server.sse import SseServerTransport
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.routing import Mount, Route

from tooli.surfaces.listening import ANYWHERE, LOOPBACK, let_end, on_signals, quiet_server
from tooli.surfaces.mcp.server import build_server

if TYPE_CHECKING:
    import socket
    from collections.abc import AsyncIterator

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from tooli.surfaces.mcp.service import Service

PATIENCE = 2
"""Seconds that open connections get at the end."""
LAST_WORDS = 0.2
"""Seconds in which the answers of calls that were stopped leave by streams that end then."""


async def serve_web(service: Service, transport: str, bound: socket.socket, path: str) -> None:
    """Serve on a bound socket until SIGTERM or SIGINT comes."""
    app = (sse_app if transport == "sse" else http_app)(service, path, guard(bound.getsockname()[0]))
    listeners = Listeners(app)
    config = uvicorn.Config(
        listeners, log_level="warning", access_log=False, lifespan="on", timeout_graceful_shutdown=PATIENCE
    )
    server = quiet_server(config)
    ending: list[asyncio.Task[None]] = []

    async def end() -> None:
        # An open stream would keep its connection until the end of patience.
        answered = bool(service.running) and transport == "sse"
        await service.close()
        if answered:
            await asyncio.sleep(LAST_WORDS)
        listeners.leave.set()

    def stop() -> None:
        let_end(server)
        ending.append(asyncio.get_running_loop().create_task(end()))

    with bound, on_signals(stop):
        await server.serve(sockets=[bound])
    await service.close()


class Listeners:
    """An ASGI app whose clients may listen to open streams, which end when the server does."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.leave = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request; a listening one is told that its client has gone when the server leaves."""
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        is_open = False

        async def until_left() -> Message:
            left, received = asyncio.ensure_future(self.leave.wait()), asyncio.ensure_future(receive())
            try:
                await asyncio.wait((left, received), return_when=asyncio.FIRST_COMPLETED)
                return {"type": "http.disconnect"} if self.leave.is_set() else received.result()
            finally:
                left.cancel()
                received.cancel()

        async def sent(message: Message) -> None:
            nonlocal is_open
            is_open = message["type"] == "http.response.start" or message.get("more_body", False)
            await send(message)

        await self._app(scope, until_left, sent)
        if is_open:  # whoever was told of a client that has gone did not end the answer
            await send({"type": "http.response.body", "body": b""})


def guard(host: str) -> TransportSecuritySettings:
    """Return which Host and Origin headers are taken: our own address, so that no page can reach us."""
    if host in ANYWHERE:
        return TransportSecuritySettings(enable_dns_rebinding_protection=False)
    names = LOOPBACK if host in LOOPBACK else (host,)
    hosts = [f"[{name}]" if ":" in name else name for name in names]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[*hosts, *(f"{name}:*" for name in hosts)],
        allowed_origins=[
            f"{scheme}://{name}{port}"
            for scheme in ("http", "https")
            for name in hosts
            for port in ("", ":*")
        ],
    )


def http_app(service: Service, path: str, security: TransportSecuritySettings) -> Starlette:
    """Return streamable HTTP as an ASGI app; other apps can mount it."""
    server = build_server(service)
    return server.streamable_http_app(
        streamable_http_path=path,
        transport_security=security,
        stateless_http=service.state_key is not None,  # another process may get the next request
    )


def sse_app(service: Service, path: str, security: TransportSecuritySettings) -> Starlette:
    """Return the old transport as an ASGI app: a stream to listen to, and a place to post to."""
    server = build_server(service)
    posts = f"{path.rstrip('/')}/messages/"
    transport = SseServerTransport(posts, security_settings=security)

    class Listen:
        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            async with transport.connect_sse(scope, receive, send) as (incoming, outgoing):
                await server.run(incoming, outgoing, server.create_initialization_options())

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield

    routes = [Route(path, endpoint=Listen()), Mount(posts, app=transport.handle_post_message)]
    return Starlette(routes=routes, lifespan=lifespan)
