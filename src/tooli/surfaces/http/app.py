"""The ASGI app: who may ask is decided first, then the path says what is asked for."""

from __future__ import annotations

import asyncio
import traceback
from typing import TYPE_CHECKING, Any

from tooli.errors import InputError, NotFoundError, ToolError
from tooli.execute.awaited import arun
from tooli.execute.encode import encode
from tooli.execute.failure import to_tool_error
from tooli.execute.offered import as_data
from tooli.execute.presented import presented
from tooli.model.behavior import only_reads
from tooli.surfaces.http.answers import answer, refuse, reply
from tooli.surfaces.http.guard import Guard, preflight
from tooli.surfaces.http.limits import RateLimit, too_many
from tooli.surfaces.http.mcp_mount import McpMount
from tooli.surfaces.http.options import HttpOptions
from tooli.surfaces.http.pages import PAGE_HEADERS, page_files
from tooli.surfaces.http.requests import Gone, Request, make_call
from tooli.surfaces.http.streams import send_stream, wanted
from tooli.surfaces.http.tokens import read_tokens
from tooli.surfaces.mcp.service import Service
from tooli.surfaces.python import find, unknown_command

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Mapping
    from typing import TypeVar, Unpack

    from tooli.execute import Call, Outcome, Runtime
    from tooli.surfaces.http.options import HttpSettings
    from tooli.surfaces.http.requests import Receive, Scope, Send

    Handler = Callable[["HttpApp", Request], Awaitable[None]]
    T = TypeVar("T")

UNWATCHED = 0.02
"""Seconds after which it is worth watching whether the client of a call is still there."""


def asgi(runtime: Runtime, **options: Unpack[HttpSettings]) -> HttpApp:
    """Return an app's commands as an ASGI app."""
    return http_app(runtime, HttpOptions(**options))


def http_app(runtime: Runtime, options: HttpOptions, state_key: bytes | None = None) -> HttpApp:
    """Return the ASGI app of a server; `state_key` is what several processes share."""
    from tooli.surfaces.mcp.tools import toolset

    return HttpApp(Service(runtime, toolset, options.concurrency, state_key), options)


