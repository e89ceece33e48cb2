"""Secrets found in texts and taken out of them: by their shape, by the words before them, or as known values.

    find_secrets   where secrets stand in a text, and of which kind
    redact_secrets the text with `[redacted:KIND]` in their places
    KnownSecrets   values that must not be shown, however they are encoded

Pure: no I/O.
"""

from __future__ import annotations

import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from html import escape
from json import dumps
from math import log2
from typing import Any, NamedTuple
from urllib.parse import quote, quote_plus

from tooli.model.secret import MASK
from tooli.policy.secret_kinds import KINDS

__all__ = ["Found", "KnownSecrets", "find_secrets", "redact_secrets"]

SHORTEST = 4
"""Known secrets that are shorter are left: they would be found in any text."""
_ENCODED = 8
"""Letters that an encoded piece of a known secret needs, to be one and no accident."""
_WORDS = (
    r"passw(?:or)?d|passphrase|passwd|pwd|secret|token|credentials?|authorization"
    r"|(?:api|access|auth|private|secret|signing|encryption|account)[_\-. ]?key"
)
_NAMED = re.compile(
    rf"(?i:{_WORDS})[\"'\]]{{0,2}}\s{{0,3}}(?:=>|:=|==?|:|\bis\b)\s{{0,3}}[\"'`]?([^\s\"'`,;<>{{}}()\[\]\\|]{{8,200}})"
)
_NAME = re.compile(rf"(?i:{_WORDS})$")
_PASSWORD = re.compile(r"(?i)^(?:\w*_)?(?:password|passwd|passphrase|pwd)$")
_PAGING = re.compile(r"(?i)(?:next|page|continu\w*|sync|resume|cancel\w*)[_\-. ]?(?:page)?[_\-. ]?token$")
_ANCHORS = ("pass", "pwd", "secret", "token", "credential", "authorization", "key")
_BEGINNING = re.compile(r"(?:\A|[^A-Za-z0-9_]|\\[nrt]|%[0-9A-Fa-f]{2})\Z")
"""What may stand before a secret: no letter, unless that is the end of an escape such as `\\n` or `%3D`."""
_STARTS = {anchor: kind.name for kind in KINDS if kind.whole for anchor in kind.anchors if len(anchor) > 1}
_ANY_START = "|".join(sorted(map(re.escape, _STARTS), key=len, reverse=True))
_CUT = re.compile(
    rf"(?<![A-Za-z0-9_])[A-Za-z0-9]{{0,14}}?({_ANY_START})([A-Za-z0-9+/=_.~%:-]{{8,400}}?)(?=\.\.\.|…)"
)
"""The beginning of a secret, as errors show the beginning of a long text."""
_PART = re.compile(r"(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)?\d*")
_PIECES = re.compile(r"[a-z]+|[A-Z]+|[0-9]+|[^a-zA-Z0-9]+")


class Found(NamedTuple):
    """A secret in a text."""

    kind: str
    start: int
    end: int


def find_secrets(text: str) -> Iterator[Found]:
    """Give the secrets in a text, in order, none inside another; known shapes go before suspicious words."""
    found: list[Found] = []
    for kind in KINDS:
        if any(anchor in text for anchor in kind.anchors):
            group = 1 if kind.pattern.groups else 0
            found += [
                Found(kind.name, *match.span(group))
                for match in kind.pattern.finditer(text)
                if not kind.whole or _BEGINNING.search(text, max(0, match.start() - 3), match.start())
            ]
    lowered = text.lower()
    if any(anchor in lowered for anchor in _ANCHORS):
        found += [Found("secret", *m.span(1)) for m in _NAMED.finditer(text) if is_random(m[1])]
    if "..." in text or "…" in text:
        found += [Found(_STARTS[m[1]], *m.span()) for m in _CUT.finditer(text) if is_random(m[2])]
    end = 0
    # Of two at one place the longer one; where they are equal the one found first, whose name says more.
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if one.start >= end:
            yield one
            end = one.end


def redact_secrets(text: str) -> str:
    """Return a text with its secrets replaced by what they were."""
    parts, end = [], 0
    for kind, start, stop in find_secrets(text):
        parts += [text[end:start], f"[redacted:{kind}]"]
        end = stop
    return "".join((*parts, text[end:])) if parts else text


