"""Requests: what is read from one, and the `Call` that path, body, query and headers stand for."""

from __future__ import annotations

import asyncio
import json
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from tooli.caller.caller import Caller, unnamed
from tooli.errors import DataFormatError, InputError, Suggestion
from tooli.execute import Call, CallOptions
from tooli.schema.invalid import cut, shown
from tooli.surfaces.http.tokens import NOBODY, Identity

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence

    from tooli.execute import Runtime
    from tooli.model import Command
    from tooli.surfaces.http.options import HttpOptions

    Scope = MutableMapping[str, Any]
    Message = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]

NUMBERS = ("limit", "max_items", "max_bytes", "max_tokens")
TEXTS = ("cursor", "fields", "filter", "approval")
SWITCHES = ("yes", "dry_run", "token_count")
FORMATS = ("concise", "detailed")
DEEPEST = 100
"""Levels of lists and objects in a body."""
TRUE, FALSE = ("1", "true", "yes", "on", "?1"), ("0", "false", "no", "off", "?0", "")


class Gone(Exception):
    """The client has closed the connection: nobody wants an answer."""


class Request:
    """One HTTP request."""

    identity: Identity = NOBODY
    """Whom its token names."""
    extra: Sequence[tuple[bytes, bytes]] = ()
    """Headers that its answer has in any case."""
    started = False
    """Whether its answer has begun."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        self.receive = receive
        self._send = send
        self.method: str = scope["method"]
        self._headers: dict[bytes, bytes] = dict(scope["headers"])
        path, root = scope["path"], scope.get("root_path", "")
        self.path: str = path[len(root) :] if root and path.startswith(root) else path
        self.parts: tuple[str, ...] = tuple(self.path.strip("/").split("/"))

    def header(self, name: str) -> str | None:
        """Return a header's value; bytes that are no UTF-8 are read as Latin-1."""
        value = self._headers.get(name.encode())
        if value is None:
            return None
        try:
            return value.decode()
        except UnicodeDecodeError:
            return value.decode("latin-1")

    @cached_property
    def query(self) -> dict[str, Any]:
        """The values of the query; a name that comes several times has a list."""
        found: dict[str, Any] = {}
        pairs = parse_qsl(self.scope["query_string"].decode("latin-1"), keep_blank_values=True)
        for name, value in pairs:
            if name not in found:
                found[name] = value
            elif isinstance(found[name], list):
                found[name].append(value)
            else:
                found[name] = [found[name], value]
        return found

    @property
    def address(self) -> str:
        """Where it comes from."""
        client = self.scope.get("client")
        return client[0] if client else ""

    async def send(self, message: Message) -> None:
        """Send a part of the answer."""
        self.started = True
        if self.extra and message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *self.extra]}
        await self._send(message)

    async def body(self, options: HttpOptions) -> bytes:
        """Return the body, no larger than allowed and within the time a client gets."""
        length = self.header("content-length")
        if length is not None and length.isascii() and length.isdigit() and int(length) > options.max_body:
            raise _too_large(options)
        chunks: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(options.patience):
                while True:
                    message = await self.receive()
                    if message["type"] == "http.disconnect":
                        raise Gone
                    chunk = message.get("body", b"")
                    size += len(chunk)
                    if size > options.max_body:
                        raise _too_large(options)
                    chunks.append(chunk)
                    if not message.get("more_body"):
                        return chunks[0] if len(chunks) == 1 else b"".join(chunks)
        except TimeoutError:
            waited = f"the body did not arrive within {options.patience:g} s"
            raise InputError(waited, code="E1906", field="body") from None

    async def gone(self) -> None:
        """Wait until the client closes the connection."""
        while (await self.receive())["type"] != "http.disconnect":
            pass

    async def arguments(self, options: HttpOptions) -> dict[str, Any]:
        """Return the JSON object in the body; an empty body is an empty object."""
        body = await self.body(options)
        if not body:
            return {}
        kind = (self.header("content-type") or "").partition(";")[0].strip().lower()
        if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
            raise InputError(
                f"content-type: {kind or 'none'} is not application/json",
                code="E1915",
                field="content-type",
                suggestion=Suggestion(
                    "Send the arguments as a JSON object, with this header.",
                    example="Content-Type: application/json",
                ),
            )
        return read_object(body)


def _too_large(options: HttpOptions) -> InputError:
    message = f"body: a request may have {options.max_body} bytes"
    return InputError(message, code="E1916", field="body", details={"max_body": options.max_body})


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")


DECODER = json.JSONDecoder(parse_constant=_no_number)


def read_object(body: bytes) -> dict[str, Any]:
    """Return the object that a JSON document is."""
    try:
        data = DECODER.decode(body.decode("utf-8-sig"))
        if body.count(b"[") + body.count(b"{") > DEEPEST and _depth(data) > DEEPEST:
            raise RecursionError
    except RecursionError:
        raise DataFormatError(f"body: nested deeper than {DEEPEST} levels", field="body") from None
    except ValueError as error:
        raise DataFormatError(f"body: not valid JSON: {error}", field="body") from None
    if not isinstance(data, dict):
        raise DataFormatError("body: not an object of arguments", field="body")
    return data


