"""Reads a repair out of a peer's message, as a patient caller would who does only what the message says.

The reader is generous: of the names a message proposes and the choices it lists it takes the closest, of a
range the nearest bound, of a value given twice the last one; and it knows the value of what is missing.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.repair.applying import CannotFillError, look_up
from benchmarks.repair.mistake import Received

WORD = r"['\"]?([^\s'\",?]+)"
WRONG = (
    rf"No such (?:command|option):? {WORD}",
    rf"Unknown (?:command|option):? {WORD}",
    r"instead of ([^\s?]+)\?",
    rf"invalid choice: {WORD}",
    r"'([^']+)' is not one of",
    r"Invalid value \"([^\"]+)\"",
    r"unable to convert \"([^\"]+)\"",
)
PROPOSED = (
    r"[Dd]id you mean (\S+) instead of",
    r"[Dd]id you mean(?: one of)?:? (.+?)\?",
    r"\(Possible options: (.+?)\)",
    r"choose from (.+?)\)",
    r"Choose from: (.+?)\.(?: |$)",
    r"is not one of (.+?)\.(?: |$)",
    r"Available commands: (.+?)\.(?: |$)",
)
BELOW = (
    r"is not in the range (-?[\d.]+)<=",
    r"greater than or equal to (-?[\d.]+)",
    r"Must be >= (-?[\d.]+)",
)
ABOVE = (
    r"is not in the range .*?x<=(-?[\d.]+)",
    r"less than or equal to (-?[\d.]+)",
    r"Must be <= (-?[\d.]+)",
)
ABOUT = (r"Invalid value (?:\S+ )?for '?(--[\w-]+)", r"argument (--[\w-]+)")
EMPTY = (
    r"Option '(--[\w-]+)' requires",
    r"argument (--[\w-]+)\S*: expected one",
    r"parameter (--[\w-]+) requires",
)
REQUIRED = (
    r"the following arguments are required: (.+?)(?: \w+:|$)",
    r"Missing (?:argument|option|parameter) '([^']+)'",
    r"parameter \"?([\w-]+)\"? requires an argument",
)
TWICE = (r"Parameter (--[\w-]+) specified multiple times",)


@dataclass(frozen=True)
class Repair:
    """The words to try instead, and whether a value was filled in."""

    argv: list[str]
    filled: bool = False


def read(message: str, argv: list[str], meant: Received) -> Repair | None:
    """Return what a message leads to, or None when it leads nowhere."""
    for repair in (
        _renamed(message, argv),
        _bounded(message, argv),
        _once(message, argv),
        _filled(message, argv, meant),
    ):
        if repair is not None and repair.argv != argv:
            return repair
    return None


def _first(patterns: Sequence[str], message: str) -> str | None:
    for pattern in patterns:
        found = re.search(pattern, message)
        if found:
            return found[1].rstrip(".:)]}\"'")
    return None


def _renamed(message: str, argv: list[str]) -> Repair | None:
    """Put the closest of the names that are proposed in the place of the wrong one."""
    wrong, listed = _first(WRONG, message), _first(PROPOSED, message)
    if not wrong or not listed:
        return None
    names = {name.casefold(): name for name in re.findall(r"[\w-]+", listed)}
    close = difflib.get_close_matches(wrong.casefold(), list(names), 1, 0.5)
    if not close:
        return None
    right = names[close[0]]
    for index, word in enumerate(argv):
        name, equals, value = word.partition("=")
        if wrong in (word, name) or (equals and value == wrong):
            changed = right if word == wrong else f"{right}={value}" if name == wrong else f"{name}={right}"
            return Repair([*argv[:index], changed, *argv[index + 1 :]])
    return None


def _bounded(message: str, argv: list[str]) -> Repair | None:
    """Put the nearest bound in the place of the value of the option that a message is about."""
    option = _first(ABOUT, message)
    if option is None or option not in argv[:-1]:
        return None
    at = argv.index(option) + 1
    try:
        given = float(argv[at])
    except ValueError:
        return None
    low, high = _first(BELOW, message), _first(ABOVE, message)
    bound = low if low and given < float(low) else high if high and given > float(high) else None
    return Repair([*argv[:at], bound, *argv[at + 1 :]]) if bound else None


def _once(message: str, argv: list[str]) -> Repair | None:
    option = _first(TWICE, message)
    if option is None or option not in argv:
        return None
    at = argv.index(option)
    return Repair([*argv[:at], *argv[at + 2 :]])


def _filled(message: str, argv: list[str], meant: Received) -> Repair | None:
    try:
        empty = _first(EMPTY, message)
        if empty is not None and argv[-1] == empty:
            return Repair([*argv, *_texts(meant, empty)], filled=True)
        named = _first(REQUIRED, message)
        if named is None:
            return None
        words = list(argv)
        for name in re.split(r",\s*| / ", named):
            field = name.strip("[]{}.'\" ")
            words += [field, *_texts(meant, field)] if field.startswith("-") else _texts(meant, field.lower())
        return Repair(words, filled=True)
    except CannotFillError:
        return None


def _texts(meant: Received, name: str) -> list[str]:
    value = look_up(meant, name)
    return [str(item) for item in value] if isinstance(value, list) else [_text(value)]


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
