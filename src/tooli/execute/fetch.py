"""A URL as input: http and https only, within bounds of time and size; for some callers no private address.

Addresses are checked when they are connected to, after each redirect, so that a name cannot change its
meaning between the check and the use.
"""

from __future__ import annotations

import http.client
import io
import ipaddress
import socket
import ssl
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tooli.errors import AuthError, DependencyError, InputError, ToolError
from tooli.types import Record

if TYPE_CHECKING:
    from typing import BinaryIO, NoReturn

    Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_NAT64 = ipaddress.ip_network("64:ff9b::/96")


class Bounds(Record):
    """How much a URL may cost."""

    silence: float = 30.0
    """Seconds a server may stay silent."""
    seconds: float = 120.0
    """Seconds of waiting, all together; the time a command takes over what it read does not count."""
    bytes: int = 100_000_000


BOUNDS = Bounds()


def open_url(url: str, field: str, *, bounds: Bounds = BOUNDS, public_only: bool = False) -> BinaryIO:
    """Open a URL for reading.

    public_only: refuse private addresses, for callers who may not see this machine's network.
    """
    request = urllib.request.Request(url, headers={"User-Agent": "tooli", "Accept": "*/*"})
    started = time.monotonic()
    try:
        response = _director(bounds, public_only).open(request, timeout=bounds.silence)
    except ToolError as error:
        error.field = error.field or field
        raise
    except (OSError, http.client.HTTPException, ValueError) as error:
        _refuse(error, url, field, bounds)
    body = _Body(response, url, field, bounds, time.monotonic() - started)
    return io.BufferedReader(body, 65_536)


def _refuse(error: Exception, url: str, field: str, bounds: Bounds) -> NoReturn:
    """Raise what a failure to open a URL means to the caller."""
    details: dict[str, Any] = {"url": url}
    if isinstance(error, urllib.error.HTTPError):
        error.close()
        details["status"] = error.code
        said = f"{field}: {url}: the server answered {error.code} {error.reason}".strip()
        if error.code in (404, 410):
            raise InputError(said, code="E1907", field=field, details={**details, "value": url}) from None
        if error.code in (401, 403):
            raise AuthError(said, field=field, details=details) from None
        raise DependencyError(said, field=field, details=details) from None
    reason = getattr(error, "reason", error)
    if isinstance(reason, TimeoutError):
        said = f"no answer within {bounds.silence:g} s"
    else:
        said = str(getattr(reason, "strerror", None) or reason or type(reason).__name__).lower()
    raise DependencyError(f"{field}: {url}: {said}", field=field, details=details) from None


