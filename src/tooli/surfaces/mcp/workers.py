"""Several processes that serve one port: made by forking, ended together."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, NoReturn

from tooli.errors import InputError, ToolRuntimeError
from tooli.surfaces.mcp.replay import refuse_asking

if TYPE_CHECKING:
    import socket

    from tooli.execute import Runtime

    Serve = Callable[[socket.socket, bytes], Coroutine[Any, Any, None]]


class _Stopped(BaseException):
    """A signal has come."""


def check_workers(runtime: Runtime, transport: str, reload: bool) -> None:
    """Refuse what several processes cannot serve."""
    why, fix = None, "Leave out --workers."
    if transport != "http":
        why, fix = f"--transport {transport} is served by one process", "Use --transport http, or one worker."
    elif reload:
        why = "an app that is loaded again is served by one process"
    elif sys.platform == "win32":
        why = "Windows has no fork"
    if why is not None:
        raise InputError(f"workers: {why}", code="E1909", field="workers", suggestion=fix)
    refuse_asking(runtime)


def run_workers(count: int, bound: socket.socket, serve: Serve) -> None:
    """Serve until SIGTERM or SIGINT comes, or a process ends by itself."""
    key = os.urandom(32)
    before = {number: signal.signal(number, _stop) for number in (signal.SIGTERM, signal.SIGINT)}
    children: set[int] = set()
    ended = None
    try:
        children.update(_start(bound, key, serve) for _ in range(count))
        ended, _ = os.wait()
    except _Stopped:
        pass
    finally:
        for number in before:
            signal.signal(number, signal.SIG_IGN)
        for child in children - {ended}:
            os.kill(child, signal.SIGTERM)
        for child in children - {ended}:
            os.waitpid(child, 0)
        for number, handler in before.items():
            signal.signal(number, handler)
        bound.close()
    if ended is not None:
        raise ToolRuntimeError("one of the processes that serve has ended by itself")


def _start(bound: socket.socket, key: bytes, serve: Serve) -> int:
    child = os.fork()
    return child or _serve(bound, key, serve)


def _serve(bound: socket.socket, key: bytes, serve: Serve) -> NoReturn:
    status = 1
    try:
        asyncio.run(serve(bound, key))
        status = 0
    finally:
        os._exit(status)


def _stop(number: int, frame: object) -> None:
    raise _Stopped
