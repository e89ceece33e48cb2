"""Which words may stand for one another: `thesaurus.txt`, read when somebody first searches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tooli.schema.closeness import words as split
from tooli.search.words import stem

BESIDE = 0.7
"""What two words of a line count for one another; either of them and the line's first count 1."""


class Thesaurus:
    """The table by stems: what may stand for a word, what phrases mean, which words are deeds."""

    def __init__(self, text: str) -> None:
        self.alike: dict[str, dict[str, float]] = {}
        """For each stem the stems that may stand for it, and how well."""
        self.phrases: dict[str, tuple[tuple[str, ...], ...]] = {}
        """What words that are read together mean: all of these, each in one of several ways."""
        self.spellings: dict[str, str] = {}
        """All its words as they are written, and their stems."""
        named: dict[str, set[str]] = {}
        section = ""
        for line in text.splitlines():
            if line.startswith("["):
                section = line.strip("[]")
            elif section and line and not line.startswith("#"):
                phrase, _, meant = line.partition(" > ")
                if meant:
                    self.phrases[phrase] = tuple(tuple(one.split("/")) for one in meant.split())
                else:
                    named.setdefault(section, set()).update(self._learn(line))
        self.deeds = frozenset(named["deeds"])
        """Stems of words that stand for what people do."""
        self.things = frozenset(named["things"])

    def names_a_deed(self, stems: Sequence[str]) -> bool:
        """Whether a query says what to do: where it begins, a word that may also be a thing is a deed."""
        return bool(stems) and (stems[0] in self.deeds or not (self.deeds - self.things).isdisjoint(stems))

    def _learn(self, line: str) -> list[str]:
        stems = [self.spellings.setdefault(word, stem(word)) for word in split(line)]
        for place, one in enumerate(stems):
            others = self.alike.setdefault(one, {})
            for at, other in enumerate(stems):
                if other != one:
                    worth = 1.0 if 0 in (place, at) else BESIDE
                    others[other] = max(worth, others.get(other, 0.0))
        return stems


@cache
def thesaurus() -> Thesaurus:
    """Return the table."""
    return Thesaurus(Path(__file__).with_name("thesaurus.txt").read_text("utf-8"))