def may_hold_secrets(text: str) -> bool:
    """Whether a text has a word that a secret would have: quick, and true for many texts without secrets."""
    lowered = text.lower()
    return any(anchor in lowered for anchor in _ANCHORS) or any(
        anchor in text for kind in KINDS for anchor in kind.anchors
    )


def is_secret_of(name: str, value: str) -> bool:
    """Whether the value of a member with this name is a secret: `{"api_key": …}`."""
    if _NAME.search(name) is None or _PAGING.search(name) is not None:
        return False
    if _PASSWORD.match(name):
        return len(value) >= SHORTEST and not value.isalpha() and not re.search(r"\s|^[$<{*]", value)
    return len(value) >= 8 and not re.search(r"\s", value) and is_random(value)


def is_random(word: str) -> bool:
    """Whether a word was made by chance: letters and digits, all mixed up. Names and numbers are not."""
    pieces = _PIECES.findall(word)
    if not any(piece.isdigit() for piece in pieces) or not any(piece.isalpha() for piece in pieces):
        return False
    counts = (word.count(letter) for letter in set(word))
    entropy = -sum(count / len(word) * log2(count / len(word)) for count in counts)
    least = 2.7 if len(word) < 12 else 3.0 if len(word) < 20 else 3.3
    # Words that people write have long pieces: `config.PASSWORD_2`, `src/tokens/v2`.
    return entropy >= least and len(word) / len(pieces) < 3.5 and not _is_written(word)


def _is_written(word: str) -> bool:
    """Whether a word is made of words and numbers, or is a date, a version or a number with a unit."""
    parts = re.split(r"[._/:=-]+", word.strip("._/:=-"))
    if all(_PART.fullmatch(part) for part in parts) and any(
        len(part.rstrip("0123456789")) > 2 for part in parts
    ):
        return True
    return (
        re.fullmatch(r"v?\d+(?:[.:/-]\d+)+\S{0,6}|[\d.,_]+[A-Za-z%]{1,3}|0x[0-9a-fA-F]{1,16}", word)
        is not None
    )


class KnownSecrets:
    """Values that must not be shown: as they are, quoted, escaped, in hex or base64, in other text too."""

    def __init__(self, values: Iterable[Any]) -> None:
        forms: set[str] = set()
        pieces: set[str] = set()
        for value in values:
            data = value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
            word = data.decode("utf-8", "replace")
            if len(word) < SHORTEST:
                continue
            forms |= _written(word)
            forms |= {line for line in word.splitlines() if len(line) > 2 * _ENCODED}
            pieces |= {piece for piece in _encoded(data) if len(piece) >= _ENCODED}
        self._forms = sorted(forms, key=len, reverse=True)
        any_of = "|".join(map(re.escape, sorted(pieces, key=len, reverse=True)))
        self._encoded = re.compile(rf"[A-Za-z0-9+/_=-]*(?:{any_of})[A-Za-z0-9+/_=-]*") if pieces else None

    def __bool__(self) -> bool:
        return bool(self._forms)

    def mask(self, text: str) -> str:
        """Return a text without the secrets."""
        for form in self._forms:
            text = text.replace(form, MASK)
        return text if self._encoded is None else self._encoded.sub(MASK, text)


def _written(word: str) -> set[str]:
    """Return how a text may stand in another one."""
    forms = {word, quote(word, safe=""), quote(word), quote_plus(word), escape(word)}
    forms |= {dumps(word)[1:-1], dumps(word, ensure_ascii=False)[1:-1], repr(word)[1:-1]}
    return {form for form in forms if len(form) >= SHORTEST}


def _encoded(data: bytes) -> Iterator[str]:
    """Give the pieces that every base64 or hex text has which holds the data, wherever it starts in it."""
    yield data.hex()
    yield data.hex().upper()
    for before in range(3):
        first = -(-before * 8 // 6)
        last = (before + len(data)) * 8 // 6
        for encode in (b64encode, urlsafe_b64encode):
            yield encode(b"\0" * before + data).decode()[first:last]
