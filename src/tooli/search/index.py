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
from tooli.search.thesaurus import thesaurus
from tooli.search.words import FILLERS, QUESTIONS, VAGUE_WORDS, stem

WEIGHTS = {
    "name": 4.2,
    "summary": 4.0,
    "tags": 2.0,
    "description": 1.5,
    "group": 2.0,
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
VAGUE = 0.6
FILLER_SYNONYM = 0.5
"""What a synonym of a filler counts: `new` says little by itself, and still means `create`."""
NAMED = 0.4
POWER = 3
"""What a command gains, in its own points, when the query has every word of its name; far less for some."""
ASKED = 0.3
"""What a command that only looks gains, in its own points, when the query is a question."""
CLEARLY = 0.3
"""How much of its best meaning another meaning of a word has to be worth, to count for a name."""
EXACT = 0.15
"""What a word counts more when it is written the same, and not only of the same stem."""
AGAIN = 0.25
"""What a word of a command counts for each further word of the query that it answers."""
IMPLIED = 0.4
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

    def __init__(self, commands: Iterable[Mapping[str, str]], read_only: Iterable[bool]) -> None:
        self.read_only = list(read_only)
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
        scores = self._scores(slots)
        if not thesaurus().names_a_deed([stem(word) for word in words]):
            for number, (points, _) in self._best(self._slot("list")).items():
                if number in scores:
                    scores[number] += IMPLIED * points
        said = {term for slot in slots for term in slot if slot[term] >= CLEARLY * max(slot.values())}
        asked = bool(words) and words[0] in QUESTIONS
        for number in scores:
            name = self.names[number]
            scores[number] *= 1 + NAMED * (len(name & said) / len(name)) ** POWER
            if asked and self.read_only[number]:
                scores[number] *= 1 + ASKED
        exact = frozenset(stem(word) for word in words)
        return sorted(scores, key=lambda number: (self.names[number] != exact, -scores[number], number))

    def _scores(self, slots: list[Slot]) -> dict[int, float]:
        """Return the points of the commands; a word that answers several of a query hardly counts more."""
        found: dict[int, dict[str, float]] = {}
        for slot in slots:
            for number, (points, term) in self._best(slot).items():
                terms = found.setdefault(number, {})
                before = terms.get(term, 0.0)
                terms[term] = max(points, before) + AGAIN * min(points, before)
        return {number: sum(terms.values()) for number, terms in found.items()}

    def _best(self, slot: Slot) -> dict[int, tuple[float, str]]:
        """Return what each command gets for one word, and for which of the stems that the word may find."""
        best: dict[int, tuple[float, str]] = {}
        for term, worth in slot.items():
            for number, strength in self.postings.get(term, {}).items():
                points = worth * strength / (SATURATION + strength)
                if points > best.get(number, (0.0, ""))[0]:
                    best[number] = points, term
        return best

    def _rarity(self, term: str) -> float:
        said = len(self.postings.get(term, ()))
        return log(1 + (len(self.names) - said + 0.5) / (said + 0.5))

    def _slots(self, words: tuple[str, ...]) -> Iterator[Slot]:
        """Give what the words of a query may find; words with a meaning of their own are read together."""
        at, phrases = 0, thesaurus().phrases
        while at < len(words):
            width = next((n for n in (3, 2, 1) if " ".join(words[at : at + n]) in phrases), 0)
            if width:
                yield from map(self._any, phrases[" ".join(words[at : at + width])])
                yield from (self._slot(word) for word in words[at : at + width] if word in self.spellings)
            else:
                yield from map(self._slot, self._parts(words[at]))
            pair = "".join(words[at : at + 2])
            if pair in self.spellings and pair != words[at]:
                yield self._slot(pair)  # roll back: rollback
            at += max(1, width)

    def _any(self, words: Iterable[str]) -> Slot:
        return _united(map(self._slot, words))

    def _parts(self, word: str) -> tuple[str, ...]:
        """Return the two known words that an unknown one is made of, as in `hostname`; else the word."""
        if self.postings.keys() & {stem(word), *thesaurus().alike.get(stem(word), ())}:
            return (word,)
        for at in range(3, len(word) - 2):
            if word[:at] in self.spellings and word[at:] in self.spellings:
                return word[:at], word[at:]
        return (word,)

    def _slot(self, word: str) -> Slot:
        """Return what a word may find; one that finds nothing is read as the words it may misspell."""
        slot = self._meant(word)
        if slot.keys() & self.postings.keys():
            return slot
        near = _misspelt(word, self.spellings) or _misspelt(word, thesaurus().spellings)
        return {term: TYPO * worth for term, worth in _united(map(self._meant, near)).items()}

    def _meant(self, word: str) -> Slot:
        term = stem(word)
        weight = FILLER if word in FILLERS else VAGUE if word in VAGUE_WORDS else 1.0
        alike = thesaurus().alike.get(term, {})
        same = [other for other in alike if other in self.postings]
        # A word is half as telling as it is rare, and half as the commonest word that means the same.
        most = (self._rarity(term) + min(map(self._rarity, (term, *same)))) / 2
        synonym = SYNONYM * max(weight, FILLER_SYNONYM)
        slot = {other: synonym * alike[other] * min(self._rarity(other), most) for other in same}
        for known in self.postings:
            if known != term and _begins(term, known):
                slot[known] = max(slot.get(known, 0.0), PREFIX * weight * min(self._rarity(known), most))
        slot[term] = weight * most
        return slot


def _united(slots: Iterable[Slot]) -> Slot:
    united: Slot = {}
    for slot in slots:
        for term, worth in slot.items():
            united[term] = max(worth, united.get(term, 0.0))
    return united


def _misspelt(word: str, known: Iterable[str]) -> list[str]:
    limit = 0 if len(word) < 5 else 1 if len(word) < 8 else 2
    near = (other for other in known if other[0] == word[0] and other not in FILLERS)
    return [other for other in near if 0 < distance(word, other, limit) <= limit]


def _begins(term: str, known: str) -> bool:
    """Whether a word is a known one's beginning, or begins with it and is hardly longer."""
    if len(term) <= len(known):
        return len(term) >= 4 and known.startswith(term)
    return len(known) >= max(4, 0.65 * len(term)) and term.startswith(known)
