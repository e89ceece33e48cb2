"""What servers share: taking a port, and a uvicorn server whose signals are ours."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from tooli.errors import ConflictError, InputError

if TYPE_CHECKING:
    import uvicorn

LOOPBACK = ("127.0.0.1", "localhost", "::1")
ANYWHERE = ("0.0.0.0", "::")


def listen(name: str, what: str, host: str, port: int, path: str) -> socket.socket:
    """Take a port, and tell the person where the server is."""
    bound = _bind(host, port)
    address = f"[{host}]" if ":" in host else host
    sys.stderr.write(f"{name} serves {what} at http://{address}:{bound.getsockname()[1]}{path}\n")
    sys.stderr.flush()
    return bound


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Where the protocol is not said, asyncio lets small answers wait for each other.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen(2048)
    except (OSError, OverflowError) as error:
        bound.close()
        reason = getattr(error, "strerror", None) or str(error)
        if isinstance(error, (socket.gaierror, OverflowError)):
            field = "host" if isinstance(error, socket.gaierror) else "port"
            raise InputError(f"{field}: {reason}", field=field) from None
        raise ConflictError(
            f"port {port} of {host} cannot be used: {reason}",
            field="port",
            suggestion="Use another --port; 0 takes any that is free.",
        ) from None
    return bound


def quiet_server(config: uvicorn.Config) -> uvicorn.Server:
    """Return a server whose signals are handled by us: it would raise them again when it has ended."""
    import uvicorn

    server = uvicorn.Server(config)
    server.capture_signals = nullcontext  # type: ignore[method-assign,assignment] # it asks for a context
    return server


def let_end(server: uvicorn.Server) -> None:
    """Have a server end; what it cuts off then is no failure that anybody could mend."""
    server.should_exit = True
    for name in ("uvicorn.error", "mcp"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@contextlib.contextmanager
def on_signals(stop: Callable[[], object]) -> Any:
    """Call `stop` at SIGTERM and SIGINT, instead of whatever they do otherwise."""
    loop = asyncio.get_running_loop()
    before: dict[signal.Signals, Any] = {}
    try:
        for number in (signal.SIGTERM, signal.SIGINT):
            handler = signal.getsignal(number)
            _handle(loop, number, stop)
            before[number] = handler
    except (ValueError, RuntimeError):
        pass  # not the main thread: the program that started us handles its signals
    try:
        yield
    finally:
        for number, handler in before.items():
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(number)
            signal.signal(number, handler)


def _handle(loop: asyncio.AbstractEventLoop, number: int, stop: Callable[[], object]) -> None:
    """Have the loop hear of a signal, also of one that comes just before it begins to wait."""
    try:
        loop.add_signal_handler(number, stop)
    except NotImplementedError:  # on Windows every signal wakes it
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))
