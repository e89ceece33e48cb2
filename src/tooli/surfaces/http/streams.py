"""Answers that come in parts: a stream's items as lines of JSON, or as events with progress between them.

The function is asked for its next item when the client has taken the one before. A call that fails before
its first item is answered as any other failure is.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tooli.errors import ToolError
from tooli.execute import Outcome
from tooli.execute.awaited import astream
from tooli.execute.encode import checked, encode, item_text
from tooli.execute.steps import meta
from tooli.render.ending import ending
from tooli.surfaces.cli.failures import unprintable
from tooli.surfaces.http.answers import HEADERS, answer
from tooli.surfaces.http.requests import Gone
from tooli.surfaces.mcp.reporting import ClientReporter
from tooli.types import UNSET

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tooli.execute import Call
    from tooli.surfaces.http.options import HttpOptions
    from tooli.surfaces.http.requests import Request
    from tooli.surfaces.mcp.service import Service

NDJSON, EVENTS = "application/x-ndjson", "text/event-stream"
PULSE = 15.0
"""Seconds after which a silent stream of events says that it is still there."""
TURN = 0.005
"""Seconds after which a stream lets others go on."""
WARNINGS_KEPT = 20
"""A stream without end must not keep a warning for each of its items."""


def wanted(request: Request) -> str | None:
    """Return the form in which the caller wants a stream; None for the envelope."""
    for part in (request.header("accept") or "").split(","):
        form = part.partition(";")[0].strip().lower()
        if form in (NDJSON, EVENTS):
            return form
    return None


class Lines:
    """One item a line, as the command line prints them; the last line says what there is to say."""

    media_type = NDJSON.encode()

    def item(self, text: str) -> bytes:
        """Return an item."""
        return f"{text}\n".encode()

    def end(self, outcome: Outcome) -> bytes:
        """Return the last line, if there is one."""
        line = ending(outcome)
        return b"" if line is None else f"{line}\n".encode()


class Events:
    """Server-sent events: `item`, `progress`, `log`, and `outcome` at the end."""

    media_type = EVENTS.encode()

    def item(self, text: str) -> bytes:
        """Return an item."""
        return f"event: item\ndata: {text}\n\n".encode()

    def end(self, outcome: Outcome) -> bytes:
        """Return the envelope, without the items that were given."""
        said: dict[str, Any] = {"ok": outcome.ok}
        if outcome.error is not None:
            said["error"] = outcome.error.to_dict()
        text = checked(encode({**said, "meta": outcome.meta}, []), outcome.redact)
        return f"event: outcome\ndata: {text}\n\n".encode()


class Writer:
    """Writes the parts of one answer, which begins with its first part."""

    def __init__(self, service: Service, request: Request, form: Lines | Events, patience: float) -> None:
        self.exchange = self
        self._service = service
        self._request = request
        self._form = form
        self._patience = patience
        self._one_by_one = asyncio.Lock()

    async def write(self, data: bytes, *, more: bool = True) -> None:
        """Send a part; a client that does not take it in time is left."""
        try:
            async with self._one_by_one, asyncio.timeout(self._patience):
                if not self._request.started:
                    headers = [(b"content-type", self._form.media_type), *HEADERS]
                    await self._request.send(
                        {"type": "http.response.start", "status": 200, "headers": headers}
                    )
                await self._request.send({"type": "http.response.body", "body": data, "more_body": more})
        except TimeoutError:
            raise Gone from None

    async def progress(self, done: float, total: float | None, message: str) -> None:
        """Send how far the work is."""
        told = {"done": done, "total": total, "message": message or None}
        await self._event("progress", {name: value for name, value in told.items() if value is not None})

    async def log(self, level: str, data: Any) -> None:
        """Send a line about the work."""
        await self._event("log", {"level": level, "data": data})

    async def _event(self, name: str, data: Any) -> None:
        await self.write(f"event: {name}\ndata: {encode(data, [])}\n\n".encode())

    def announce(self, uri: str) -> None:
        """Tell the MCP clients that a resource has new data."""
        task = asyncio.get_running_loop().create_task(self._service.announce("resources", uri))
        self._service.running.add(task)
        task.add_done_callback(self._service.running.discard)

    async def pulse(self) -> None:
        """Let a silent stream be known to live."""
        while True:
            await asyncio.sleep(PULSE)
            await self.write(b": still there\n\n")


async def send_stream(
    service: Service, request: Request, call: Call, form: str, options: HttpOptions
) -> None:
    """Run a call and send its items as they come."""
    shape = Events() if form == EVENTS else Lines()
    writer = Writer(service, request, shape, options.patience)
    pulse: asyncio.Task[None] | None = None
    if isinstance(shape, Events):
        call.reporter = ClientReporter(writer)  # type: ignore[arg-type] # it reaches its caller as well
        pulse = asyncio.get_running_loop().create_task(writer.pulse())
    try:
        outcome = await _items(service, call, writer, shape)
    finally:
        if pulse is not None:
            pulse.cancel()
    if isinstance(call.reporter, ClientReporter):
        await call.reporter.flush()
    if outcome.error is not None and not request.started:
        await answer(request, outcome)
        return
    try:
        last = shape.end(outcome)
    except ToolError as error:
        last = shape.end(unprintable(outcome, error))
    await writer.write(last, more=False)


async def _items(service: Service, call: Call, writer: Writer, shape: Lines | Events) -> Outcome:
    """Send every item; a turn is taken while the function works, not while the client reads."""
    ended: list[Outcome] = []
    lost: list[str] = []
    clock = asyncio.get_running_loop().time
    turn = clock()
    source = _all(astream(call, ended.append), ended)
    try:
        while True:
            async with service.turns:
                item = await anext(source, UNSET)
            if item is UNSET:
                break
            if isinstance(call.reporter, ClientReporter):
                await call.reporter.flush()  # what was reported before an item comes before it
            text = item_text(item, lost, call.redact)
            del lost[WARNINGS_KEPT:]
            await writer.write(shape.item(text))
            if clock() - turn > TURN:  # neither function nor client may have waited for anything
                await asyncio.sleep(0)
                turn = clock()
        outcome = ended[0]
    except ToolError as error:  # what cannot be told is found out when it is told
        await source.aclose()
        outcome = Outcome()
        outcome.meta = meta(call, outcome)
        outcome = unprintable(outcome, error)
    finally:
        await source.aclose()
    if lost:
        outcome.meta = {**outcome.meta, "warnings": [*outcome.meta.get("warnings", ()), *lost]}
    return outcome


async def _all(items: Any, ended: list[Outcome]) -> AsyncGenerator[Any, None]:
    """Give a stream's items, or those of a result that came at once."""
    try:
        async for item in items:
            yield item
    finally:
        await items.aclose()
    outcome = ended[0]
    if outcome.ok and outcome.result is not None:
        result = outcome.result
        for item in result if isinstance(result, (list, tuple)) else (result,):
            yield item
