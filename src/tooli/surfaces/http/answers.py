"""Outcomes as answers: the envelope with the status of its code, or the file that a command returned."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tooli.errors import CODES, ToolError, code_row
from tooli.execute.encode import envelope
from tooli.execute.failure import to_tool_error
from tooli.execute.outcome_text import is_content
from tooli.execute.plain import to_plain
from tooli.surfaces.cli.failures import failed, unprintable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tooli.content import File
    from tooli.execute import Outcome, Runtime
    from tooli.surfaces.http.requests import Request

JSON = b"application/json"
HEADERS = ((b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff"))
DOWNLOAD = (
    (b"content-security-policy", b"sandbox; default-src 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
PIECE = 1 << 18
"""Bytes of a file that are sent at a time."""


def status_of(error: ToolError) -> int:
    """Return the HTTP status of an error: its code's; for an app's own code, that of what ends alike."""
    row = code_row(error.code)
    if error.code not in CODES and error.exit_code != row.exit:
        kin = (code_row(code) for code in CODES if code[:2] == error.code[:2])
        row = next((other for other in kin if other.exit == error.exit_code), row)
    return row.http


async def reply(
    request: Request,
    status: int,
    body: bytes,
    kind: bytes = JSON,
    headers: Iterable[tuple[bytes, bytes]] = (),
) -> None:
    """Send an answer whole."""
    length = (b"content-length", str(len(body)).encode())
    told = [(b"content-type", kind), length, *HEADERS, *headers]
    await request.send({"type": "http.response.start", "status": status, "headers": told})
    await request.send({"type": "http.response.body", "body": b"" if request.method == "HEAD" else body})


async def answer(request: Request, outcome: Outcome) -> None:
    """Send an outcome: a file as it is, unless the caller wants JSON; anything else in the envelope."""
    if is_content(outcome.result) and not _wants_json(request):
        try:
            await download(request, outcome.result, outcome.meta)
        except OSError as error:  # a file that the function named
            await answer(request, unprintable(outcome, to_tool_error(error)))
        return
    try:
        text = envelope(outcome)
    except ToolError as error:
        outcome = unprintable(outcome, error)
        text = envelope(outcome)
    except OSError as error:
        outcome = unprintable(outcome, to_tool_error(error))
        text = envelope(outcome)
    failure = outcome.error
    if failure is None:
        await reply(request, 200, text.encode())
    else:
        await reply(request, status_of(failure), text.encode(), headers=_about(failure))


def _about(error: ToolError) -> list[tuple[bytes, bytes]]:
    """Return the headers that say of an error what HTTP says there."""
    told = [(b"x-tooli-exit-code", str(error.exit_code).encode())]
    if error.code == "E2901":
        told.append((b"www-authenticate", b"Bearer"))
    details = error.details or {}
    if error.code == "E4907" and "retry_after" in details:
        told.append((b"retry-after", str(details["retry_after"]).encode()))
    if error.code == "E1914":
        told.append((b"allow", ", ".join(details["allowed"]).encode()))
    if error.code in ("E1916", "E1906"):
        told.append((b"connection", b"close"))  # what is left of the request is not read
    return told


async def refuse(request: Request, runtime: Runtime, error: ToolError) -> None:
    """Send the error of a request that reached no command."""
    await answer(request, failed(runtime, (), error))


def _wants_json(request: Request) -> bool:
    accept = request.header("accept") or ""
    return any(part.partition(";")[0].strip() == "application/json" for part in accept.split(","))


async def download(request: Request, file: File, meta: dict[str, Any]) -> None:
    """Send a file piece by piece, with what there is to say about it in a header."""
    kind = await asyncio.to_thread(lambda: file.media_type)
    name = f"; filename*=UTF-8''{quote(file.name)}" if file.name else ""
    about = json.dumps(to_plain(meta, [])).encode()
    headers = [
        (b"content-disposition", f"attachment{name}".encode("ascii")),
        (b"x-tooli-meta", about),
        *DOWNLOAD,
    ]
    media_type = kind.encode("latin-1", "replace")
    if file.path is None:
        await reply(request, 200, file.read(), media_type, headers)
        return
    with await asyncio.to_thread(file.open) as source:
        told = [(b"content-type", media_type), *HEADERS, *headers]
        piece = await asyncio.to_thread(source.read, PIECE)
        await request.send({"type": "http.response.start", "status": 200, "headers": told})
        while piece:
            await request.send({"type": "http.response.body", "body": piece, "more_body": True})
            piece = await asyncio.to_thread(source.read, PIECE)
        await request.send({"type": "http.response.body", "body": b""})