def _depth(data: Any) -> int:
    """Return the levels of lists and objects."""
    level, depth = [data], 0
    while level:
        depth += 1
        holders = [value for value in level if isinstance(value, (dict, list))]
        level = [
            inner for value in holders for inner in (value.values() if isinstance(value, dict) else value)
        ]
        if depth > DEEPEST:
            break
    return depth


def make_call(
    runtime: Runtime, request: Request, command: Command, raw: dict[str, Any], options: HttpOptions
) -> Call:
    """Return the call of a command."""
    given = dict(raw)
    chosen, mistakes = read_options(request, raw, command.param_by_name)
    call = Call(
        runtime,
        command,
        raw,
        chosen,
        caller_of(request),
        mistakes=mistakes,
        default_timeout=options.timeout,
        remote=True,
    )
    call.served = True
    call.beside = {name: value for name, value in given.items() if name not in raw}
    call.consent = "the header X-Tooli-Yes: true"
    return settled(call, request, options)


def settled(call: Call, request: Request, options: HttpOptions) -> Call:
    """Give a call what its request and its server say: scopes, and the time it may take."""
    call.scopes = request.identity.scopes
    call.more = _more
    if options.timeout is not None and (call.timeout or options.timeout) >= options.timeout:
        call.timeout = options.timeout
    return call


def _more(cursor: str) -> str:
    return f"the same request with X-Tooli-Cursor: {cursor}"


def caller_of(request: Request) -> Caller:
    """Return who calls: what the caller says of itself, and whom its token names."""
    return _known_caller(
        request.header("x-tooli-caller"),
        request.header("x-tooli-caller-version"),
        request.identity.principal,
    )


@lru_cache(maxsize=256)
def _known_caller(name: str | None, version: str | None, principal: str | None) -> Caller:
    caller = None
    if name is not None:
        from tooli.caller.environment import declared, is_label

        told = {"TOOLI_CALLER": name}
        if version is not None and is_label(version):
            told["TOOLI_CALLER_VERSION"] = version
        caller = declared(told, False)
    return (caller or unnamed(False)).replace(principal=principal)


def read_options(
    request: Request, raw: dict[str, Any], params: Mapping[str, Any]
) -> tuple[CallOptions, list[InputError]]:
    """Return the framework's options, from headers and beside the arguments, and what is wrong with them."""
    values: dict[str, Any] = {}
    mistakes: list[InputError] = []
    for name in ("yes", "dry_run"):
        if name in raw and name not in params:  # as a repaired call has it
            given = raw.pop(name)
            if isinstance(given, bool):
                values[name] = given
            else:
                mistakes.append(InputError(f"{name}: {shown(given)} is not true or false", field=name))
    if any(name.startswith(b"x-tooli-") for name in request._headers):
        _read_headers(request, values, mistakes)
    key = request.header("idempotency-key")
    if key is not None:
        values["idempotency_key"] = key.removeprefix('"').removesuffix('"')
    wait = _preference(request.header("prefer"), "wait")
    if wait is not None and "timeout" not in values:
        _take("timeout", wait, values, mistakes)
    return CallOptions(**values), mistakes


def _read_headers(request: Request, values: dict[str, Any], mistakes: list[InputError]) -> None:
    for name in (*NUMBERS, *TEXTS, *SWITCHES, "timeout", "response_format"):
        text = request.header(f"x-tooli-{name.replace('_', '-')}")
        if text is not None:
            _take(name, text.strip(), values, mistakes)


def _take(name: str, text: str, values: dict[str, Any], mistakes: list[InputError]) -> None:
    """Read one option's text, or note what is wrong with it."""
    value: Any = text
    code, wrong = "E1903", ""
    if name in NUMBERS:
        value = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
        wrong = "" if value > 0 else "a positive whole number"
    elif name == "timeout":
        value = _seconds(text)
        wrong = "" if value else "a positive number of seconds"
    elif name in SWITCHES:
        value = text.lower() in TRUE
        wrong = "" if value or text.lower() in FALSE else "true or false"
    elif name == "response_format" and text not in FORMATS:
        code, wrong = "E1904", f"one of {', '.join(FORMATS)}"
    if wrong:
        message = f"{name}: {shown(text)} is not {wrong}"
        mistakes.append(InputError(message, code=code, field=name, details={"value": cut(text)}))
    else:
        values[name] = value


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if 0 < seconds < 1e9 else None


def _preference(header: str | None, name: str) -> str | None:
    """Return the value of one preference of a Prefer header."""
    for part in (header or "").replace(";", ",").split(","):
        key, equals, value = part.strip().partition("=")
        if equals and key.strip().lower() == name:
            return value.strip().strip('"')
    return None
