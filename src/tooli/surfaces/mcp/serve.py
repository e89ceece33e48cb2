"""Starts a server, on the standard streams or on a port, and returns when it has ended."""

from __future__ import annotations

import asyncio
import gc
import os
from typing import TYPE_CHECKING, Any

from tooli.config.known import KNOWN
from tooli.errors import DependencyError, InputError, Suggestion
from tooli.execute.settings import setting, variable
from tooli.model.choices import TRANSPORTS

if TYPE_CHECKING:
    from tooli.execute import Runtime

PATHS = {"http": "/mcp", "sse": "/sse"}


def _load() -> None:
    """Load what serves, and keep it: none of it is garbage, so no collection needs to walk it."""
    gc.disable()
    try:
        require_sdk()
        import tooli.surfaces.mcp.server  # noqa: F401 # every transport needs it
    finally:
        gc.freeze()
        gc.enable()


def serve(
    runtime: Runtime,
    transport: str | None = None,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    path: str | None = None,
    discovery: str | None = None,
    reload: bool = False,
    workers: int = 1,
) -> None:
    """Serve an app until the client leaves, or SIGTERM or SIGINT comes."""
    transport = transport or setting(runtime, "mcp_transport") or "stdio"
    if transport not in TRANSPORTS:
        choices = ", ".join(TRANSPORTS)
        raise InputError(
            f"transport: {transport!r} is not one of {choices}",
            code="E1904",
            field="transport",
            suggestion=f"Use one of them for --transport or {variable('mcp_transport')}.",
        )
    place = path or PATHS.get(transport, "")
    if transport != "stdio" and not place.startswith("/"):
        raise InputError(f"path: {place!r} does not start with /", field="path", suggestion=f"Use /{place}.")
    limit = _concurrent(runtime)
    _load()
    if workers > 1:
        from tooli.surfaces.mcp.workers import check_workers

        check_workers(runtime, transport, reload)
    from tooli.surfaces.mcp.service import Service
    from tooli.surfaces.mcp.tools import toolset

    async def run(bound: Any = None, key: bytes | None = None) -> None:
        service = Service(runtime, lambda served: toolset(served, discovery), limit, key)
        if reload:
            from tooli.surfaces.mcp.reload import start_watching

            start_watching(service)
        if bound is None:
            from tooli.surfaces.mcp.stdio import serve_stdio

            await serve_stdio(service, *_streams(runtime))
        else:
            from tooli.surfaces.mcp.web import serve_web

            await serve_web(service, transport, bound, place)

    if transport == "stdio":
        asyncio.run(run())
        return
    from tooli.surfaces.listening import listen

    if workers == 1:
        asyncio.run(run(listen(runtime.name, "MCP", host, port, place)))
        return
    from tooli.surfaces.mcp.workers import run_workers

    run_workers(workers, listen(runtime.name, "MCP", host, port, place), run)


def require_sdk() -> None:
    """Say which extra is missing, if it is."""
    try:
        import mcp.server.lowlevel.server  # noqa: F401 # importing it is the question
    except ImportError as error:
        raise DependencyError(
            f"serving MCP needs the extra tooli[mcp], which is not installed ({error})",
            suggestion="Install it: pip install 'tooli[mcp]'",
        ) from error


def _concurrent(runtime: Runtime) -> int:
    given = setting(runtime, "mcp_concurrency")
    wrong = KNOWN["mcp_concurrency"].check(given)
    if wrong is not None:
        raise InputError(
            f"mcp_concurrency: {wrong}",
            field="mcp_concurrency",
            suggestion=Suggestion(f"Correct {variable('mcp_concurrency')}.", action="fix"),
            details={"value": given},
        )
    return int(given)


def _streams(runtime: Runtime) -> tuple[int, int]:
    """Return descriptors of the client's two directions; 0 and 1 are no longer the client's afterwards."""
    stdin = os.dup(0)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    if runtime.stdout is not None:
        return stdin, os.dup(runtime.stdout())
    stdout = os.dup(1)
    os.dup2(2, 1)
    return stdin, stdout
