"""What `--fields` keeps of a value, as a tree: built once from the paths, applied to any number of values."""

from __future__ import annotations

from tooli.execute.field_path import EACH
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeVar

    from tooli.execute.field_path import Path

    Key = TypeVar("Key")

__all__ = ["Mask"]


class Mask:
    """One place of the tree: what is kept of the value that stands there."""

    __slots__ = ("_inner", "each", "indexes", "names", "whole")

    def __init__(self) -> None:
        self.whole = False
        self.names: dict[str, Mask] = {}
        self.indexes: dict[int, Mask] = {}
        self.each: Mask | None = None
        self._inner: Mask | None = None

    @classmethod
    def of(cls, paths: Iterable[Path]) -> Mask:
        """Return the tree of some paths."""
        root = cls()
        for path in paths:
            mask = root
            for step in path:
                if step is EACH:
                    mask.each = mask.each or cls()
                    mask = mask.each
                elif isinstance(step, int):
                    mask = mask.indexes.setdefault(step, cls())
                else:
                    mask = mask.names.setdefault(step, cls())
            mask.whole = True
        return root

    def keep(self, value: object) -> object:
        """Return what is kept of a value; what is not there is left out, and an item without any is `{}`."""
        if self.whole or value is None:
            return value
        if isinstance(value, list):
            return [mask.keep(item) for mask, item in self._items(value)]
        if self.each:
            return self.inner.keep(value)
        kept: dict[str, object] = {}
        if isinstance(value, dict):
            for name, mask in self.names.items():
                if name in value:
                    part = value[name] if mask.whole else mask.keep(value[name])
                    if mask.whole or part != {}:
                        kept[name] = part
        return kept

    def _items(self, items: list[object]) -> Iterator[tuple[Mask, object]]:
        """Yield the items of a list that are kept, each with its mask."""
        chosen: dict[int, Mask] = {}
        for index, mask in self.indexes.items():
            place = index + len(items) if index < 0 else index
            if 0 <= place < len(items):
                chosen[place] = chosen[place].merged(mask) if place in chosen else mask
        if not self.names and not self.each:
            yield from ((chosen[place], items[place]) for place in sorted(chosen))
            return
        for place, item in enumerate(items):
            yield (self.inner.merged(chosen[place]) if place in chosen else self.inner), item

    @property
    def inner(self) -> Mask:
        """What is kept of each item of a list: names go through to it, `[*]` is used up."""
        if self._inner is None:
            through = Mask()
            through.names = self.names
            self._inner = through.merged(self.each) if self.each else through
        return self._inner

    def merged(self, other: Mask) -> Mask:
        """Return the mask that keeps what either keeps."""
        mask = Mask()
        mask.whole = self.whole or other.whole
        mask.names = _united(self.names, other.names)
        mask.indexes = _united(self.indexes, other.indexes)
        mask.each = self.each.merged(other.each) if self.each and other.each else self.each or other.each
        return mask


def _united(one: dict[Key, Mask], other: dict[Key, Mask]) -> dict[Key, Mask]:
    united = {**one, **other}
    for key in one.keys() & other.keys():
        united[key] = one[key].merged(other[key])
    return united
