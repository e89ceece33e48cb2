"""`--fields`: the parts of a result that were asked for, in the shape the result has.

`owner.mail` of `{"owner": {"name": …, "mail": …}}` is `{"owner": {"mail": …}}`. When the result is a list,
the paths are those of its items. A list inside gives the same fields of each of its items, so `items.id` is
the `id` of every item; an index keeps that item only. Fields come in the order they were asked for, items in
the order of the list. What an item does not have is left out of it; null stays null, whatever is asked of it.

A field that no item has is E1910. Null, an empty list and an index past the end prove nothing, so they never
lead to it. A stream cannot be looked at beforehand: a field is refused at the first item when that item has
one spelt almost alike, and otherwise at the stream's end, if no item had it.

Values are plain: None, bool, int, float, str, list, dict.
"""

from __future__ import annotations

from tooli.execute.field_mask import Mask
from tooli.execute.field_path import EACH, fields_text, parse_fields, path_text
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from tooli.errors import InputError
    from tooli.execute.field_path import Path, Step

__all__ = ["Selector", "fields_text", "parse_fields", "path_text"]

_MISSING = object()
_SAMPLES = 20


class Selector:
    """Selects the same fields from one value after another.

    A whole result: `check` it, then `keep` it, or the page of it that is shown. A stream: call the selector
    with each item, and `finish` when it ended by itself.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = tuple(paths)
        self._mask = Mask.of(self.paths)
        self._open = self.paths
        """The paths that no item of the stream has had so far."""
        self._samples: list[object] = []
        """The stream's first items, of which an error can name the fields."""

    def keep(self, value: object) -> object:
        """Return the selected fields of a whole result, whether or not they exist."""
        if isinstance(value, list):
            return [self._mask.keep(item) for item in value]
        return self._mask.keep(value)

    def check(self, value: object) -> None:
        """Raise E1910 if a path is nowhere in a whole result."""
        items = value if isinstance(value, list) else [value]
        for path in self.paths:
            if is_unknown(items, path):
                raise self._error(path, items)

    def __call__(self, item: object) -> object:
        """Return the selected fields of a stream's next item."""
        if self._open:
            self._watch(item)
        return self._mask.keep(item)

    def finish(self) -> None:
        """Raise E1910 if no item of the stream had one of the fields."""
        for path in self._open:
            if is_unknown(self._samples, path):
                raise self._error(path, self._samples)

    def _watch(self, item: object) -> None:
        self._open = tuple(path for path in self._open if not has(item, path))
        if len(self._samples) < _SAMPLES:
            self._samples.append(item)
        if len(self._samples) > 1:
            return
        for path in self._open:
            if is_unknown(self._samples, path):
                error = self._error(path, self._samples)
                if error.suggestion and error.suggestion.applicability == "machine_applicable":
                    raise error

    def _error(self, path: Path, items: Sequence[object]) -> InputError:
        from tooli.execute.unknown_field import unknown_field

        return unknown_field(self.paths, path, items)


def is_unknown(items: Sequence[object], path: Path) -> bool:
    """Whether a path is in no item, and at least one item shows that it is not there."""
    if any(has(item, path) for item in items):
        return False
    return any(is_proof(value, path[at]) for item in items for at, value in ends(item, path))


def is_proof(value: object, step: Step) -> bool:
    """Whether a value in which a step leads nowhere shows that the step is wrong."""
    return value is not None and not (isinstance(value, list) and isinstance(step, int))


def has(value: object, path: Path, at: int = 0) -> bool:
    """Whether a value has a path, from a step of it on."""
    for index in range(at, len(path)):
        step = path[index]
        if isinstance(value, list) and not isinstance(step, int):
            rest = index + 1 if step is EACH else index
            return any(has(item, path, rest) for item in value)
        if step is not EACH:
            value = _part(value, step)
            if value is _MISSING:
                return False
    return True


def ends(value: object, path: Path) -> Iterator[tuple[int, object]]:
    """Yield where a path leads nowhere: the number of the step, and the value that does not have it."""
    stack = [(0, value)]
    while stack:
        at, value = stack.pop()
        if at == len(path):
            continue
        step = path[at]
        if isinstance(value, list) and not isinstance(step, int):
            stack += [(at + 1 if step is EACH else at, item) for item in reversed(value)]
            continue
        part = value if step is EACH else _part(value, step)
        if part is _MISSING:
            yield at, value
        else:
            stack.append((at + 1, part))


def _part(value: Any, step: Any) -> Any:
    if isinstance(value, dict):
        return value.get(step, _MISSING)
    if isinstance(value, list) and isinstance(step, int) and -len(value) <= step < len(value):
        return value[step]
    return _MISSING
