"""Man pages: an app, its commands and its flags in the language of man(7)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tooli.generate.page import (
    Bullets,
    Code,
    Heading,
    Link,
    Listing,
    Paragraph,
    Quote,
    Table,
    Terms,
    Text,
    pieces,
)
from tooli.generate.sections import VARIABLES, behavior, composition, exit_codes, params, recovery, rules
from tooli.render.help_text import one_line, prose
from tooli.render.text import visible_lines

if TYPE_CHECKING:
    from tooli.generate.described import DescribedApp, DescribedCommand
    from tooli.generate.page import Block, Inline

_ATOM = re.compile(r"\\\[[^]]*\]|\\\(..|\\f.|\\.|[^\\]")
"""A character, or what stands for one."""
_BEGINNING = (".SH", ".SS", ".PP", ".TP", ".IP")
"""Requests that begin a paragraph themselves."""
_WIDEST = 78
_SIGNS = str.maketrans(
    {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti", '"': r"\(dq"}
)


def man(app: DescribedApp, date: str) -> str:
    """Return the man page of an app.

    date: the day that stands at its foot, as 2026-11-15.
    """
    title = re.sub(r"\s+", "-", app.name).upper()
    version = roff(f"{app.name} {app.version}".strip())
    lines = [f'.TH "{roff(title)}" "1" "{date}" "{version}" "User Commands"']
    lines += [".SH NAME", rf"{roff(app.name)} \- {roff(one_line(app.about).rstrip('.'))}", ".SH SYNOPSIS"]
    for index, described in enumerate(app.commands):
        lines += [*([".br"] if index else []), rf"\fB{roff(described.page.usage)}\fR"]
    lines += [".SH DESCRIPTION", *_prose(app.about)]
    if app.commands:
        lines.append(".SH COMMANDS")
    for described in app.commands:
        lines += [f'.SS "{roff(described.name)}"', *_command(described)]
    lines += [".SH OPTIONS", "These hold for every command.", *_blocks(_options(app))]
    lines += [".SH EXIT STATUS", *_blocks([exit_codes()])]
    lines += [
        ".SH ENVIRONMENT",
        *([roff(app.environment)] if app.environment else []),
        *_blocks([Terms(tuple(((Code(name),), said) for name, said in VARIABLES))]),
    ]
    together = list(composition(app))
    if together:
        lines += [".SH NOTES", *_blocks(together)]
    own = rules(app)
    if own:
        lines += [".SH CAVEATS", *_blocks([Bullets(tuple(own))])]
    return "\n".join(_tidied(lines)) + "\n"


def _tidied(lines: list[str]) -> list[str]:
    """Leave out paragraph marks that mark nothing, and fold what is too long."""
    kept: list[str] = []
    for row in lines:
        if kept and kept[-1] == ".PP" and row.startswith(_BEGINNING):
            kept.pop()
        if row != ".PP" or (kept and not kept[-1].startswith((".SH", ".SS", ".PP"))):
            kept.append(row)
    if kept[-1] == ".PP":
        kept.pop()
    return [folded for row in kept for folded in _folded(row)]


def _folded(line: str) -> list[str]:
    """Break a line where that changes nothing: behind a backslash at its end the line goes on."""
    lines, current = [], ""
    for atom in _ATOM.findall(line):
        if len(current) + len(atom) >= _WIDEST:
            at = current.rfind(" ") + 1 or len(current)
            lines.append(current[:at] + "\\")
            current = current[at:]
        current += atom
    return [*lines, current]


def roff(text: str) -> str:
    """Return a text on one line, in which nothing is a request or an escape."""
    return "".join(
        character if ord(character) < 0x80 else f"\\[u{ord(character):04X}]"
        for character in one_line(text).translate(_SIGNS)
    )


def _begun(line: str) -> str:
    """Return a line that is no request."""
    return rf"\&{line}" if line.startswith(".") else line


def _text(text: Text) -> str:
    return "".join(_piece(piece) for piece in pieces(text))


def _piece(piece: Inline) -> str:
    match piece:
        case Code(text):
            return rf"\fB{roff(text)}\fR"
        case Link(text, _):
            return roff(text)
        case str():
            before = " " if piece[:1].isspace() else ""
            after = " " if piece[-1:].isspace() and piece.strip() else ""
            return f"{before}{roff(piece)}{after}"


def _prose(text: str) -> Iterator[str]:
    for line in prose(text):
        yield _begun(roff(line)) if line.strip() else ".PP"


def _command(described: DescribedCommand) -> Iterator[str]:
    page = described.page
    yield from _prose(page.description or described.name)
    yield ".PP"
    if page.deprecated:
        yield _begun(roff("Deprecated." if page.deprecated == "yes" else f"Deprecated: {page.deprecated}"))
        yield ".PP"
    yield from _blocks(params(described))
    told = behavior(described)
    if told:
        yield from (".PP", _begun(roff(told)))
    for shown in described.examples:
        yield from _blocks([Listing(shown.line)])
    yield from _blocks(recovery(described))


def _options(app: DescribedApp) -> Iterator[Block]:
    items: list[tuple[Text, Text]] = []
    for row in app.global_options:
        names: list[Inline] = []
        for name in row.names:
            names += [", ", Code(name)] if names else [Code(name)]
        items.append(((*names, f" {row.metavar}") if row.metavar else tuple(names), row.help))
    yield Terms(tuple(items))


def _blocks(blocks: object) -> Iterator[str]:
    for block in blocks:  # type: ignore[attr-defined] # an iterable of blocks
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(text) | Quote(text):
            yield from (".PP", _begun(_text(text)))
        case Terms(items):
            for name, said in items:
                yield from (".TP", _begun(_text(name)), _begun(_text(said)) if _text(said).strip() else r"\&")
        case Table(_, rows):
            for row in rows:
                rest = ": ".join(_text(cell) for cell in row[1:])
                yield from (".TP", rf"\fB{_text(row[0])}\fR", _begun(rest))
        case Bullets(items):
            for item in items:
                yield from (r".IP \(bu 2", _begun(_text(item)))
        case Listing(text, _):
            yield from (
                ".PP",
                ".nf",
                ".RS 4",
                *(_begun(roff(line)) for line in visible_lines(text)),
                ".RE",
                ".fi",
            )
        case Heading(_, text):
            yield f'.SS "{roff(text)}"'
        case _:
            return
