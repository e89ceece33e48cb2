"""Python source laid out as a formatter would: on one line where it fits, else one item a line."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from tooli.types import Record

WIDTH = 88


class Text(Record):
    """A string literal, which may be written in parts."""

    value: str


class Group(Record):
    """Something in brackets: `name(`, items with what stands before each, `)`."""

    open: str
    items: tuple[tuple[str, Node], ...]
    close: str


Node = str | Text | Group


def value(data: Any) -> Node:
    """Return JSON data as a Python literal."""
    if isinstance(data, str):
        return Text(value=data)
    if isinstance(data, Mapping):
        items = tuple((f"{string(key)}: ", value(item)) for key, item in data.items())
        return Group(open="{", items=items, close="}")
    if isinstance(data, (list, tuple)):
        return Group(open="[", items=tuple(("", value(item)) for item in data), close="]")
    if isinstance(data, float) and not math.isfinite(data):
        return f'float("{data}")'
    return repr(data)


def tuple_of(items: Sequence[str]) -> Node:
    """Return a tuple of expressions."""
    if len(items) == 1:
        return f"({items[0]},)"
    return Group(open="(", items=tuple(("", item) for item in items), close=")")


def string(text: str) -> str:
    """Return a string literal, in double quotes unless that takes more escapes."""
    quote = "'" if text.count('"') > text.count("'") else '"'
    escapes = {"\\": "\\\\", quote: f"\\{quote}", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return quote + "".join(escapes.get(c) or (c if c.isprintable() else _escaped(c)) for c in text) + quote


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"


def flat(node: Node) -> str:
    """Return a node on one line."""
    if isinstance(node, str):
        return node
    if isinstance(node, Text):
        return string(node.value)
    return node.open + ", ".join(before + flat(item) for before, item in node.items) + node.close


def render(node: Node, indent: int = 0, *, used: int | None = None, after: int = 0) -> str:
    """Return a node's source; `used` columns stand before it on its first line, `after` behind it."""
    line = flat(node)
    start = indent if used is None else used
    if isinstance(node, str) or start + len(line) + after <= WIDTH:
        return line
    if isinstance(node, Text):
        return _in_parts(node.value, indent)
    if not node.items:
        return line
    inner = indent + 4
    rows = [
        f"{' ' * inner}{before}{render(item, inner, used=inner + len(before), after=1)},"
        for before, item in node.items
    ]
    return "\n".join([node.open, *rows, f"{' ' * indent}{node.close}"])


def _in_parts(text: str, indent: int) -> str:
    """Return a long string as parts in parentheses, parted at spaces."""
    inner = indent + 4
    if inner + len(string(text)) <= WIDTH:
        return f"(\n{' ' * inner}{string(text)}\n{' ' * indent})"
    parts: list[str] = []
    for word in text.split(" "):
        if parts and len(string(f"{parts[-1]} {word} ")) + inner <= WIDTH:
            parts[-1] += f" {word}"
        else:
            parts.append(word)
    if len(parts) == 1:
        return string(text)
    parts[:-1] = [f"{part} " for part in parts[:-1]]
    rows = [f"{' ' * inner}{string(part)}" for part in parts]
    return "\n".join(["(", *rows, f"{' ' * indent})"])


def annotated(name: str, annotation: str, default: Node | None) -> tuple[str, Node]:
    """Return a param as an item; choices that are too many for a line stand below each other."""
    end = "" if default is None else f" = {flat(default)}"
    start, choices, rest = annotation.partition("Literal[")
    inside, bracket, behind = rest.partition("]")
    if not choices or len(name) + len(annotation) + len(end) + 7 <= WIDTH or '"]' in inside:
        return (f"{name}: {annotation} = ", default) if default is not None else ("", f"{name}: {annotation}")
    items = tuple(("", choice) for choice in inside.split(", "))
    return f"{name}: ", Group(open=f"{start}{choices}", items=items, close=f"{bracket}{behind}{end}")


def docstring(text: str, args: Mapping[str, str], indent: int = 4) -> str:
    """Return a docstring, with a section about arguments where there are any."""
    room = WIDTH - indent
    paragraphs = text.strip().split("\n\n")
    lines = "\n\n".join("\n".join(_wrapped(paragraph, room)) for paragraph in paragraphs).splitlines()
    if args:
        lines += ["", "Args:"]
        for name, help in args.items():
            item = " ".join(f"{name}: {help}".split())
            lines += textwrap.wrap(item, room, initial_indent=" " * 4, subsequent_indent=" " * 8)
    body = "\n".join(f"{' ' * indent}{line}" if line else "" for line in lines).lstrip()
    body = body.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if body.endswith('"'):
        body = f'{body[:-1]}\\"'
    end = f"\n{' ' * indent}" if len(lines) > 1 else ""
    return f'{" " * indent}"""{body}{end}"""'


def _wrapped(paragraph: str, room: int) -> list[str]:
    """Return the lines of a paragraph; one that is too wide is filled anew, a list item by item."""
    lines = [line.rstrip() for line in paragraph.splitlines()]
    if all(len(line) <= room - 3 for line in lines):
        return lines
    if all(line[:1].isalnum() and not line[:1].isdigit() for line in lines):
        return textwrap.wrap(" ".join(lines), room - 3)
    return [part for line in lines for part in _refilled(line, room - 3)]


def _refilled(line: str, room: int) -> list[str]:
    start = line[: len(line) - len(line.lstrip())]
    return textwrap.wrap(line, room, initial_indent=start, subsequent_indent=start) or [""]
