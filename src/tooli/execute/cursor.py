"""Cursors: where the next page of an answer starts, in a text that only this app can make and read.

A cursor is `version byte · 16 bytes of HMAC-SHA256 · 8 bytes naming the call · compact JSON`, in URL-safe
base64 without padding. Its first letter is always `A`, so it never looks like a flag. The call is named by a
keyed digest of its tool, version and arguments, so that a cursor does not give them away.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json

from tooli.errors import InputError, Suggestion
from tooli.types import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    Fault = Literal["corrupted", "other_arguments", "expired"]

__all__ = ["Cursor", "call_digest", "make_cursor", "read_cursor"]

_VERSION = b"\x01"
_MAC = 16
_CALL = 8
_WORDS: Mapping[str, tuple[str, str]] = {
    "corrupted": (
        "the cursor is not one of this app's: it was changed, cut short, or made elsewhere",
        "Copy next_cursor whole, or leave the cursor out to start from the first page.",
    ),
    "other_arguments": (
        "the cursor belongs to a call with other arguments",
        "Repeat the arguments of the call that gave it, or leave it out to start from the first page.",
    ),
    "expired": (
        "the cursor has expired",
        "Leave the cursor out to start from the first page.",
    ),
}


class Cursor(Record):
    """Where a page starts."""

    kind: str
    """How the next page is made: the surface that pages knows its own kinds."""
    offset: int
    state: str | None = None
    """What else is needed: the name of a stored result, or the command's own cursor."""
    expires: int | None = None
    """When it stops being valid, in seconds since 1970."""


def make_cursor(
    key: bytes,
    call_digest: str,
    offset: int,
    kind: str = "page",
    *,
    state: str | None = None,
    expires: float | None = None,
) -> str:
    """Return the cursor of the page of a call that starts at an offset."""
    parts = [kind, offset, state, None if expires is None else int(expires)]
    while parts[-1] is None:
        parts.pop()
    said = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    body = _call_name(key, call_digest) + said.encode("utf-8", "surrogatepass")
    return _encoded(_VERSION + _mac(key, body) + body)


def read_cursor(key: bytes, text: str, call_digest: str, now: float | None = None) -> Cursor:
    """Return what a cursor says; one that is not of this app and call, or has expired at `now`, is E1911."""
    data = _decoded(text)
    mac, body = data[1 : 1 + _MAC], data[1 + _MAC :]
    if data[:1] != _VERSION or not hmac.compare_digest(mac, _mac(key, body)):
        raise _invalid("corrupted", text)
    if not hmac.compare_digest(body[:_CALL], _call_name(key, call_digest)):
        raise _invalid("other_arguments", text)
    kind, offset, state, expires = [*json.loads(body[_CALL:].decode("utf-8", "surrogatepass")), None, None][
        :4
    ]
    cursor = Cursor(kind=kind, offset=offset, state=state, expires=expires)
    if cursor.expires is not None and now is not None and now >= cursor.expires:
        raise _invalid("expired", text)
    return cursor


def call_digest(tool: str, version: str, arguments: Mapping[str, object]) -> str:
    """Return a digest of a call; the order of names, in arguments and inside them, does not matter."""
    told = {name: _told(value) for name, value in arguments.items()}
    text = json.dumps([tool, version, told], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _told(value: object) -> object:
    """Return an argument as data; of one that cannot be, or can be read only once, its type."""
    from collections.abc import Iterator

    from tooli.errors import ToolError
    from tooli.execute.encode import encode

    if not isinstance(value, Iterator):
        try:
            return [json.loads(encode(value, []))]
        except ToolError:
            pass
    return f"{type(value).__module__}.{type(value).__qualname__}"


def _mac(key: bytes, body: bytes) -> bytes:
    return hmac.digest(key, _VERSION + body, "sha256")[:_MAC]


def _call_name(key: bytes, call_digest: str) -> bytes:
    return hmac.digest(key, b"call " + call_digest.encode(), "sha256")[:_CALL]


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def _decoded(text: str) -> bytes:
    """Return a cursor's bytes; nothing when it is not written as `_encoded` writes."""
    try:
        data = base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), b"-_", validate=True)
    except ValueError:
        return b""
    # The last letter has bits to spare: only one of its spellings is ours.
    return data if _encoded(data) == text else b""


def _invalid(fault: Fault, text: str) -> InputError:
    message, fix = _WORDS[fault]
    shown = text if len(text) <= 200 else text[:199] + "…"
    return InputError(
        message,
        "E1911",
        field="cursor",
        suggestion=Suggestion(fix=fix),
        details={"value": shown, "reason": fault},
    )
