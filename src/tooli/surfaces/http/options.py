"""What whoever serves an app decides: who may come, from where, and how much of everything."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import TypedDict

from tooli.types import Record


class HttpOptions(Record):
    """The options of a server."""

    token_file: str | PathLike[str] | None = None
    """Where the bearer tokens stand; None lets everybody in, without scopes."""
    allow_hosts: Sequence[str] = ()
    """Names under which the server is reached, beside addresses and localhost; `*` for any."""
    allow_origins: Sequence[str] = ()
    """Other places whose pages may call, such as `https://tools.example`; their browsers are told so."""
    max_body: int = 10 << 20
    """Bytes of the largest request."""
    max_headers: int = 100
    """Headers of a request."""
    concurrency: int = 64
    """Calls that run at the same time; more wait for their turn."""
    waiting: int = 1024
    """Calls that wait for their turn; more are refused."""
    streams: int = 256
    """Streams that are open at the same time; more are refused."""
    rate: int = 600
    """Requests a minute from one address that is not this machine's; 0 for any number."""
    timeout: float | None = None
    """Seconds that a call may take at most; None leaves it to the command and the caller."""
    patience: float = 30.0
    """Seconds that a client gets to send its request, or to take a part of an answer."""


class HttpSettings(TypedDict, total=False):
    """The keywords of `app.asgi`: the same options."""

    token_file: str | PathLike[str] | None
    allow_hosts: Sequence[str]
    allow_origins: Sequence[str]
    max_body: int
    max_headers: int
    concurrency: int
    waiting: int
    streams: int
    rate: int
    timeout: float | None
    patience: float
