"""A page as Markdown. Texts are escaped where they would change the structure, and nowhere else."""

from __future__ import annotations

import re

from tooli.generate.page import (
    Block,
    Bullets,
    Code,
    Heading,
    Inline,
    Link,
    Listing,
    Own,
    Page,
    Paragraph,
    Quote,
    Table,
    Terms,
    Text,
    pieces,
)
from tooli.render.help_text import one_line
from tooli.render.text import visible_lines

_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_LINK = re.compile(r"\](?=[(\[:])")
_BEGINNING = re.compile(
    r"(#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|={2,}|-{2,}|_{3,}|\*{3,}|`{3,}|~{3,}|\||\d+[.)](?=\s|$))"
)
_TICKS = re.compile(r"`+")


def markdown(page: Page) -> str:
    """Return a page as Markdown."""
    return "\n\n".join(printed for block in page.blocks if (printed := _block(block))) + "\n"


def _block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {_begun(escaped(text))}"
        case Paragraph(text):
            return _begun(inline(text))
        case Quote(text):
            return f"> {_begun(inline(text))}"
        case Bullets(items):
            return "\n".join(f"- {_begun(inline(item))}" for item in items)
        case Terms(items):
            return "\n".join(f"- {inline(name)}{_said(inline(said))}" for name, said in items)
        case Table(header, rows):
            return _table(header, rows)
        case Listing(text, language):
            return _listing(text, language)
        case Own(text):
            return text.strip("\n")


def inline(text: Text, *, cell: bool = False) -> str:
    """Return a text within a line, or within a cell of a table."""
    return "".join(_piece(piece, cell) for piece in pieces(text))


def _piece(piece: Inline, cell: bool) -> str:
    match piece:
        case Code(text):
            return _code(text, cell)
        case Link(text, target):
            shown = escaped(text).replace("[", r"\[").replace("]", r"\]")
            return f"[{shown}]({target})"
        case str():
            spaced = re.fullmatch(r"(\s*)(.*?)(\s*)", piece, re.DOTALL)
            before, middle, after = spaced.groups() if spaced else ("", piece, "")
            shown = escaped(middle)
            shown = shown.replace("|", r"\|") if cell else shown
            return f"{' ' if before else ''}{shown}{' ' if after else ''}"


def escaped(text: str) -> str:
    """Return a text on one line, in which nothing makes a tag, a link or an open span of code."""
    shown = _LINK.sub(r"]\\", _TAG.sub(r"\<", one_line(text)))
    return shown.replace("`", r"\`") if shown.count("`") % 2 or "``" in shown else shown


def _begun(line: str) -> str:
    """Return a line that begins no other block than the one it stands in."""
    line = line.lstrip()
    if _BEGINNING.match(line) is None:
        return line
    digits = re.match(r"\d+", line)
    at = digits.end() if digits else 0
    return f"{line[:at]}\\{line[at:]}"


def _code(text: str, cell: bool) -> str:
    shown = one_line(text)
    shown = shown.replace("|", r"\|") if cell else shown
    longest = max((len(run) for run in _TICKS.findall(shown)), default=0)
    fence = "`" * (longest + 1)
    padded = f" {shown} " if not shown or shown[0] == "`" or shown[-1] == "`" else shown
    return f"{fence}{padded}{fence}"


def _said(text: str) -> str:
    return f": {text}" if text else ""


def _table(header: tuple[str, ...], rows: tuple[tuple[Text, ...], ...]) -> str:
    lines = [[escaped(name) for name in header], ["---"] * len(header)]
    lines += [[inline(cell, cell=True) for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _listing(text: str, language: str) -> str:
    lines = visible_lines(text)
    longest = max((len(run) for run in _TICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join((f"{fence}{language}", *lines, fence))
