"""One table of a TOML file set or removed; every other line stays as it is."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

from tooli.generate.clients.malformed import MalformedError

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_HEADER = re.compile(r"\s*\[")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def get(text: str) -> Any:
    """Return what a text holds."""
    plain = text.replace("\r\n", "\n")
    try:
        return tomllib.loads(plain)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))  # the end is not named by its number
        raise MalformedError(str(error), int(line.group(1)) if line else plain.count("\n") + 1) from None


def put(text: str, path: tuple[str, ...], value: Any) -> str:
    """Return the text with a value at a path of keys: a table of its own, or a key of one."""
    newline = "\r\n" if "\r\n" in text else "\n"
    if isinstance(value, dict):
        ended = text if not text or text.endswith("\n") else text + newline
        blank = newline if ended else ""
        return ended + blank + newline.join(_table(path, value)) + newline
    lines = _LINE.findall(text)
    start, end = _section(lines, path[:-1])
    if start is None:
        return text  # the table has another form: that nothing changed is seen when it is read again
    shown = f"{_key(path[-1])} = {_value(value)}{newline}"
    at = start + 1
    while at < end:
        taken = _assignment(lines, at, end)
        if taken is not None and taken[0] == path[-1]:
            return "".join((*lines[:at], shown, *lines[at + taken[1] :]))
        at += taken[1] if taken is not None else 1
    return "".join((*lines[: start + 1], shown, *lines[start + 1 :]))


def remove(text: str, path: tuple[str, ...]) -> str:
    """Return the text without a table and the tables in it."""
    lines = _LINE.findall(text)
    kept: list[str] = []
    at = 0
    while at < len(lines):
        if _names(lines[at])[: len(path)] != path:
            kept.append(lines[at])
            at += 1
            continue
        if kept and not kept[-1].strip():
            kept.pop()  # the line between it and what stands before it
        at = _end(lines, at)
    return "".join(kept)


def _section(lines: list[str], path: tuple[str, ...]) -> tuple[int | None, int]:
    """Return where a table's header stands, and where the table ends."""
    for at, line in enumerate(lines):
        if _names(line) == path:
            return at, _end(lines, at)
    return None, 0


def _end(lines: list[str], start: int) -> int:
    """Return where a table ends: behind its last value; what is said of the next one stays with that."""
    end = next((at for at in range(start + 1, len(lines)) if _HEADER.match(lines[at])), len(lines))
    while end > start + 1 and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return end


def _names(line: str) -> tuple[str, ...]:
    """Return the keys of a table's header; none of any other line."""
    if not _HEADER.match(line):
        return ()
    try:
        table: Any = tomllib.loads(line.strip("\r\n"))
    except tomllib.TOMLDecodeError:
        return ()
    names = []
    while isinstance(table, dict) and len(table) == 1:
        name, table = next(iter(table.items()))
        names.append(name)
    return tuple(names) if table == {} else ()


def _assignment(lines: list[str], at: int, end: int) -> tuple[str, int] | None:
    """Return the key that is set at a line and how many lines that takes."""
    for until in range(at + 1, end + 1):
        try:
            found = tomllib.loads("".join(lines[at:until]).replace("\r\n", "\n"))
        except tomllib.TOMLDecodeError:
            continue
        return (next(iter(found)), until - at) if found else None
    return None


def _table(path: tuple[str, ...], value: dict[str, Any]) -> list[str]:
    lines = [f"[{'.'.join(map(_key, path))}]"]
    lines += [f"{_key(name)} = {_value(item)}" for name, item in value.items() if not isinstance(item, dict)]
    for name, item in value.items():
        if isinstance(item, dict):
            lines += ["", *_table((*path, name), item)]
    return lines


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _value(name)


def _value(value: Any) -> str:
    # A JSON string is a TOML string, but for the character that only JSON leaves as it is.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
