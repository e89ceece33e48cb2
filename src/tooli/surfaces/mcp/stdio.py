"""The standard streams as a transport: one JSON message a line, read and written without a thread's hop.

While it serves, descriptor 0 is empty and descriptor 1 is stderr, so that nothing user code or its children
print gets between the messages. At the end of stdin the calls in flight are answered first; SIGTERM stops.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import stat
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import anyio
import mcp_types as types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from tooli.surfaces.listening import on_signals
from tooli.surfaces.mcp.server import build_server

if TYPE_CHECKING:
    from typing import Self

    from tooli.surfaces.mcp.service import Service

LONGEST = 64 << 20
"""Bytes of the longest message."""


async def serve_stdio(service: Service, stdin: int, stdout: int) -> None:
    """Serve one client on two descriptors until it hangs up, or SIGTERM comes."""
    server = build_server(service)
    serving = asyncio.current_task()
    assert serving is not None  # it runs in one
    with on_signals(serving.cancel), contextlib.suppress(asyncio.CancelledError):
        outgoing = Outgoing(await _writer_to(stdout, serving.cancel))
        incoming = Incoming(await _lines_of(stdin), outgoing, service.hang_up)
        await server.run(incoming, outgoing, server.create_initialization_options())
    await service.close()


class Closing:
    """What the SDK asks of a stream, where there is nothing to close."""

    async def aclose(self) -> None:
        """Do nothing: the process's streams end with it."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class Outgoing(Closing):
    """The server's messages, written as lines; and the requests of the client that wait for one of them."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._open: set[Any] = set()
        self._answered = asyncio.Event()

    async def send(self, item: SessionMessage, /) -> None:
        """Write a message; wait while the client does not read."""
        message = item.message
        self._writer.write(message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n")
        if isinstance(message, (types.JSONRPCResponse, types.JSONRPCError)):
            self.close(message.id)
        if not self._writer.ready.is_set():
            await self._writer.ready.wait()

    def refuse(self, line: bytes) -> None:
        """Answer what is no message: its sender waits, if an id can be made out."""
        code, why, request = types.PARSE_ERROR, "Parse error", None
        with contextlib.suppress(ValueError, RecursionError):
            said = json.loads(line.decode(errors="replace"))
            code, why = types.INVALID_REQUEST, "Invalid request"
            request = said.get("id") if isinstance(said, dict) else None
        answer = {
            "jsonrpc": "2.0",
            "id": request if type(request) in (int, str) else None,
            "error": {"code": code, "message": why},
        }
        self._writer.write(json.dumps(answer).encode() + b"\n")

    def open(self, request: Any) -> None:
        """Remember a request until it is answered."""
        self._open.add(request)

    def close(self, request: Any) -> None:
        """Forget a request."""
        self._open.discard(request)
        self._answered.set()

    async def drained(self) -> None:
        """Wait until every request is answered."""
        while self._open:
            self._answered.clear()
            await self._answered.wait()


class Incoming(Closing):
    """The client's lines, read as messages. After the last one every request is still answered."""

    def __init__(self, reader: asyncio.StreamReader, outgoing: Outgoing, hang_up: Callable[[], None]) -> None:
        self._reader = reader
        self._outgoing = outgoing
        self._hang_up = hang_up

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        while True:
            try:
                line = await self._reader.readline()
            except ValueError:  # longer than a message may be: what is left of it is no message either
                self._outgoing.refuse(b"")
                continue
            if not line:
                self._hang_up()
                await self._outgoing.drained()
                raise StopAsyncIteration
            if line.strip():
                return self._message(line)

    async def receive(self) -> SessionMessage | Exception:
        """Return the next message; raise what the SDK expects at the end."""
        try:
            return await anext(self)
        except StopAsyncIteration:
            raise anyio.EndOfStream from None

    def _message(self, line: bytes) -> SessionMessage | Exception:
        try:
            message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValidationError as error:
            self._outgoing.refuse(line)
            return error
        if isinstance(message, types.JSONRPCRequest):
            self._outgoing.open(message.id)
        elif isinstance(message, types.JSONRPCNotification) and message.method == "notifications/cancelled":
            cancelled = (message.params or {}).get("requestId")
            self._outgoing.close(cancelled)
            if isinstance(cancelled, str) and cancelled.isdecimal():
                self._outgoing.close(int(cancelled))  # the SDK takes one for the other
        return SessionMessage(message)


async def _lines_of(descriptor: int) -> asyncio.StreamReader:
    """Return a reader of a descriptor: by the loop where it can watch it, else by a thread."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=LONGEST)
    if _is_watchable(descriptor):
        await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(descriptor, "rb", 0)
        )
        return reader

    def pump() -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            while data := os.read(descriptor, 65536):
                loop.call_soon_threadsafe(reader.feed_data, data)
            loop.call_soon_threadsafe(reader.feed_eof)

    threading.Thread(target=pump, name="tooli-stdin", daemon=True).start()
    return reader


class Writer(asyncio.Protocol):
    """Writes to the client, and knows whether it reads."""

    def __init__(self, gone: Callable[[], object]) -> None:
        self.write: Callable[[bytes], object] = lambda data: None
        self.ready = asyncio.Event()
        self.ready.set()
        self._gone = gone

    def pause_writing(self) -> None:
        """Let messages wait: more are written than read."""
        self.ready.clear()

    def resume_writing(self) -> None:
        """Let messages go on."""
        self.ready.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the server: nobody reads any more."""
        self._gone()


async def _writer_to(descriptor: int, gone: Callable[[], object]) -> Writer:
    """Return what writes to a descriptor: by the loop where it can watch it, else at once."""
    writer = Writer(gone)
    if _is_watchable(descriptor):
        loop = asyncio.get_running_loop()
        transport, _ = await loop.connect_write_pipe(lambda: writer, os.fdopen(descriptor, "wb", 0))
        writer.write = transport.write
    else:
        writer.write = lambda data: _write_all(descriptor, data)
    return writer


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _is_watchable(descriptor: int) -> bool:
    """Whether an event loop can wait for a descriptor: for pipes and sockets, on systems that allow it."""
    if sys.platform == "win32":
        return False
    mode = os.fstat(descriptor).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)
