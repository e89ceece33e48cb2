"""How many tokens a text costs the model that reads it.

    estimate()  counted from the text's shape: needs nothing, reads some 20 MB a second
    count()     tiktoken's exact number where that is at hand, else the estimate

The estimate is for o200k_base, the vocabulary of OpenAI's models since GPT-4o. It is a weighted sum of counts
that C takes: words, their lengths, rare letters, digits, punctuation, line ends, and characters of other
scripts. The weights were fitted to true counts, and lean to the high side; `tests/execute/token_counts.json`
holds texts with true counts that the bounds below are tested on. It is blind to spelling: words that no
language has (ciphers, dictionaries of rare terms) cost up to a third more than it says.

It may import nothing at the top: whoever truncates calls it often, whoever does not should not pay.
"""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from tiktoken import Encoding

__all__ = ["LEAST", "MOST", "count", "estimate"]

LEAST = 0.9
"""No recorded text is estimated below this share of its true count."""

MOST = 1.5
"""No recorded text is estimated above this share of its true count; JSON, code and logs stay below 1.2."""

_BLOCK = 1 << 14  # small enough for the processor's cache, large enough that its edges do not count
_WHOLE = 1 << 18
_LOWER = "abcdefghijklmnopqrstuvwxyz"
_UPPER = _LOWER.upper()
_DIGITS = "0123456789"
_VOWELS = "aeiou"
_RARE = "jkqvwxz"
_SIGNS = "".join(map(chr, [*range(0x20), 0x7F])) + "!$%&'+?@\\^`|~"
_DASHES = "-_=*#/."
_MARKS = ",:;"
_BRACKETS = "()[]{}<>"
_PUNCTUATION = f'{_SIGNS}{_DASHES}{_MARKS}{_BRACKETS}"'


def _kinds(rest: str, **kinds: str) -> bytes:
    """Return a table that maps each byte to the letter of its kind; of two kinds the later one counts."""
    table = bytearray(rest.encode() * 256)
    for letter, characters in kinds.items():
        for character in characters:
            table[ord(character)] = ord(letter)
    return bytes(table)


_SPACES = {"s": " \t", "n": "\n\r"}
_FEATURES = (
    (
        _kinds("~", p=_PUNCTUATION, a=_LOWER, A=_UPPER, d=_DIGITS, **_SPACES),
        {
            b"as": 0.905, b"ap": 1.274, b"an": 1.504, b"sas": 0.893, b"aA": 0.402, b"A": 0.364, b"pAp": 2.243,
            b"dddd": 1.127, b"ds": 1.654, b"dp": 1.986, b"dn": 1.977, b"sd": 0.477,
            b"p": 0.041, b"sp": 0.702, b"np": 0.905, b"nn": 0.3,
        },
    ),
    (
        _kinds("~", a=_LOWER + _UPPER, d=_DIGITS, **_SPACES),
        {b"da": 2.088, b"na": 0.497, b"aaaaaaaaaaaa": 0.974},
    ),
    (
        _kinds("~", c=_LOWER, v=_VOWELS, r=_RARE, A=_UPPER),
        {b"r": 0.521, b"rr": 4.028, b"Ar": 1.483, b"vcv": 0.322, b"cccc": 1.421},
    ),
    (
        _kinds("~", a=_LOWER, q='"', b=_BRACKETS, m=_MARKS, d=_DASHES, o=_SIGNS, **_SPACES),
        {b"b": 0.2, b"qa": 0.635, b"do": 1.549, b"od": 1.872, b"mo": 3.084, b"ob": 1.539},
    ),
    (_kinds("x", **_SPACES), {b"ssx": 1.156}),
    (bytes(range(256)), {b"\t": 0.117, b", ": 0.418}),
)  # fmt: skip
"""Kinds of bytes, and what each occurrence of a pattern of kinds costs."""

_SCRIPTS = (
    (b"\xc2", 2.0), (b"\xc3", 1.0), (b"\xc4\xc5\xc6", 1.236), (b"\xc7\xc8\xc9\xca\xcb\xcc\xcd", 1.0),
    (b"\xce\xcf", 0.4), (b"\xd0\xd1", 0.328), (b"\xd2\xd3", 1.317), (b"\xd4\xd5\xd6", 0.42), (b"\xd7", 0.49),
    (b"\xd8\xd9\xda\xdb", 0.34), (b"\xdc\xdd\xde\xdf", 1.0), (b"\xe0", 0.44), (b"\xe1", 0.6), (b"\xe2", 1.1),
    (b"\xe3", 0.78), (b"\xe4\xe5\xe6\xe7\xe8\xe9", 0.84), (b"\xea\xeb\xec\xed", 0.73), (b"\xee\xef", 1.5),
    (b"\xf0\xf1\xf2\xf3\xf4", 1.9),
)  # fmt: skip
"""First bytes of UTF-8 characters, and what a character that starts with one costs."""

