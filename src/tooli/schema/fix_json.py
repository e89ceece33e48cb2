"""JSON as people and models write it: single quotes, bare keys, trailing commas, Python's words."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

_BARE_KEY = re.compile(r"([{,]\s*)([A-Za-z_][\w-]*)(\s*:)")
_BARE_VALUE = re.compile(r"([:\[,]\s*)([A-Za-z_][\w./@-]*)(\s*[,}\]])")
_TRAILING = re.compile(r",(\s*[}\]])")
_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
WORDS = {"true", "false", "null"}
QUOTES = {0x201C: '"', 0x201D: '"', 0x201E: '"', 0x2018: "'", 0x2019: "'"}
"""Typographic quotes, as word processors write them."""


def read_loosely(text: str) -> Any:
    """Return the data that a nearly right JSON text stands for, or None."""
    text = text.translate(QUOTES)
    mended = _mended(text)
    for candidate in (text, mended, _closed(mended)):
        try:
            return json.loads(candidate)
        except (ValueError, RecursionError):
            continue
    try:
        data = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    return list(data) if isinstance(data, (tuple, set)) else data


def is_cut_short(text: str) -> bool:
    """Whether brackets were left open: what stood behind them is not known."""
    mended = _mended(text.translate(QUOTES))
    return _closed(mended) != mended


def _mended(text: str) -> str:
    """Quote what is bare and drop commas before a bracket, outside strings."""
    strings: list[str] = []

    def keep(found: re.Match[str]) -> str:
        raw = found.group()
        if raw[0] == "'":
            raw = json.dumps(raw[1:-1].replace("\\'", "'"), ensure_ascii=False)
        strings.append(raw)
        return f"\0{len(strings) - 1}\0"

    outside = _STRING.sub(keep, text.strip())
    outside = outside.replace("True", "true").replace("False", "false").replace("None", "null")
    if outside[:1] not in ("{", "["):
        outside = "{" + outside + "}" if ":" in outside else outside
    outside = _TRAILING.sub(r"\1", outside)
    outside = _BARE_KEY.sub(r'\1"\2"\3', outside)
    for _ in range(2):  # neighbours share their comma
        outside = _BARE_VALUE.sub(_quoted, outside)
    return re.sub("\0(\\d+)\0", lambda found: strings[int(found.group(1))], outside)


def _closed(text: str) -> str:
    """Close the brackets that were left open."""
    opened = []
    for letter in _STRING.sub("", text):
        if letter in "{[":
            opened.append("}" if letter == "{" else "]")
        elif opened and letter == opened[-1]:
            opened.pop()
    return text + "".join(reversed(opened))


def _quoted(found: re.Match[str]) -> str:
    before, word, after = found.groups()
    return f"{before}{word}{after}" if word in WORDS else f'{before}"{word}"{after}'
