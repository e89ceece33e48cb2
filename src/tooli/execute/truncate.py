"""An answer cut to a budget: valid, deterministic, and never larger than it was.

Budgets are on the answer's compact JSON. What is tried, in this order, until it fits:

1. a list keeps as many of its first items as fit, whole;
2. an object keeps its lists down to a common size each, the largest suffering first, but at least one item of
   each; of a list at the top not even one item of which fits, the first item is cut in the same way;
3. strings are cut to a common length of 32 bytes or more, the longest suffering first, and end with `…`;
4. objects keep their first fields, up to a common number, the largest suffering first, but at least one;
5. strings are cut further, then the lists inside are emptied, then objects.

`max_items` is on a list at the top, or on each list that is a field of an object at the top. Numbers,
booleans and null have no smaller form, and `""`, `[]` and `{}` neither: these stay, even above the budget.

Every item is encoded once; what does not come near fitting is not encoded at all.
"""

from __future__ import annotations

from itertools import islice
from json import loads

from tooli.execute.budget import Allowance, Budget, byte_count
from tooli.execute.encode import dump
from tooli.types import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Truncated", "truncate"]

_MARK = "…"
_MARK_BYTES = 3
_LONGEST_ESCAPE = 6
_EMPTY_LISTS = -1
_NO_CAP = 1 << 60
_SHORT = 32
"""The bytes of a string that still says something."""


class Truncated(Record):
    """A value within a budget, and what it lost."""

    value: object
    is_cut: bool = False
    """Whether anything was left out."""
    shown: int | None = None
    """The items that are left of a list at the top."""
    total: int | None = None
    """The items it had."""
    whole: int | None = None
    """The items that are left as they were; one less than `shown` when an item had to be cut."""
    left_out: str = ""
    """What was left out, in words."""


def truncate(
    value: object,
    *,
    max_items: int | None = None,
    max_bytes: int | None = None,
    max_tokens: int | None = None,
    tokens: Callable[[str], int] | None = None,
) -> Truncated:
    """Return a plain value within its budget; tokens: how many tokens a text has."""
    budget = Budget(max_bytes, max_tokens, tokens)
    cut = value if max_items is None else _first_items(value, max(max_items, 0))
    if max_bytes is not None or max_tokens is not None:
        cut = _fitting_list(cut, budget) if isinstance(cut, list) else _fitting(cut, budget)
    from tooli.execute.left_out import left_out

    lost = left_out(value, cut)
    if not isinstance(value, list) or not isinstance(cut, list):
        return Truncated(value=cut, is_cut=bool(lost), left_out=lost)
    whole = len(cut) - (len(cut) == 1 and cut[0] is not value[0] and cut[0] != value[0])
    return Truncated(
        value=cut, is_cut=bool(lost), shown=len(cut), total=len(value), whole=whole, left_out=lost
    )


def _first_items(value: object, count: int) -> object:
    if isinstance(value, list):
        return value[:count] if len(value) > count else value
    if isinstance(value, dict):
        return {
            name: part[:count] if isinstance(part, list) and len(part) > count else part
            for name, part in value.items()
        }
    return value


def _fitting_list(items: list[object], budget: Budget) -> list[object]:
    """Return the longest beginning of a list that fits, or its first item cut."""
    texts: list[str] = []
    cost = Allowance(budget)
    for item in items:
        texts.append(dump(item))
        cost.add(texts[-1])
        if budget.is_certainly_over(cost):
            break
    count = _most(len(texts), lambda number: budget.fits(f"[{','.join(texts[:number])}]"))
    if count or not items:
        return items if count == len(items) else items[:count]
    first = _fitting(items[0], budget, inside_list=True)
    return [first] if budget.fits(f"[{dump(first)}]") else []


def _most(highest: int, fits: Callable[[int], bool], grain: int = 64) -> int:
    """Return the largest number up to a highest that fits, given that 0 does and that larger ones fit less.

    grain: numbers nearer to each other than this many bits of them are as good as the same.
    """
    low, high = 0, 1
    while high <= highest and fits(high):
        low, high = high, high * 2
    high = min(high, highest + 1)
    while high - low > 1 + (low >> grain):
        middle = (low + high) // 2
        if fits(middle):
            low = middle
        else:
            high = middle
    return low


def _fitting(value: object, budget: Budget, *, inside_list: bool = False) -> object:
    """Return a value cut as little as it takes to fit."""
    cap = _Capping().cap
    shapes: tuple[Callable[[int], object], ...] = (
        lambda size: cap(value, size, _NO_CAP, _NO_CAP),
        lambda size: cap(value, 0, _SHORT + size, _NO_CAP),
        lambda size: cap(value, 0, _SHORT, 1 + size),
        lambda size: cap(value, 0, size, 1),
        lambda size: cap(value, _EMPTY_LISTS, size, 1),
        lambda size: cap(value, _EMPTY_LISTS, 0, size),
    )

    def is_fitting(text: str) -> bool:
        return budget.fits(f"[{text}]" if inside_list else text)

    def fits(candidate: object) -> bool:
        return is_fitting(dump(candidate))

    whole = dump(value)
    if is_fitting(whole):
        return value
    for shape in shapes:
        if fits(shape(0)):
            return _largest(shape, byte_count(whole), fits)
    return shapes[-1](0)


def _largest(shape: Callable[[int], object], longest: int, fits: Callable[[object], bool]) -> object:
    """Return the largest of some shapes that fits, to within a 256th: trying a large one takes its time."""
    return shape(_most(longest, lambda size: fits(shape(size)), grain=8))


class _Capping:
    """Cuts a value to a size for each list, string and object; remembers the sizes of a list's items."""

    def __init__(self) -> None:
        self.ends: dict[int, list[int]] = {}
        """A list's identity → where each of its items ends in its text, in bytes."""

    def cap(self, value: object, lists: int, strings: int, fields: int) -> object:
        """Return a value whose parts are not larger than this.

        lists: bytes of a list, but at least an item of it; strings: bytes; fields: of an object.
        """
        if isinstance(value, str):
            return _cut(value, strings)
        if isinstance(value, dict):
            return {
                name: self.cap(part, lists, strings, fields) if isinstance(part, (str, list, dict)) else part
                for name, part in islice(value.items(), fields)
            }
        if not isinstance(value, list) or not value:
            return value
        if lists == _EMPTY_LISTS:
            return []
        count = self._count(value, lists)
        if count:
            return value[:count]
        return [self.cap(value[0], lists, strings, fields)]

    def _count(self, items: list[object], size: int) -> int:
        """Return how many items of a list have their place in a size."""
        from bisect import bisect_right

        ends = self.ends.setdefault(id(items), [])
        while len(ends) < len(items) and (not ends or ends[-1] <= size):
            ends.append((ends[-1] if ends else 1) + byte_count(dump(items[len(ends)])) + 1)
        return bisect_right(ends, size)


def _cut(text: str, size: int) -> str:
    """Return the beginning of a text that has so many bytes in JSON, the mark included and the quotes not."""
    if len(text) <= size // _LONGEST_ESCAPE or (len(text) <= size and byte_count(dump(text)) - 2 <= size):
        return text
    if size < _MARK_BYTES:
        return ""
    room = size - _MARK_BYTES
    beginning = dump(text[:room])[1:-1].encode()[:room].decode(errors="ignore")
    while True:  # until it does not end within an escape
        try:
            return str(loads(f'"{beginning}"')) + _MARK
        except ValueError:
            beginning = beginning[:-1]
