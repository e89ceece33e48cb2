"""The SDK's own client, driven from sync tests: one event loop in a thread."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import mcp_types as types
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters
from mcp.client.sse import sse_client
from mcp.client.stdio import stdio_client
from tests.conftest import KEPT
from tests.surfaces.serving import serving

MODERN = "2026-07-28"
Answer = Callable[[Any], Any]


class Connected:
    """A connection: calls of tools, and what the server told and asked meanwhile."""

    def __init__(self, portal: BlockingPortal, mode: str) -> None:
        self.portal = portal
        self.mode = mode
        self.progress: list[tuple[float, float | None, str | None]] = []
        self.logs: list[tuple[str, Any]] = []
        self.asked: list[Any] = []
        self.answer: Answer = lambda params: types.ElicitResult(action="decline")
        self.client: Client

    @property
    def modern(self) -> bool:
        return self.mode != "legacy"

    def call(self, tool: str, **arguments: Any) -> types.CallToolResult:
        self.progress.clear()
        self.logs.clear()
        self.asked.clear()
        told: types.CallToolResult = self.portal.call(self._call, tool, arguments)
        return told

    async def _call(self, tool: str, arguments: dict[str, Any]) -> types.CallToolResult:
        return await self.client.call_tool(tool, arguments, progress_callback=self._progress)

    def result(self, tool: str, **arguments: Any) -> Any:
        told = self.call(tool, **arguments)
        assert not told.is_error, told
        assert told.structured_content is not None
        return told.structured_content.get("result", told.structured_content)

    def error(self, tool: str, **arguments: Any) -> dict[str, Any]:
        told = self.call(tool, **arguments)
        assert told.is_error, told
        assert told.structured_content is not None
        error: dict[str, Any] = told.structured_content["error"]
        return error

    async def _progress(self, progress: float, total: float | None, message: str | None) -> None:
        self.progress.append((progress, total, message))

    async def _log(self, params: Any) -> None:
        self.logs.append((params.level, params.data))

    async def _asked(self, context: Any, params: Any) -> Any:
        self.asked.append(params)
        return self.answer(params)

    async def _roots(self, context: Any) -> types.ListRootsResult:
        return types.ListRootsResult(roots=[types.Root(uri="file:///work-here")])  # type: ignore[arg-type]


@contextmanager
def connected(server: Any, mode: str, *, answers: bool = True, **options: Any) -> Iterator[Connected]:
    """Connect the SDK's client; one that answers has every capability."""
    with start_blocking_portal() as portal:
        made = Connected(portal, mode)
        if answers:
            options = {
                "elicitation_callback": made._asked,
                "sampling_callback": made._asked,
                "list_roots_callback": made._roots,
                **options,
            }
        client = Client(
            server() if callable(server) else server,
            mode=mode,
            logging_callback=made._log,
            log_level="debug",
            client_info=types.Implementation(name="test-client", version="1.2"),
            **options,
        )
        with portal.wrap_async_context_manager(client) as made.client:
            yield made


def on_stdio(app: Path, *, errlog: Any = None, env: dict[str, str] | None = None) -> Any:
    """Return the transport that starts an app on the standard streams."""
    # The SDK hands on few variables; those that the tests keep are theirs to add.
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    line = [str(app), "mcp", "serve"]
    server = StdioServerParameters(command=sys.executable, args=line, env={**kept, **(env or {})})
    return stdio_client(server, errlog=errlog or sys.stderr)


def on_sse(url: str) -> Any:
    """Return the old transport of a URL."""
    return sse_client(url)


def web_server(app: Path, *args: str, env: dict[str, str] | None = None) -> AbstractContextManager[str]:
    """Start an app on a free port and give the address it tells."""
    return serving(app, "mcp", *args, env=env)