def _director(bounds: Bounds, public_only: bool) -> urllib.request.OpenerDirector:
    """Return an opener that knows http and https and nothing else: no files, no FTP."""
    context = ssl.create_default_context()
    handlers: list[urllib.request.BaseHandler] = [
        urllib.request.HTTPErrorProcessor(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.UnknownHandler(),
        _Redirects(),
    ]
    if public_only:  # and no proxy, behind which the address could not be seen
        handlers += [_PublicHTTP(), _PublicHTTPS(context=context)]
    else:
        handlers += [
            urllib.request.ProxyHandler(),
            urllib.request.HTTPHandler(),
            urllib.request.HTTPSHandler(context=context),
        ]
    director = urllib.request.OpenerDirector()
    for handler in handlers:
        director.add_handler(handler)
    return director


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects that stay within http and https, as many as urllib takes to be no loop."""

    def redirect_request(self, req: urllib.request.Request, *rest: Any) -> urllib.request.Request | None:
        """Return the request that a redirect asks for; the last of `rest` is where it leads."""
        if urlsplit(rest[-1]).scheme not in ("http", "https"):
            raise DependencyError(f"{req.full_url} redirects to {rest[-1]}, which is neither http nor https")
        return super().redirect_request(req, *rest)


class _PublicHTTPConnection(http.client.HTTPConnection):
    """A connection to a public address."""

    def connect(self) -> None:
        """Connect, if the address may be."""
        self.sock = _connect_public(self.host, self.port, self.timeout)


class _PublicHTTPSConnection(http.client.HTTPSConnection):
    """A secure connection to a public address."""

    _context: ssl.SSLContext

    def connect(self) -> None:
        """Connect, if the address may be; the certificate is checked against the name."""
        sock = _connect_public(self.host, self.port, self.timeout)
        self.sock = self._context.wrap_socket(sock, server_hostname=self.host)


class _PublicHTTP(urllib.request.HTTPHandler):
    """Opens http URLs of public addresses."""

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        """Open a URL."""
        return self.do_open(_PublicHTTPConnection, req)


class _PublicHTTPS(urllib.request.HTTPSHandler):
    """Opens https URLs of public addresses."""

    _context: ssl.SSLContext

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        """Open a URL."""
        return self.do_open(_PublicHTTPSConnection, req, context=self._context)


def _connect_public(host: str, port: int, timeout: float | None) -> socket.socket:
    """Connect to a host all of whose addresses are public."""
    found = socket.getaddrinfo(host, port, 0, socket.SOCK_STREAM)
    for *_, address in found:
        if not is_public(str(address[0])):
            raise AuthError(f"{host} has a private address, which this caller may not read")
    failure: OSError = OSError(f"{host} has no address")
    for family, kind, protocol, _, address in found:
        sock = socket.socket(family, kind, protocol)
        try:
            sock.settimeout(timeout)
            sock.connect(address)
        except OSError as error:
            sock.close()
            failure = error
        else:
            return sock
    raise failure


def is_public(text: str) -> bool:
    """Whether an IP address is one that anybody can reach; those inside others are looked at too."""
    address = ipaddress.ip_address(text.partition("%")[0])
    inside: list[Address | None] = [address]
    if isinstance(address, ipaddress.IPv6Address):
        inside += [address.ipv4_mapped, address.sixtofour]
        if address.teredo is not None:
            inside += address.teredo
        if address in _NAT64:
            inside.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    mapped = isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None
    checked = inside[1:] if mapped else inside
    return all(one.is_global and not one.is_multicast for one in checked if one is not None)


class _Body(io.RawIOBase):
    """A response's body, bounded."""

    def __init__(self, response: Any, url: str, field: str, bounds: Bounds, waited: float) -> None:
        super().__init__()
        self._response, self._url, self._field, self._bounds = response, url, field, bounds
        self._waited = waited
        self._read = 0
        length = response.headers.get("Content-Length", "")
        self._length = int(length) if length.isdigit() else None
        if self._length is not None and self._length > bounds.bytes:
            response.close()
            raise self._too_large()

    def readable(self) -> bool:
        """Say yes."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read what has arrived, waiting for at least a byte."""
        wanted = len(buffer) if self._length is None else min(len(buffer), self._length - self._read)
        started = time.monotonic()
        try:
            data = self._response.read1(wanted) if wanted else b""
        except TimeoutError:
            raise self._failed(f"no data within {self._bounds.silence:g} s") from None
        except (OSError, http.client.HTTPException) as error:
            raise self._failed(str(error) or type(error).__name__) from None
        self._waited += time.monotonic() - started
        self._read += len(data)
        if not data and self._length is not None and self._read < self._length:
            raise self._failed(f"ended after {self._read} of {self._length} bytes")
        if self._read > self._bounds.bytes:
            raise self._too_large()
        if self._waited > self._bounds.seconds:
            raise self._failed(f"not read within {self._bounds.seconds:g} s")
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Close the connection."""
        self._response.close()
        super().close()

    def _failed(self, what: str) -> DependencyError:
        return DependencyError(
            f"{self._field}: {self._url}: {what}", field=self._field, details={"url": self._url}
        )

    def _too_large(self) -> InputError:
        limit = self._bounds.bytes
        return InputError(
            f"{self._field}: {self._url}: larger than {limit} bytes",
            field=self._field,
            details={"url": self._url, "limit": limit},
        )