class HttpApp:
    """One server of one app."""

    def __init__(self, service: Service, options: HttpOptions) -> None:
        self.service = service
        self.options = options
        self.stopping = False
        """Whether calls in flight are finished and no others begun."""
        self._guard = Guard(
            hosts=frozenset(host.lower() for host in options.allow_hosts),
            origins=frozenset(origin.lower().rstrip("/") for origin in options.allow_origins),
        )
        self._tokens = None if options.token_file is None else read_tokens(options.token_file)
        self._rate = RateLimit(options.rate, service.runtime.clock)
        self._mcp = McpMount(service)
        self._waiting = 0
        self._streams = 0
        self._documents: dict[str, tuple[Runtime, bytes]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1000})
        else:
            await self._answer(Request(scope, receive, send))

    async def _answer(self, request: Request) -> None:
        try:
            if len(request.scope["headers"]) > self.options.max_headers:
                message = f"headers: a request may have {self.options.max_headers}"
                raise InputError(message, code="E1917", field="headers")
            request.extra = self._guard.check(request)
            if request.extra and request.method == "OPTIONS":
                await reply(request, 204, b"", headers=preflight(request))
                return
            self._rate.take(request.address)
            await self._route(request)
        except ToolError as error:
            await refuse(request, self.service.runtime, error)
        except Gone:
            pass
        except Exception as error:
            if request.started:
                raise
            traceback.print_exc()
            await refuse(request, self.service.runtime, to_tool_error(error))

    async def _route(self, request: Request) -> None:
        head = request.parts[0]
        if head in page_files():
            _allow(request, "GET", "HEAD")
            await self._page(request, head)
            return
        if head == "page" and len(request.parts) == 2 and request.parts[1] in page_files():
            _allow(request, "GET", "HEAD")
            await self._page(request, request.parts[1])
            return
        handler = HANDLERS.get(head)
        if handler is None or (len(request.parts) > 1 and head not in DEEP):
            from tooli.surfaces.http.lost import nothing_at

            raise nothing_at(request, self.service.runtime, secured=self._tokens is not None)
        if self._tokens is not None and head != "health":
            request.identity = self._tokens.identify(request.header("authorization"))
        await handler(self, request)

    async def _page(self, request: Request, name: str) -> None:
        kind, data = page_files()[name]
        await reply(request, 200, data, kind, PAGE_HEADERS)

    async def health(self, request: Request) -> None:
        """Answer `GET /health`."""
        _allow(request, "GET", "HEAD")
        runtime = self.service.runtime
        said = {"ok": not self.stopping, "name": runtime.name, "version": runtime.version}
        await reply(request, 503 if self.stopping else 200, encode(said, []).encode())

    async def document(self, request: Request) -> None:
        """Answer `GET /manifest` and `GET /openapi.json`."""
        _allow(request, "GET", "HEAD")
        name, runtime = request.parts[0], self.service.runtime
        kept = self._documents.get(name)
        if kept is None or kept[0] is not runtime:  # a reload brings another
            made = await asyncio.to_thread(_DOCUMENTS[name], runtime, self._tokens is not None)
            kept = self._documents[name] = (runtime, encode(presented(runtime, made), []).encode())
        await reply(request, 200, kept[1])

    async def command(self, request: Request) -> None:
        """Answer `POST /commands/{path}`, and `GET` where the command only reads."""
        runtime = self.service.runtime
        name = " ".join(request.parts[1:])
        if not name:
            raise NotFoundError("there is no command at /commands: see /manifest", field="path")
        command = find(runtime, name)
        if command is None:
            raw = await request.arguments(self.options) if request.method == "POST" else {}
            error = unknown_command(runtime, name, raw).error
            assert error is not None
            raise error.to_exception()
        reads = only_reads(command.annotations, command.capabilities)
        _allow(request, "POST", *(("GET", "HEAD") if reads else ()))
        if request.method == "POST":
            raw = await request.arguments(self.options)
        else:
            raw = as_data(command, request.query)
        call = make_call(runtime, request, command, raw, self.options)
        form = wanted(request)
        if form is None:
            await answer(request, await self.run(request, call))
        else:
            await self._stream(request, call, form)

    async def run(self, request: Request, call: Call) -> Outcome:
        """Run a call when its turn comes; give it up when the client has gone."""
        if self._waiting >= self.options.waiting:
            raise too_many("calls")

        async def in_turn() -> Outcome:
            self._waiting += 1
            try:
                await self.service.turns.acquire()
            finally:
                self._waiting -= 1
            try:
                return await arun(call)
            finally:
                self.service.turns.release()

        return await self._unless_gone(request, in_turn())

    async def _stream(self, request: Request, call: Call, form: str) -> None:
        if self._streams >= self.options.streams:
            raise too_many("streams")
        self._streams += 1
        try:
            await self._unless_gone(request, send_stream(self.service, request, call, form, self.options))
        finally:
            self._streams -= 1

    async def _unless_gone(self, request: Request, work: Coroutine[Any, Any, T]) -> T:
        """Return what comes of the work, or stop it when the client has gone."""
        loop, running = asyncio.get_running_loop(), self.service.running
        task = asyncio.current_task()
        assert task is not None  # this is a coroutine
        watches: list[asyncio.Task[None]] = []

        def left(watch: asyncio.Task[None]) -> None:
            if not watch.cancelled():
                task.cancel()

        def look() -> None:
            watches.append(loop.create_task(request.gone()))
            watches[0].add_done_callback(left)

        timer = loop.call_later(UNWATCHED, look)
        running.add(task)
        try:
            return await work
        except asyncio.CancelledError:
            if not (watches and watches[0].done()):
                raise
            task.uncancel()
            raise Gone from None
        finally:
            timer.cancel()
            running.discard(task)
            for watch in watches:
                watch.cancel()

    async def resources(self, request: Request) -> None:
        """Answer `GET /resources`."""
        from tooli.surfaces.http.offers import resources

        _allow(request, "GET", "HEAD")
        await resources(self.service, request, self.options, self.run)

    async def prompts(self, request: Request) -> None:
        """Answer `GET /prompts` and `POST /prompts/{name}`."""
        from tooli.surfaces.http.offers import list_prompts, prompt

        if len(request.parts) == 1:
            _allow(request, "GET", "HEAD")
            await list_prompts(self.service, request)
        else:
            _allow(request, "POST")
            await prompt(self.service, request, self.options, self.run)

    async def mcp(self, request: Request) -> None:
        """Answer a request of an MCP client."""
        await self._mcp.handle(request, self.options)

    async def drain(self) -> None:
        """Begin no more calls, finish those in flight, and let open streams of MCP clients end then."""
        self.stopping = True
        while self.service.running:
            await asyncio.wait(tuple(self.service.running))
        await self._mcp.close()

    async def close(self) -> None:
        """Stop what still runs."""
        await self._mcp.close()
        await self.service.close()

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.shutdown":
                await self.close()
                await send({"type": "lifespan.shutdown.complete"})
                return
            await send({"type": "lifespan.startup.complete"})


def _allow(request: Request, *methods: str) -> None:
    """Refuse other methods."""
    if request.method not in methods:
        raise InputError(
            f"method: {request.method} is not one of {', '.join(methods)}",
            code="E1914",
            field="method",
            details={"value": request.method, "allowed": list(methods)},
        )


def _manifest(runtime: Runtime, secured: bool) -> dict[str, Any]:
    from tooli.surfaces.http.manifest import manifest

    return manifest(runtime)


def _openapi(runtime: Runtime, secured: bool) -> dict[str, Any]:
    from tooli.surfaces.http.openapi import openapi

    return openapi(runtime, secured=secured)


_DOCUMENTS: Mapping[str, Callable[[Any, bool], dict[str, Any]]] = {
    "manifest": _manifest,
    "openapi.json": _openapi,
}
HANDLERS: Mapping[str, Handler] = {
    "commands": HttpApp.command,
    "resources": HttpApp.resources,
    "prompts": HttpApp.prompts,
    "health": HttpApp.health,
    "manifest": HttpApp.document,
    "openapi.json": HttpApp.document,
    "mcp": HttpApp.mcp,
}
"""The first word of a path → what answers."""
DEEP = ("commands", "prompts")
"""Where more words may follow."""
