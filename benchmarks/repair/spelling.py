"""Misspellings, other ways to write a name, and which of some names a misspelt one is closest to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
"""Letters beside each other on a keyboard are the ones mistaken for each other."""


def typos(name: str, random: Random) -> Iterator[tuple[str, str]]:
    """Give a name misspelt in each way: two letters swapped, one left out, one doubled, one wrong."""
    inner = [i for i in range(1, len(name)) if name[i].isalpha()]
    swaps = [i for i in inner if i + 1 in inner and name[i] != name[i + 1]]
    if len(inner) < 3 or not swaps:
        return
    i = random.choice(swaps)
    yield "transposed", name[:i] + name[i + 1] + name[i] + name[i + 2 :]
    i = random.choice(inner)
    yield "omitted", name[:i] + name[i + 1 :]
    i = random.choice(inner)
    yield "inserted", name[:i] + name[i] + name[i:]
    i = random.choice(inner)
    yield "substituted", name[:i] + _neighbour(name[i], random) + name[i + 1 :]


def _neighbour(letter: str, random: Random) -> str:
    for row in KEYS:
        at = row.find(letter)
        if at >= 0:
            return random.choice([row[i] for i in (at - 1, at + 1) if 0 <= i < len(row)])
    return "x"


@cache
def distance(one: str, other: str) -> int:
    """How many letters must be added, left out, changed or swapped to make one word from the other."""
    rows = [[i + j if i * j == 0 else 0 for j in range(len(other) + 1)] for i in range(len(one) + 1)]
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            changed = one[i - 1] != other[j - 1]
            rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + changed)
            if i > 1 and j > 1 and one[i - 2 : i] == other[j - 1] + other[j - 2]:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


def is_closest(misspelt: str, name: str, names: Iterable[str]) -> bool:
    """Whether a misspelt name is none of the names, and closer to one of them than to any other."""
    own = distance(misspelt, name)
    rivals = (other for other in names if other != name and abs(len(other) - len(misspelt)) <= own)
    return own > 0 and all(distance(misspelt, other) > own for other in rivals)


def snake(name: str) -> str:
    """`max-depth` as `max_depth`."""
    return name.replace("-", "_")


def camel(name: str) -> str:
    """`max-depth` as `maxDepth`."""
    return re.sub(r"-(\w)", lambda match: match[1].upper(), name)


def other_number(name: str) -> str:
    """The plural of a singular, the singular of a plural."""
    if name.endswith("uses"):
        return name[:-2]
    return name[:-1] if name.endswith("s") else name + "s"