_BLOCKS = {
    b"\xe0\xa8": 0.2, b"\xe0\xa9": 0.2,  # Gurmukhi
    b"\xe1\x83": -0.22,  # Georgian
    b"\xe1\xba": -0.6, b"\xe1\xbb": -0.6,  # Vietnamese letters
    b"\xe2\x80": -0.8,  # dashes and quotes
    b"\xe2\x94": -0.55, b"\xe2\x95": -0.55, b"\xe2\x96": -0.55,  # boxes and bars
    **{bytes((0xE1, second)): 1.1 for second in range(0x88, 0x8E)},  # Ethiopic
}  # fmt: skip
"""What the characters of some blocks cost more or less than others with the same first byte."""

_ASCII = bytes(range(128))
_SLICE = 100_000
_VOCABULARY = "fb374d419588a4632f3f557e76b4b70aebbca790"
_VOCABULARY_SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
"""The name under which tiktoken keeps o200k_base, and the content it accepts."""


def estimate(text: str) -> int:
    """Return about how many tokens of o200k_base a text has; see `LEAST` and `MOST`.

    Of a text above 256 kB every fourth block of 16 kB is read.
    """
    step = _BLOCK if len(text) <= _WHOLE else 4 * _BLOCK
    cost, read = 0.0, 0
    for start in range(0, len(text), step):
        block = text[start : start + _BLOCK]
        data = block.encode("utf-8", "surrogatepass")
        cost += _shape(data)
        if len(data) != len(block):
            cost += _scripts(data)
        read += len(block)
    return max(1, round(cost * len(text) / read + 0.5)) if read else 0


def _shape(data: bytes) -> float:
    cost = 0.0
    for table, features in _FEATURES:
        count_of = data.translate(table).count
        for pattern, weight in features.items():
            cost += weight * count_of(pattern)
    return cost


def _scripts(data: bytes) -> float:
    cost = 0.465 * data.translate(_FEATURES[0][0]).count(b"~s")
    data = data.translate(None, _ASCII)
    for leads, weight in _SCRIPTS:
        cost += weight * (len(data) - len(data.translate(None, leads)))
    for block, weight in _BLOCKS.items():
        cost += weight * data.count(block)
    return cost


def count(text: str) -> tuple[int, str]:
    """Return how many tokens of o200k_base a text has, and who says so: `tiktoken` or `estimate`.

    tiktoken is asked when it is installed and has its vocabulary on this machine; nothing is ever fetched.
    """
    encoding = _encoding()
    if encoding is None:
        return estimate(text), "estimate"
    # It cannot take endless runs of blanks at once; a cut adds a token at most.
    slices = (text[start : start + _SLICE] for start in range(0, len(text), _SLICE))
    return sum(len(encoding.encode_ordinary(part)) for part in slices), "tiktoken"


def _encoding() -> Encoding | None:
    """Return tiktoken's encoding, unless getting it would take a download."""
    from sys import modules

    registry = modules.get("tiktoken.registry")
    loaded: Encoding | None = registry.ENCODINGS.get("o200k_base") if registry else None
    if loaded is not None:
        return loaded
    if not _has_vocabulary():
        return None
    try:
        from tiktoken import get_encoding
    except ImportError:
        return None
    return get_encoding("o200k_base")


def _has_vocabulary() -> bool:
    """Say whether the vocabulary lies, undamaged, where tiktoken keeps what it fetched."""
    from os import environ
    from os.path import join
    from tempfile import gettempdir

    folder = environ.get("TIKTOKEN_CACHE_DIR", environ.get("DATA_GYM_CACHE_DIR"))
    if folder is None:
        folder = join(gettempdir(), "data-gym-cache")
    if not folder:  # set and empty: keep nothing, always fetch
        return False
    try:
        with open(join(folder, _VOCABULARY), "rb") as file:
            data = file.read()
    except OSError:
        return False
    from hashlib import sha256

    # tiktoken fetches a damaged file anew.
    return sha256(data).hexdigest() == _VOCABULARY_SHA256
