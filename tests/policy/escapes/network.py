"""Attempts to reach a host that was not declared."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from tests.policy.escapes.table import SECRET, blocked, limit


@blocked
def connect(w: Any) -> Any:
    socket.socket().connect(("127.0.0.1", w.port))


@blocked
def connect_by_name(w: Any) -> Any:
    socket.create_connection(("localhost", w.port))


@blocked
def connect_by_an_odd_address(w: Any) -> Any:
    socket.socket().connect(("127.1", w.port))


@blocked
def connect_ex(w: Any) -> Any:
    socket.socket().connect_ex(("127.0.0.1", w.port))


@blocked
def low_level_socket(w: Any) -> Any:
    import _socket

    _socket.socket().connect(("127.0.0.1", w.port))


@blocked
def url(w: Any) -> Any:
    import urllib.request

    urllib.request.urlopen(f"http://127.0.0.1:{w.port}/", timeout=5)


@blocked
def file_url(w: Any) -> Any:
    import urllib.request

    return urllib.request.urlopen(w.secret.as_uri()).read().decode()


@blocked
def http_client(w: Any) -> Any:
    import http.client

    http.client.HTTPConnection("127.0.0.1", w.port, timeout=5).request("GET", "/")


@blocked
async def asyncio_connection(w: Any) -> Any:
    await asyncio.open_connection("127.0.0.1", w.port)


@blocked
def datagram(w: Any) -> Any:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", w.port))


@blocked
def unix_socket(w: Any) -> Any:
    socket.socket(socket.AF_UNIX).connect(str(w.outside / "nobody"))


@blocked
def offer_a_port(w: Any) -> Any:
    socket.create_server(("127.0.0.1", 0)).close()


@blocked
def look_up_a_name(w: Any) -> Any:
    socket.getaddrinfo(f"{SECRET}.example.org", 80)


@limit("Files, sockets and threads that were there before the call")
def a_connection_from_before(w: Any) -> Any:
    w.connection.send(b"x")
    w.marker_by_descriptor()
