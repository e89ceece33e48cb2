"""Links and anchors of Markdown and HTML pages. Plain Python: it knows nothing of the framework."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

SUFFIXES = (".md", ".markdown", ".html", ".htm")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[^\n]*\n.*?(?:^ {0,3}\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(`+)(?!`)(?:(?!\n\n).)*?(?<!`)\1(?!`)", re.DOTALL)
_LINKS = re.compile(
    r"\]\(\s*(?:<(?P<angled>[^<>\n]*)>|(?P<inline>(?:[^\s()<>]|\([^\s()]*\))*))(?:\s+[\"'(][^\n]*?)?\s*\)"
    r"|^ {0,3}\[(?!\^)[^\]\n]+\]:\s*<?(?P<defined>[^\s<>]+)"
    r"|<(?P<auto>https?://[^<>\s]+)>",
    re.MULTILINE,
)
_HEADING = re.compile(
    r"^ {0,3}#{1,6}[ \t]+(.+?)[ \t#]*$|^ {0,3}(\S[^\n]*)\n {0,3}(?:=+|-+)[ \t]*$", re.MULTILINE
)


class Link(NamedTuple):
    """A link and the line it stands in."""

    line: int
    target: str


class Page(NamedTuple):
    """What a page links to, and the places in it that can be linked to."""

    links: list[Link]
    anchors: set[str]


class _Html(HTMLParser):
    """Collects the links and anchors of HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.page = Page([], set())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag links to, and the names by which it can be linked to."""
        for name, value in attrs:
            if value is not None and name in ("href", "src") and tag != "base":
                self.page.links.append(Link(self.getpos()[0], value.strip()))
            elif value and (name == "id" or (name == "name" and tag == "a")):
                self.page.anchors.add(value)


def files_below(path: Path) -> Iterator[Path]:
    """Give the pages of a folder in order, hidden ones excepted; a file is itself."""
    if not path.is_dir():
        yield path
    for at, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.endswith(SUFFIXES) and not name.startswith("."):
                yield Path(at, name)


def read(path: Path) -> Page:
    """Read a page."""
    text = path.read_text("utf-8", "replace")
    return in_html(text) if path.suffix in (".html", ".htm") else in_markdown(text)


def in_html(text: str) -> Page:
    """Return the links and anchors of HTML."""
    reader = _Html()
    reader.feed(text)
    reader.close()
    return reader.page


def in_markdown(text: str) -> Page:
    """Return the links and anchors of Markdown, and of the HTML in it; code has neither."""
    text = _FENCE.sub(_blank, text)
    anchors: set[str] = set()
    for found in _HEADING.finditer(text):
        anchors.add(_slug(found[1] or found[2], anchors))
    text = _CODE.sub(_blank, text)
    html = in_html(text)
    links = [
        Link(
            text.count("\n", 0, found.start()) + 1, next(part for part in found.groups() if part is not None)
        )
        for found in _LINKS.finditer(text)
    ]
    return Page(sorted(links + html.links, key=lambda link: link.line), anchors | html.anchors)


def _blank(found: re.Match[str]) -> str:
    """Return as many lines, with nothing in them."""
    return "\n" * found[0].count("\n")


def _slug(heading: str, taken: set[str]) -> str:
    """Return a heading's anchor as GitHub makes it."""
    heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    slug = re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")
    number = next(n for n in range(len(taken) + 1) if (f"{slug}-{n}" if n else slug) not in taken)
    return f"{slug}-{number}" if number else slug
