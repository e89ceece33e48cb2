"""A document before anybody prints it: headings, paragraphs, lists, tables and code.

Generators make one, printers write it as Markdown or as a man page. A text is a string, which a printer
escapes, or several pieces of which some are code or links. It may import nothing of the package.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """What is typed or read as it stands: a flag, a command line, a field."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A word that leads to another document."""

    text: str
    target: str


Inline = str | Code | Link
Text = str | tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of what follows; level 1 is the document's."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few sentences."""

    text: Text


@dataclass(frozen=True, slots=True)
class Quote:
    """The sentence that says what a document is about."""

    text: Text


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list."""

    items: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """Things and what is to be said of each: params, flags, variables."""

    items: tuple[tuple[Text, Text], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headers."""

    header: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """Lines of code or output. In a `console` a line that begins with `$ ` is a command that can be run."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Own:
    """Markdown that the developer wrote, printed as it is."""

    text: str


Block = Heading | Paragraph | Quote | Bullets | Terms | Table | Listing | Own


@dataclass(frozen=True, slots=True)
class Page:
    """A whole document."""

    blocks: tuple[Block, ...]


def pieces(text: Text) -> tuple[Inline, ...]:
    """Return a text as its pieces."""
    return text if isinstance(text, tuple) else (text,)


def joined(texts: Sequence[Text], between: str = " ") -> tuple[Inline, ...]:
    """Return several texts as one."""
    made: list[Inline] = []
    for text in texts:
        made += [between, *pieces(text)] if made else pieces(text)
    return tuple(made)


def codes(words: Sequence[str], between: str = ", ") -> tuple[Inline, ...]:
    """Return words as code, in a row."""
    return joined(tuple((Code(word),) for word in words), between)


def marked(text: str, **values: str) -> tuple[Inline, ...]:
    """Return a text of this package, in which backticks mark code, and `{name}` within it is a value."""
    made: list[Inline] = []
    for index, part in enumerate(text.split("`")):
        if index % 2:
            shown = part
            for name, value in values.items():
                shown = shown.replace(f"{{{name}}}", value)
            made.append(Code(shown))
        elif part:
            made.append(part)
    return tuple(made)
