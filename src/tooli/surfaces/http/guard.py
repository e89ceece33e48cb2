"""Where requests may come from: pages of other places must not reach a server through a browser."""

from __future__ import annotations

import socket
from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING

from tooli.errors import AuthError, Suggestion
from tooli.schema.invalid import shown
from tooli.types import Record

if TYPE_CHECKING:
    from tooli.surfaces.http.requests import Request

OWN = ("same-origin", "none")
"""What browsers say of a request by the server's own page, or by the person."""
LONGEST = 600
"""Seconds for which a browser may remember what it was allowed."""


class Guard(Record):
    """Names and origins that are allowed beside the server's own."""

    hosts: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()

    def check(self, request: Request) -> list[tuple[bytes, bytes]]:
        """Refuse a request from another place; return the headers by which a browser lets its page read."""
        host = (request.header("host") or "").lower()
        if not (_is_own(host) or "*" in self.hosts or _name(host) in self.hosts):
            raise _foreign("host", host, "Use the server's address, or serve with --allow-host NAME.")
        origin = request.header("origin")
        if origin is not None and origin.lower() in self.origins:
            return [
                (b"access-control-allow-origin", origin.encode("latin-1")),
                (b"access-control-expose-headers", b"*"),
                (b"vary", b"origin"),
            ]
        if origin is not None and origin.lower().partition("://")[2] != host:
            raise _foreign("origin", origin, "Serve with --allow-origin URL to let its pages call.")
        site = request.header("sec-fetch-site")
        opened = request.method == "GET" and request.header("sec-fetch-mode") == "navigate"
        if site is not None and site not in OWN and not (opened and request.parts in ((), ("",))):
            raise _foreign("sec-fetch-site", site, "Serve with --allow-origin URL to let its pages call.")
        return []


def preflight(request: Request) -> list[tuple[bytes, bytes]]:
    """Return what a browser has to know before it lets an allowed page call."""
    asked = request.header("access-control-request-headers") or ""
    return [
        (b"access-control-allow-methods", b"GET, POST"),
        (b"access-control-allow-headers", asked.encode("latin-1")),
        (b"access-control-max-age", str(LONGEST).encode()),
    ]


def _foreign(field: str, value: str, fix: str) -> AuthError:
    return AuthError(
        f"{field}: {shown(value)} is not a place that may call",
        code="E2905",
        field=field,
        suggestion=Suggestion(fix, action="fix"),
    )


@lru_cache(maxsize=256)
def _is_own(host: str) -> bool:
    """Whether a Host header names this machine: by an address, which no foreign name can stand for."""
    name = _name(host)
    if name in ("localhost", socket.gethostname().lower()) or name.endswith(".localhost"):
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _name(host: str) -> str:
    """Return a Host header without the port."""
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]
