"""One member of a JSON file set or removed; every other byte stays, comments and indentation included."""

from __future__ import annotations

import json
import re
from typing import Any

from tooli.generate.clients.json_text import Value, read
from tooli.generate.clients.malformed import MalformedError


def get(text: str) -> Any:
    """Return what a text holds; an empty one holds an empty object."""
    return read(text).data if text.strip("\ufeff \t\r\n") else {}


def put(text: str, path: tuple[str, ...], value: Any) -> str:
    """Return the text with a value at a path of keys; objects on the way are made."""
    if not text.strip("\ufeff \t\r\n"):
        text = text.rstrip(" \t\r\n") + "{}\n"
    holder, rest = _follow(text, path)
    if not rest:
        return text[: holder.start] + _shown(text, holder.start, value) + text[holder.end :]
    for key in reversed(rest[1:]):
        value = {key: value}
    return _insert(text, holder, rest[0], value)


def remove(text: str, path: tuple[str, ...]) -> str:
    """Return the text without the member at a path of keys, which has to be there."""
    holder, rest = _follow(text, path[:-1])
    member = holder.member(path[-1])
    if rest or member is None:
        raise KeyError(path)
    index = holder.members.index(member)
    end = member.value.end if member.comma is None else member.comma + 1
    if len(holder.members) == 1 and not text[end : holder.end - 1].strip():
        return text[: holder.start] + "{}" + text[holder.end :]
    start = len(text[: member.start].rstrip())
    if index and member.comma is None:
        comma = holder.members[index - 1].comma
        assert comma is not None  # a member follows
        return text[:comma] + text[comma + 1 : start] + text[end:]
    return text[:start] + text[end:]


def _follow(text: str, path: tuple[str, ...]) -> tuple[Value, tuple[str, ...]]:
    """Return the value as far down a path as there is one, and the keys that are left."""
    value = read(text)
    for index, key in enumerate(path):
        if not isinstance(value.data, dict):
            where = ".".join(path[:index]) or "the file"
            raise MalformedError(f"{where} is not an object", text.count("\n", 0, value.start) + 1)
        member = value.member(key)
        if member is None:
            return value, path[index:]
        value = member.value
    return value, ()


def _insert(text: str, holder: Value, key: str, value: Any) -> str:
    """Put a member at the end of an object, in the way the others stand there."""
    close = holder.end - 1
    last = holder.members[-1] if holder.members else None
    newline = "\r\n" if "\r\n" in text else "\n"
    if last is not None and "\n" not in text[holder.start : holder.end]:
        spaced = ", " if ", " in text or ": " in text else ","
        separators = (spaced, ": " if spaced == ", " else ":")
        shown = json.dumps({key: value}, ensure_ascii=False, separators=separators)[1:-1]
        if last.comma is not None:
            return text[: last.comma + 1] + spaced[1:] + shown + text[last.comma :]
        return text[: last.value.end] + spaced + shown + text[last.value.end :]
    outer = _indent(text, holder.start)
    inner = _indent(text, last.start) if last is not None else outer + _unit(text)
    shown = f"{json.dumps(key, ensure_ascii=False)}: {_rendered(value, inner, _unit(text), newline)}"
    end = len(text[:close].rstrip())  # behind the last member, or the comment after it
    if last is None:
        return f"{text[:end]}{newline}{inner}{shown}{newline}{outer}{text[close:]}"
    if last.comma is not None:
        return f"{text[:end]}{newline}{inner}{shown},{text[end:]}"
    at = last.value.end
    return f"{text[:at]},{text[at:end]}{newline}{inner}{shown}{text[end:]}"


def _shown(text: str, at: int, value: Any) -> str:
    """Return a value as it stands in place of another."""
    if "\n" not in text.strip():
        return json.dumps(value, ensure_ascii=False)
    newline = "\r\n" if "\r\n" in text else "\n"
    return _rendered(value, _indent(text, at), _unit(text), newline)


def _rendered(value: Any, indent: str, unit: str, newline: str) -> str:
    lines = json.dumps(value, indent=unit, ensure_ascii=False).split("\n")
    return (newline + indent).join(lines)


def _indent(text: str, at: int) -> str:
    """Return the space that the line of a place begins with."""
    begin = text.rfind("\n", 0, at) + 1
    return text[begin : len(text) - len(text[begin:].lstrip(" \t"))]


def _unit(text: str) -> str:
    """Return what one level is indented by: the first indentation there is."""
    found = re.search(r"\n([ \t]+)\S", text)
    return found.group(1) if found else "  "
