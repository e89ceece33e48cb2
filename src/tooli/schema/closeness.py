"""Which of several names somebody meant: spelling, word order, number, abbreviation.

Imports nothing: an error must be quick too.
"""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def closest(given: str, names: Iterable[str]) -> tuple[str, str] | None:
    """Return the name that was meant and how sure that is, or None when it is unclear.

    `same` differs in case, separators or number only, `order` in the order of its words; `typo` in a letter
    or two, with no other name as near; `guess` is an abbreviation, or shares its words.
    """
    known = list(dict.fromkeys(names))
    for alike, sure in ((words, "same"), (_singular_words, "same"), (_sorted_words, "order")):
        key = alike(given)
        found = [name for name in known if alike(name) == key]
        if len(found) == 1:
            return found[0], sure
    near = _nearest(given, known)
    if near is not None:
        return near, "typo"
    kin = [name for name in known if _is_kin(words(given), words(name))]
    return (kin[0], "guess") if len(kin) == 1 else None


def words(name: str) -> tuple[str, ...]:
    """Return a name's words in lower case: `findFiles`, `find_files` and `Find-Files` are the same."""
    spaced = ""
    for index, letter in enumerate(name):
        if letter.isalnum():
            if letter.isupper() and index and name[index - 1].islower():
                spaced += " "
            spaced += letter.lower()
        else:
            spaced += " "
    return tuple(spaced.split())


def _sorted_words(name: str) -> tuple[str, ...]:
    return tuple(sorted(_singular_words(name)))


def _singular_words(name: str) -> tuple[str, ...]:
    return tuple(_singular(word) for word in words(name))


def _singular(word: str) -> str:
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 2 and word.endswith("s") and not word.endswith("ss") else word


def _nearest(given: str, names: list[str]) -> str | None:
    """Return the only name within a typing mistake or two of what was given."""
    plain = "-".join(words(given))
    limit = 1 if len(plain) <= 5 else 2 if len(plain) <= 14 else 3
    names = [name for name in names if not _is_opposite(plain, "-".join(words(name)))]
    ranked = sorted((distance(plain, "-".join(words(name)), limit), name) for name in names)
    if not ranked or ranked[0][0] > limit or ranked[0][0] >= len(plain):
        return None
    alone = len(ranked) == 1 or ranked[1][0] > ranked[0][0]
    return ranked[0][1] if alone else None


def _is_opposite(one: str, other: str) -> bool:
    """Whether one name is the other's negation: `inactive` is not a typing mistake for `active`."""
    short, long = sorted((one, other), key=len)
    return long.endswith(short) and long.removesuffix(short).rstrip("-") in NEGATIONS


NEGATIONS = ("in", "un", "no", "non", "not", "dis", "de", "without")


def distance(one: str, other: str, limit: int) -> int:
    """Return how many letters have to be added, dropped, changed or swapped; more than `limit` is enough."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        line = [row]
        for column, against in enumerate(other, 1):
            cost = min(last[column] + 1, line[-1] + 1, last[column - 1] + (letter != against))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == against:
                cost = min(cost, before[column - 2] + 1)
            line.append(cost)
        before, last = last, line
    return last[-1]


def _is_kin(given: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Whether one name is the beginning of the other, or all words of one are in the other."""
    if not given or not name:
        return False
    short, long = "".join(given), "".join(name)
    if len(short) >= 3 and (long.startswith(short) or short.startswith(long)) and len(long) >= 3:
        return True
    return set(given) <= set(name) or set(name) <= set(given)
