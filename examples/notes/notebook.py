"""Markdown notes: what they say, and how they link. Plain Python: it knows nothing of the framework."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypedDict

SAMPLE = ":sample:"
"""The name of a folder that is made anew for each call that changes it, to try things on."""
_SAMPLES = Path(__file__).with_name("sample")
_NAME = re.compile(r"\w[\w.-]*\Z")
_TAG = re.compile(r"(?<![\w#&/])#([^\W\d][\w/-]*)")
_LINK = re.compile(r"(\[\[)([^\[\]|#\n]+)([^\[\]\n]*\]\])|(\]\()([^()\s#]+)(\.md(?:#[^()\s]*)?\))")
"""[[name]], [[name#part|text]] and [text](name.md#part)."""


class Note(TypedDict):
    """A note: `name` is that of its file without .md."""

    name: str
    title: str
    tags: list[str]
    links: list[str]


class Place(TypedDict):
    """A line of a note."""

    name: str
    line: int
    text: str


class Notebook:
    """The notes of a folder: their texts by name."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.texts = {
            path.stem: path.read_bytes().decode(errors="surrogateescape")
            for path in sorted(folder.glob("*.md"))
        }

    def add(self, name: str, text: str) -> None:
        """Write a note that is not there yet."""
        with (self._folder / f"{name}.md").open("x", encoding="utf-8") as file:
            file.write(text)
        self.texts[name] = text

    def change(self, name: str, text: str) -> None:
        """Write a note anew, its line ends as they are."""
        (self._folder / f"{name}.md").write_bytes(text.encode(errors="surrogateescape"))
        self.texts[name] = text

    def rename(self, old: str, new: str) -> None:
        """Give a note another name."""
        (self._folder / f"{old}.md").rename(self._folder / f"{new}.md")
        self.texts[new] = self.texts.pop(old)


def read(folder: Path) -> Notebook:
    """Return the notes of a folder, to look into them."""
    place = _SAMPLES if folder.name == SAMPLE else folder
    if not place.is_dir():
        raise NotADirectoryError(f"{folder} is not a folder")
    return Notebook(place)


@contextmanager
def opened(folder: Path) -> Iterator[Notebook]:
    """Give the notes of a folder, to change them; the sample's are a copy that is gone afterwards."""
    if folder.name != SAMPLE:
        yield read(folder)
        return
    with TemporaryDirectory() as scratch:
        shutil.copytree(_SAMPLES, scratch, dirs_exist_ok=True)
        yield Notebook(Path(scratch))


def is_name(name: str) -> bool:
    """Whether a note can have this name: it is a file's, in this folder."""
    return _NAME.match(name) is not None


def described(name: str, text: str) -> Note:
    """Return what a note is about."""
    title = re.search(r"^#\s+(.+)$", text, re.MULTILINE)
    links = {found[2] or found[5] for found in _LINK.finditer(text)}
    return Note(
        name=name,
        title=title[1].strip() if title else name,
        tags=sorted({found[1] for found in _TAG.finditer(text)}),
        links=sorted(links - {name}),
    )


def places(name: str, text: str, words: tuple[str, ...]) -> list[Place]:
    """Return the lines, of a note that has all words, in which one stands; without words, all lines."""
    wanted = [word.casefold() for word in words]
    if not all(word in text.casefold() for word in wanted):
        return []
    return [
        Place(name=name, line=number, text=line.strip())
        for number, line in enumerate(text.splitlines(), 1)
        if any(word in line.casefold() for word in wanted) or (line.strip() and not wanted)
    ]


def links_to(name: str, notes: dict[str, str]) -> Iterator[Place]:
    """Give the lines of other notes that link to one."""
    for other, text in notes.items():
        for number, line in enumerate(text.splitlines(), 1):
            if other != name and any(name in (found[2], found[5]) for found in _LINK.finditer(line)):
                yield Place(name=other, line=number, text=line.strip())


def mended(text: str, old: str, new: str) -> str:
    """Return a text whose links to one note lead to another."""

    def link(found: re.Match[str]) -> str:
        begin, name, end = (part for part in found.groups() if part is not None)
        return f"{begin}{new if name == old else name}{end}"

    return _LINK.sub(link, text)
