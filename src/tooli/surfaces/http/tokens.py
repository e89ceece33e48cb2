"""Bearer tokens: a file says whom each names and what it grants. Tokens are compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import string
from os import PathLike, fspath

from tooli.errors import AuthError, DataFormatError, Suggestion, ToolError
from tooli.execute.failure import to_tool_error
from tooli.types import Record

SHORTEST = 16
"""Characters below which a token is too easy to guess."""
HASHED = "sha256:"


class Identity(Record):
    """Who calls: whom a token names, and which scopes it grants."""

    principal: str | None = None
    scopes: tuple[str, ...] = ()


NOBODY = Identity()


class Tokens:
    """The tokens of a file."""

    def __init__(self, known: list[tuple[bytes, Identity]]) -> None:
        self._known = known

    def identify(self, authorization: str | None) -> Identity:
        """Return whom an Authorization header names; raise when it names nobody."""
        scheme, _, token = (authorization or "").partition(" ")
        digest = hashlib.sha256(token.strip().encode()).digest()
        found = None
        for known, identity in self._known:  # all of them, so that the time says nothing
            if hmac.compare_digest(known, digest):
                found = identity
        if scheme.lower() == "bearer" and found is not None:
            return found
        said = "the token is not known" if authorization else "a bearer token is needed"
        how = Suggestion("Send Authorization: Bearer TOKEN.", action="fix")
        raise AuthError(said, code="E2901", suggestion=how)


def read_tokens(path: str | PathLike[str]) -> Tokens:
    """Read a file of tokens: on each line a name, the token or `sha256:` and its digest, and scopes."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        failure = to_tool_error(error)
        raise type(failure)(f"token_file: {failure.message}", field="token_file") from None
    known = []
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words and not words[0].startswith("#"):
            known.append(_read(words, f"{fspath(path)} line {number}"))
    if not known:
        raise DataFormatError(f"token_file: {fspath(path)} holds no token", field="token_file")
    return Tokens(known)


def _read(words: list[str], where: str) -> tuple[bytes, Identity]:
    if len(words) < 2:
        raise _mistake(where, "a line is: NAME TOKEN [SCOPE ...]")
    principal, token, *scopes = words
    if token.startswith(HASHED):
        digits = token.removeprefix(HASHED)
        if len(digits) != 64 or not set(digits) <= set(string.hexdigits):
            raise _mistake(where, f"{HASHED} is followed by 64 hexadecimal digits")
        digest = bytes.fromhex(digits)
    elif len(token) < SHORTEST:
        raise _mistake(where, f"a token has at least {SHORTEST} characters")
    else:
        digest = hashlib.sha256(token.encode()).digest()
    granted = tuple(scope for word in scopes for scope in word.split(",") if scope)
    return digest, Identity(principal=principal, scopes=granted)


def _mistake(where: str, what: str) -> ToolError:
    return DataFormatError(f"token_file: {where}: {what}", field="token_file")
