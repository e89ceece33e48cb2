"""An answer cut to a budget: valid, deterministic, and never larger than it was.

Budgets are on the answer's compact JSON. What is tried, in this order, until it fits:

1. a list keeps as many of its first items as fit, whole;
2. an object keeps its lists down to a common size each, the largest suffering first, but at least one item of
   each; of a list at the top not even one item of which fits, the first item is cut in the same way;
3. strings are cut to a common length, the longest suffering first, and end with `…`;
4. the lists inside are emptied;
5. an object loses its last fields.

`max_items` is on a list at the top, or on each list that is a field of an object at the top. Numbers, booleans
and null have no smaller form, and `""`, `[]` and `{}` neither: these stay, even above the budget.

Every item is encoded once; what does not come near fitting is not encoded at all.
"""

from __future__ import annotations

from tooli.execute.budget import Allowance, Budget, byte_count
from tooli.execute.encode import dump
from tooli.types import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Truncated", "truncate"]

_MARK = "…"
_MARK_BYTES = 3
_EMPTY_LISTS = -1
_NO_CAP = 1 << 62


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
        return {name: part[:count] if isinstance(part, list) else part for name, part in value.items()}
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


def _most(highest: int, fits: Callable[[int], bool]) -> int:
    """Return the largest number up to a highest that fits, taking it that 0 does and that none above a misfit does."""
    low, high = 0, 1
    while high <= highest and fits(high):
        low, high = high, high * 2
    high = min(high, highest + 1)
    while high - low > 1:
        middle = (low + high) // 2
        if fits(middle):
            low = middle
        else:
            high = middle
    return low


def _fitting(value: object, budget: Budget, *, inside_list: bool = False) -> object:
    """Return a value cut as little as it takes to fit."""

    def fits(candidate: object) -> bool:
        text = dump(candidate)
        return budget.fits(f"[{text}]" if inside_list else text)

    if fits(value):
        return value
    capping = _Capping()
    longest = capping.size(value)
    for lists, strings in ((None, _NO_CAP), (0, None), (_EMPTY_LISTS, None)):

        def capped(size: int, lists: int | None = lists, strings: int | None = strings) -> object:
            return capping.cap(value, size if lists is None else lists, size if strings is None else strings)

        if fits(capped(0)):
            return capped(_most(longest, lambda size, capped=capped: fits(capped(size))))
    least = capping.cap(value, _EMPTY_LISTS, 0)
    if not isinstance(least, dict):
        return least
    fields = list(least.items())
    return dict(fields[: _most(len(fields), lambda count: fits(dict(fields[:count])))])


class _Capping:
    """Cuts a value to a size for each list and each string; remembers the sizes of a list's items."""

    def __init__(self) -> None:
        self.ends: dict[int, list[int]] = {}
        """A list's identity → where each of its items ends in its text, in bytes."""

    def size(self, value: object) -> int:
        """Return the largest size that can matter."""
        return byte_count(dump(value))

    def cap(self, value: object, lists: int, strings: int) -> object:
        """Return a value whose lists and strings are not longer than this; a list keeps an item if lists >= 0."""
        if isinstance(value, str):
            return _cut(value, strings)
        if isinstance(value, dict):
            return {name: self.cap(part, lists, strings) for name, part in value.items()}
        if not isinstance(value, list) or not value:
            return value
        if lists == _EMPTY_LISTS:
            return []
        count = self._count(value, lists)
        if count:
            return value[:count]
        return [self.cap(value[0], lists, strings)]

    def _count(self, items: list[object], size: int) -> int:
        """Return how many items of a list have their place in a size."""
        from bisect import bisect_right

        ends = self.ends.setdefault(id(items), [])
        while len(ends) < len(items) and (not ends or ends[-1] <= size):
            ends.append((ends[-1] if ends else 1) + byte_count(dump(items[len(ends)])) + 1)
        return bisect_right(ends, size)


def _cut(text: str, size: int) -> str:
    """Return the beginning of a text that has so many bytes in JSON, the mark included and the quotes not."""
    if len(text) <= size // 6 or byte_count(dump(text)) - 2 <= size:
        return text
    if size < _MARK_BYTES:
        return ""
    beginning = text[: size - _MARK_BYTES]
    count = _most(
        len(beginning), lambda length: byte_count(dump(beginning[:length])) - 2 + _MARK_BYTES <= size
    )
    return beginning[:count] + _MARK
