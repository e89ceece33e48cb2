"""Approval by token: what a person is asked to approve, as text, and the signed text that approves it once.

A request tells the whole call, so the person who signs sees what is signed and nothing has to be looked up:
it can be handed to another user or another machine. A token is an Ed25519 signature over the request's
digest, an expiry and a number used once. It is made where the private key is and checked with the public one.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections.abc import Mapping
from typing import Any

from tooli.errors import DependencyError, HumanNeededError, InputError, Suggestion
from tooli.types import Record

LONGEST = 4_000
"""Characters of the longest request that is offered; above it, a person has to run the command."""
_SIGNATURE = 64
_VERSION = b"\x01"


class Request(Record):
    """One call that needs approval."""

    tool: str
    version: str
    arguments: Mapping[str, Any]

    @property
    def text(self) -> str:
        """The request as one word."""
        return _encoded(_VERSION + self._canonical)

    @property
    def digest(self) -> str:
        """What a token approves."""
        return hashlib.sha256(self._canonical).hexdigest()

    @property
    def _canonical(self) -> bytes:
        told = [self.tool, self.version, dict(self.arguments)]
        return json.dumps(told, sort_keys=True, separators=(",", ":")).encode()


def read_request(text: str) -> Request:
    """Return the request a text stands for."""
    data = _decoded(text)
    try:
        if data[:1] != _VERSION:
            raise ValueError("no request")
        tool, version, arguments = json.loads(data[1:])
        if not (isinstance(tool, str) and isinstance(version, str) and isinstance(arguments, dict)):
            raise ValueError("no request")
    except (ValueError, TypeError, RecursionError):
        raise InputError(
            "request: that is not a request for approval",
            field="request",
            suggestion=Suggestion("Copy the request whole: the error of the refused call holds it."),
        ) from None
    return Request(tool=tool, version=version, arguments=arguments)


def make_keys() -> tuple[bytes, bytes]:
    """Return a new private and public key, as PEM text."""
    keys, serialization = _cryptography()
    private = keys.Ed25519PrivateKey.generate()
    pem = serialization.Encoding.PEM
    return (
        private.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
        private.public_key().public_bytes(pem, serialization.PublicFormat.SubjectPublicKeyInfo),
    )


def sign(private: bytes, digest: str, expires: float) -> str:
    """Return a token that approves a request once, until it expires."""
    _, serialization = _cryptography()
    key = serialization.load_pem_private_key(private, None)
    body = json.dumps([digest, int(expires), secrets.token_hex(16)], separators=(",", ":")).encode()
    return _encoded(_VERSION + key.sign(_VERSION + body) + body)


def check(public: bytes, token: str, digest: str, now: float) -> str:
    """Return the number a token may be used under once; refuse one that does not approve this request now."""
    from cryptography.exceptions import InvalidSignature

    _, serialization = _cryptography()
    data = _decoded(token)
    signature, body = data[1 : 1 + _SIGNATURE], data[1 + _SIGNATURE :]
    try:
        if data[:1] != _VERSION:
            raise ValueError("no token")
        serialization.load_pem_public_key(public).verify(signature, _VERSION + body)
        approved, expires, number = json.loads(body)
    except (InvalidSignature, ValueError):
        raise refused("it was not signed with this machine's key, or was changed") from None
    if approved != digest:
        raise refused("it approves another call")
    if now >= expires:
        raise refused("it has expired")
    return str(number)


def refused(why: str) -> HumanNeededError:
    """Return the error of a token that approves nothing."""
    return HumanNeededError(f"the approval does not count: {why}", field="approval")


def _cryptography() -> tuple[Any, Any]:
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError:
        raise DependencyError(
            "approval tokens need tooli[approval]",
            suggestion=Suggestion("Install it: pip install 'tooli[approval]'", action="fix"),
            is_retryable=False,
        ) from None
    return ed25519, serialization


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text.strip().encode("ascii") + b"=" * (-len(text.strip()) % 4), b"-_", True)
    except ValueError:
        return b""
