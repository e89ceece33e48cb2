"""`/mcp`: the app's MCP server as a part of its HTTP server, started by the first request for it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tooli.errors import NotFoundError

if TYPE_CHECKING:
    from tooli.surfaces.http.options import HttpOptions
    from tooli.surfaces.http.requests import Message, Request
    from tooli.surfaces.mcp.service import Service

PATH = "/mcp"


class McpMount:
    """Streamable HTTP for both eras. Whoever mounts the app somewhere need not pass on its lifespan."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._app: Any = None
        self._starting = asyncio.Lock()
        self._ready = asyncio.Event()
        self._stop = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def handle(self, request: Request, options: HttpOptions) -> None:
        """Answer a request of an MCP client."""
        async with self._starting:
            if self._app is None:
                self._app = await asyncio.to_thread(_mcp_app, self._service)  # the SDK takes long to import
                self._task = asyncio.get_running_loop().create_task(self._live())
        await self._ready.wait()
        body: bytes | None = await request.body(options) if request.method == "POST" else None

        async def receive() -> Message:
            nonlocal body
            if body is None:
                return await request.receive()
            whole, body = body, None
            return {"type": "http.request", "body": whole, "more_body": False}

        from tooli.surfaces.mcp.server import IDENTITY

        place = {"path": PATH, "raw_path": PATH.encode(), "root_path": ""}
        scope = {**request.scope, **place, IDENTITY: request.identity}
        await self._app(scope, receive, request.send)

    async def _live(self) -> None:
        async with self._app.router.lifespan_context(self._app):
            self._ready.set()
            await self._stop.wait()

    async def close(self) -> None:
        """Let the open streams of clients end."""
        self._stop.set()
        if self._task is not None:
            await asyncio.wait((self._task,), timeout=1)


def _mcp_app(service: Service) -> Any:
    try:
        from mcp.server.transport_security import TransportSecuritySettings

        from tooli.surfaces.mcp.web import http_app
    except ImportError as error:
        raise NotFoundError(
            f"{PATH} needs the extra tooli[mcp], which is not installed where this is served ({error})",
            field="path",
            suggestion="Have it installed: pip install 'tooli[mcp]'",
        ) from None
    # Host and Origin were checked before.
    return http_app(service, PATH, TransportSecuritySettings(enable_dns_rebinding_protection=False))
