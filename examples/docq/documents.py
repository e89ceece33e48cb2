"""Markdown and text files as documents: what they hold, and how to find it.

Nothing here knows about the command line. What the functions return are `TypedDict`s: plain dictionaries to
build, exact types to read, and a fraction of the import time of dataclasses. The parser and its patterns
are loaded when the first file is read, so asking for help or mistyping an option never pays for them.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    import re

Kind = Literal["web", "file", "anchor"]

MARKDOWN = {".md", ".markdown"}
TEXT = {".txt", ".text"}
SKIPPED = {"node_modules", "__pycache__"}
"""Directories never entered, besides hidden ones."""


class Heading(TypedDict):
    file: str
    level: int
    title: str
    line: int


class Link(TypedDict):
    file: str
    line: int
    text: str
    target: str
    kind: Kind


class CodeBlock(TypedDict):
    file: str
    line: int
    language: str
    code: str


class Stats(TypedDict):
    file: str
    words: int
    sections: int
    links: int
    code_blocks: int
    lines: int


class Match(TypedDict):
    file: str
    line: int
    section: str
    text: str
    context: list[str]
    """The lines around the match, the match among them; empty when none were asked for."""


class Section(TypedDict):
    file: str
    level: int
    title: str
    line: int
    text: str


class Document:
    """One file, read. A text file is a single section, named after the file."""

    def __init__(self, file: str, lines: list[str]) -> None:
        self.file = file
        self.lines = lines
        self.headings: list[Heading] = []
        self.links: list[Link] = []
        self.code_blocks: list[CodeBlock] = []
        self.words = 0
        """How many words stand outside code and front matter."""

    def stats(self) -> Stats:
        """Count what the document holds."""
        return {
            "file": self.file,
            "words": self.words,
            "sections": len(self.headings),
            "links": len(self.links),
            "code_blocks": len(self.code_blocks),
            "lines": len(self.lines),
        }

    def section_title(self, line: int) -> str:
        """Name the section that `line` stands in; "" before the first heading."""
        above = [heading["title"] for heading in self.headings if heading["line"] <= line]
        return above[-1] if above else ""

    def section(self, title: str) -> Section | None:
        """Return the first section called `title`, whatever its case, with its subsections."""
        wanted = fold(title)
        for index, heading in enumerate(self.headings):
            if fold(heading["title"]) == wanted:
                later = self.headings[index + 1 :]
                ends = (other["line"] - 1 for other in later if other["level"] <= heading["level"])
                lines = self.lines[heading["line"] - 1 : next(ends, len(self.lines))]
                return {**heading, "text": "\n".join(lines).rstrip()}
        return None

    def closest_title(self, title: str) -> str | None:
        """Return the heading most like `title`; None when the document has no headings."""
        from difflib import get_close_matches

        titles = {fold(heading["title"]): heading["title"] for heading in self.headings}
        close = get_close_matches(fold(title), titles, n=1, cutoff=0.0)
        return titles[close[0]] if close else None


def fold(name: str) -> str:
    """Return the form in which two names are the same: case and spacing do not count."""
    return " ".join(name.split()).casefold()


def find(path: Path) -> Iterator[Path]:
    """Yield the file itself, or the Markdown and text files below a directory, by name."""
    if not path.is_dir():
        yield path
        return
    for folder, subfolders, names in os.walk(path):
        subfolders[:] = sorted(name for name in subfolders if name[0] != "." and name not in SKIPPED)
        for name in sorted(names):
            file = Path(folder, name)
            if file.suffix.lower() in MARKDOWN | TEXT and file.is_file():
                yield file


def read_all(path: Path) -> Iterator[Document]:
    """Read a file, or every document below a directory."""
    return map(read, find(path))


def read(file: Path) -> Document:
    """Read one file; bytes that are not UTF-8 become U+FFFD."""
    data = file.read_bytes()
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    text = data.decode(encoding, errors="replace")
    return parse(text, file.as_posix(), markdown=file.suffix.lower() in MARKDOWN)


def parse(text: str, file: str = "", markdown: bool = True) -> Document:
    """Read the text of one file."""
    import markup

    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not lines[-1]:
        lines.pop()
    document = Document(file, lines)
    if markdown:
        markup.fill(document)
    else:
        markup.fill_text(document)
    return document


def compile_query(text: str, regex: bool = False, ignore_case: bool = True) -> "re.Pattern[str]":
    """Return the pattern to search for; ValueError if it is not a regular expression."""
    import re

    try:
        return re.compile(text if regex else re.escape(text), re.IGNORECASE if ignore_case else 0)
    except re.error as error:
        raise ValueError(f"{text!r} is not a regular expression: {error}") from None


def search(path: Path, pattern: "re.Pattern[str]", context: int = 0) -> Iterator[Match]:
    """Yield each line that matches, while the files are being read."""
    for document in read_all(path):
        for index, line in enumerate(document.lines):
            if pattern.search(line):
                around = document.lines[max(0, index - context) : index + context + 1] if context else []
                yield {
                    "file": document.file,
                    "line": index + 1,
                    "section": document.section_title(index + 1),
                    "text": line,
                    "context": around,
                }
