"""Characters that command a terminal or hide from the eye, found in texts and taken out of them. Pure.

without_ansi   a text without the sequences that colour it, move the cursor, set titles
cleaned        the same, and without any other control, bidi or zero-width character
hidden_kinds   which kinds of these a text has
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tooli.policy.rewriter import Rewriter, place

if TYPE_CHECKING:
    from tooli.policy.rewriter import Trail

__all__ = ["Sanitizer", "cleaned", "hidden_kinds", "without_ansi"]

_ANSI = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # colours, cursor
    r"|(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)"  # titles, links, the clipboard
    r"|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x9c]*(?:\x1b\\|\x9c)"  # strings for devices
    r"|\x1b[ -/]*[0-~]"  # short ones, and what is left of a cut one
)
_JOINED = (
    "\u0600-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefe"  # scripts of Asia
    "\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"  # pictures
)
"""Letters and pictures that a joiner between two of them belongs to."""
_KINDS = {
    "control characters": re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"),
    "bidirectional controls": re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"),
    "zero-width characters": re.compile(
        "[\u180e\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e01ef]"
        f"|(?<![{_JOINED}])[\u200c\u200d]|[\u200c\u200d](?![{_JOINED}])"
    ),
}
_HIDDEN = re.compile("|".join(pattern.pattern for pattern in _KINDS.values()))


def without_ansi(text: str) -> str:
    """Return a text without its terminal sequences."""
    return _ANSI.sub("", text)


def cleaned(text: str) -> str:
    """Return a text without terminal sequences and hidden characters; tabs and line ends stay."""
    return text if text.isprintable() else _HIDDEN.sub("", _ANSI.sub("", text))


def hidden_kinds(text: str) -> list[str]:
    """Return the kinds of hidden characters that a text has."""
    return [] if text.isprintable() else [kind for kind, found in _KINDS.items() if found.search(text)]


class Sanitizer(Rewriter):
    """Takes terminal sequences out of data; other hidden characters too, or it says where they are."""

    def __init__(self, *, strips: bool) -> None:
        self.strips = strips
        self.warnings: list[str] = []

    def text(self, text: str, trail: Trail) -> str:
        """Return a text as it may be shown."""
        if text.isprintable():
            return text
        if self.strips:
            return cleaned(text)
        text = without_ansi(text)
        for kind in hidden_kinds(text):
            self.warnings.append(f"{place(trail)}: has {kind}")
        return text
