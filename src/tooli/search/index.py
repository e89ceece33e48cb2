"""The index of an app's commands, and how well each answers a query.

BM25 over weighted fields: a rare word counts more than a frequent one, a word of the name more than one of a
param's help, and saying a word again counts less each time. A word of the query also finds its other forms,
words that mean the same, words it begins, and words it misspells, each for a part of the points. Of equal
commands the one declared first comes first, so an answer never changes from run to run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import log

from tooli.schema.closeness import distance
from tooli.schema.closeness import words as split
from tooli.search.words import FILLERS, PHRASES, actions, alike, stem

WEIGHTS = {
    "name": 5.0,
    "summary": 3.0,
    "tags": 2.0,
    "description": 1.5,
    "group": 1.0,
    "params": 0.4,
    "help": 0.2,
    "examples": 0.3,
}
"""What a word counts by where it stands."""
SATURATION = 1.0
LENGTH = 0.4
"""How much a long text lowers what one of its words counts."""
SYNONYM = 0.7
PREFIX = 0.7
TYPO = 0.8
FILLER = 0.3
VAGUE = 0.5
"""What a synonym of a filler counts: `new` says little by itself, and still means `create`."""
NAMED = 0.4
"""What a command gains, in its own points, when the query has every word of its name; less for some."""
CLEARLY = 0.3
"""How much of its best meaning another meaning of a word has to be worth, to count for a name."""
EXACT = 0.15
"""What a word counts more when it is written the same, and not only of the same stem."""
IMPLIED = 0.3
"""What `list` counts when a query only names things."""
WORDS = 64
LETTERS = 4096
"""Words and letters of a query that are looked at."""

AS_WRITTEN = "="
"""Begins the terms that stand for words as they are written; the others are stems."""

Slot = dict[str, float]
"""The stems that one word of a query may find, and what each is worth."""


class Index:
    """The words of commands, which are known by number."""

    def __init__(self, commands: Iterable[Mapping[str, str]]) -> None:
        self.names: list[frozenset[str]] = []
        """The stems of each command's name."""
        self.spellings: dict[str, str] = {}
        """All words as they are written, and their stems."""
        self.postings: dict[str, dict[int, float]] = {}
        """For each stem the commands that say it, and how strongly."""
        told = [self._read(fields) for fields in commands]
        usual = {name: sum(read[name].total() for read in told) / max(1, len(told)) for name in WEIGHTS}
        for number, read in enumerate(told):
            for name, counts in read.items():
                share = WEIGHTS[name] / (1 - LENGTH + LENGTH * counts.total() / (usual[name] or 1))
                for term, count in counts.items():
                    found = self.postings.setdefault(term, {})
                    found[number] = found.get(number, 0.0) + share * count

    def _read(self, fields: Mapping[str, str]) -> dict[str, Counter[str]]:
        read: dict[str, Counter[str]] = {name: Counter() for name in WEIGHTS}
        for name, text in fields.items():
            for word in split(text):
                self.spellings[word] = stem(word)
                read[name].update((self.spellings[word], AS_WRITTEN + word))
        self.names.append(frozenset(map(stem, split(fields["name"]))))
        return read

    def search(self, query: str) -> list[int]:
        """Return the commands that answer a query, the best first."""
        words = split(query[:LETTERS])[:WORDS]
        slots = list(self._slots(words))
        for word in dict.fromkeys(words):
            if word not in FILLERS:
                slots.append({AS_WRITTEN + word: EXACT * self._rarity(stem(word))})
        scores: dict[int, float] = {}
        for slot in slots:
            for number, points in self._points(slot).items():
                scores[number] = scores.get(number, 0.0) + points
        if not actions().intersection(map(stem, words)):
            for number, points in self._points(self._slot("list")).items():
                if number in scores:
                    scores[number] += IMPLIED * points
        said = {term for slot in slots for term in slot if slot[term] >= CLEARLY * max(slot.values())}
        for number in scores:
            name = self.names[number]
            scores[number] *= 1 + NAMED * (len(name & said) / len(name)) ** 4
        exact = frozenset(stem(word) for word in words)
        return sorted(scores, key=lambda number: (self.names[number] != exact, -scores[number], number))

    def _points(self, slot: Slot) -> dict[int, float]:
        """Return what each command gets for one word: for the best of the stems that the word may find."""
        best: dict[int, float] = {}
        for term, worth in slot.items():
            for number, strength in self.postings.get(term, {}).items():
                points = worth * strength / (SATURATION + strength)
                if points > best.get(number, 0.0):
                    best[number] = points
        return best

    def _rarity(self, term: str) -> float:
        said = len(self.postings.get(term, ()))
        return log(1 + (len(self.names) - said + 0.5) / (said + 0.5))

    def _slots(self, words: tuple[str, ...]) -> Iterator[Slot]:
        """Give what the words of a query may find; words with a meaning of their own are read together."""
        at = 0
        while at < len(words):
            width = next((n for n in (3, 2, 1) if " ".join(words[at : at + n]) in PHRASES), 0)
            if width:
                for meant in PHRASES[" ".join(words[at : at + width])].split():
                    yield self._any(meant.split("/"))
                yield from (self._slot(word) for word in words[at : at + width] if word in self.spellings)
            else:
                yield from map(self._slot, self._parts(words[at]))
            pair = "".join(words[at : at + 2])
            if pair in self.spellings and pair != words[at]:
                yield self._slot(pair)  # roll back: rollback
            at += max(1, width)

    def _any(self, words: list[str]) -> Slot:
        return {term: worth for word in words for term, worth in self._slot(word).items()}

    def _parts(self, word: str) -> tuple[str, ...]:
        """Return the two known words that an unknown one is made of, as in `hostname`; else the word."""
        if self.postings.keys() & {stem(word), *alike().get(stem(word), ())}:
            return (word,)
        for at in range(3, len(word) - 2):
            if word[:at] in self.spellings and word[at:] in self.spellings:
                return word[:at], word[at:]
        return (word,)

    def _slot(self, word: str) -> Slot:
        term = stem(word)
        weight = FILLER if word in FILLERS else 1.0
        same = [other for other in alike().get(term, ()) if other in self.postings]
        # A word is half as telling as it is rare, and half as the commonest word that means the same.
        most = (self._rarity(term) + min(map(self._rarity, (term, *same)))) / 2
        slot = {other: SYNONYM * max(weight, VAGUE) * min(self._rarity(other), most) for other in same}
        for known in self.postings:
            if known != term and _begins(term, known):
                slot[known] = max(slot.get(known, 0.0), PREFIX * weight * min(self._rarity(known), most))
        if not slot and term not in self.postings:
            slot = {known: TYPO * self._rarity(known) for known in self._misspelt(word)}
        slot[term] = weight * most
        return slot

    def _misspelt(self, word: str) -> Iterator[str]:
        limit = 0 if len(word) < 5 else 1 if len(word) < 8 else 2
        for spelling, term in self.spellings.items():
            if spelling[0] != word[0] or spelling in FILLERS:
                continue
            if distance(word, spelling, limit) <= limit:
                yield term


def _begins(term: str, known: str) -> bool:
    """Whether a word is a known one's beginning, or begins with it and is hardly longer."""
    if len(term) <= len(known):
        return len(term) >= 4 and known.startswith(term)
    return len(known) >= max(4, 0.65 * len(term)) and term.startswith(known)
