"""Starts the HTTP server of an app, in one process or several, and returns when it has ended."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tooli.errors import DependencyError, InputError
from tooli.surfaces.http.limits import is_loopback
from tooli.surfaces.listening import LOOPBACK, let_end, listen, on_signals, quiet_server

if TYPE_CHECKING:
    import socket

    from tooli.execute import Runtime
    from tooli.surfaces.http.options import HttpOptions

IDLE = 5
"""Seconds that a connection without a request stays open."""
HEAD = 32 << 10
"""Bytes of a request's line and headers."""


def serve(
    runtime: Runtime,
    options: HttpOptions,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    workers: int = 1,
    reload: bool = False,
    grace: float = 30.0,
    anonymous: bool = False,
) -> None:
    """Serve an app until SIGTERM or SIGINT comes; then calls in flight get `grace` seconds."""
    require_uvicorn()
    if options.token_file is None and not anonymous and not (host in LOOPBACK or is_loopback(host)):
        raise InputError(
            f"host: {host} can be reached from other machines, and no tokens say who may call",
            code="E1909",
            field="host",
            suggestion="Give --token-file, or --anonymous to let everybody call.",
        )
    from tooli.surfaces.http.app import http_app

    http_app(runtime, options)  # what is wrong with the options is found out here, once

    async def run(bound: socket.socket, key: bytes | None = None) -> None:
        await _serve(runtime, options, bound, key, reload=reload, grace=grace)

    if workers == 1:
        asyncio.run(run(listen(runtime.name, "HTTP", host, port, "/")))
        return
    from tooli.surfaces.mcp.workers import check_workers, run_workers

    check_workers(runtime, "http", reload)
    run_workers(workers, listen(runtime.name, "HTTP", host, port, "/"), run)


async def _serve(
    runtime: Runtime,
    options: HttpOptions,
    bound: socket.socket,
    key: bytes | None,
    *,
    reload: bool,
    grace: float,
) -> None:
    import uvicorn

    from tooli.surfaces.http.app import http_app
    from tooli.surfaces.http.protocol import patient_protocol

    app = http_app(runtime, options, key)
    if reload:
        from tooli.surfaces.mcp.reload import start_watching

        start_watching(app.service)
    config = uvicorn.Config(
        app,
        http=patient_protocol(runtime, options.patience),
        ws="none",
        lifespan="on",
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=grace,  # type: ignore[arg-type] # it is a number of seconds
        h11_max_incomplete_event_size=HEAD,
    )
    server = quiet_server(config)
    draining: list[asyncio.Task[Any]] = []

    def stop() -> None:
        if server.should_exit:  # asked a second time
            server.force_exit = True
        let_end(server)
        draining.append(asyncio.get_running_loop().create_task(app.drain()))

    with bound, on_signals(stop):
        await server.serve(sockets=[bound])
    await app.close()


def require_uvicorn() -> None:
    """Say which extra is missing, if it is."""
    try:
        import uvicorn  # noqa: F401 # importing it is the question
    except ImportError as error:
        raise DependencyError(
            f"serving HTTP needs the extra tooli[http], which is not installed ({error})",
            suggestion="Install it: pip install 'tooli[http]'",
        ) from error
