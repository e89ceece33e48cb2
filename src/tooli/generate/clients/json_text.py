"""JSON with comments, read with the place of every member, so that it can be changed without being rewritten.

Line and block comments and commas before a closing bracket are read as editors read them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tooli.generate.clients.malformed import MalformedError

_SPACE = " \t\r\n\ufeff"


@dataclass(slots=True)
class Value:
    """A value and where it stands: from `start` up to `end`."""

    data: Any
    start: int
    end: int
    members: list[Member] = field(default_factory=list)
    """Of an object."""

    def member(self, key: str) -> Member | None:
        """Return the member of that name; of several, the one that counts."""
        return next((member for member in reversed(self.members) if member.key == key), None)


@dataclass(slots=True)
class Member:
    """A key and its value."""

    key: str
    start: int
    value: Value
    comma: int | None = None
    """Where the comma after it stands, if one does."""


def read(text: str) -> Value:
    """Read a text; raise `MalformedError` where it is not JSON."""
    try:
        return _Reader(text).document()
    except RecursionError:
        raise MalformedError("it is nested too deeply", 1) from None


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def document(self) -> Value:
        value = self.value()
        if self.skip():
            raise self.wrong("more follows the end")
        return value

    def wrong(self, message: str) -> MalformedError:
        return MalformedError(message, self.text.count("\n", 0, self.at) + 1)

    def skip(self) -> str:
        """Go to what is neither space nor comment, and return its character; nothing at the end."""
        text = self.text
        while self.at < len(text):
            if text[self.at] in _SPACE:
                self.at += 1
            elif text.startswith("//", self.at):
                end = text.find("\n", self.at)
                self.at = len(text) if end < 0 else end
            elif text.startswith("/*", self.at):
                end = text.find("*/", self.at)
                if end < 0:
                    raise self.wrong("a comment is not closed")
                self.at = end + 2
            else:
                return text[self.at]
        return ""

    def value(self) -> Value:
        opening = self.skip()
        start = self.at
        if opening == "{":
            members = list(self.members())
            data: Any = {member.key: member.value.data for member in members}
            return Value(data, start, self.at, members)
        if opening == "[":
            data = list(self.items())
            return Value(data, start, self.at)
        try:
            data, self.at = json.JSONDecoder().raw_decode(self.text, start)
        except json.JSONDecodeError as error:
            self.at = error.pos
            raise self.wrong(error.msg) from None
        return Value(data, start, self.at)

    def members(self) -> Iterator[Member]:
        self.at += 1
        while self.skip() != "}":
            if self.skip() != '"':
                raise self.wrong("a key in quotes is expected")
            start = self.at
            key = self.value().data
            if self.skip() != ":":
                raise self.wrong("':' is expected")
            self.at += 1
            member = Member(key, start, self.value())
            member.comma = self.comma("}")
            yield member
        self.at += 1

    def items(self) -> Iterator[Any]:
        self.at += 1
        while self.skip() != "]":
            yield self.value().data
            self.comma("]")
        self.at += 1

    def comma(self, closing: str) -> int | None:
        """Go over a comma and return its place; without one, the bracket has to close."""
        found = self.skip()
        if found == ",":
            self.at += 1
            return self.at - 1
        if found != closing:
            raise self.wrong(f"',' or {closing!r} is expected")
        return None
