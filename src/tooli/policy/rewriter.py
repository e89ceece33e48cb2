"""One walk over data that changes its texts: keys, members, items; what does not change stays itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Trail = tuple[str | int, ...]
"""The way to a part of a value: its name, then keys and indices."""

__all__ = ["Rewriter", "Trail", "place"]


class Rewriter:
    """Changes every text in a value. A subclass says how; values of other types are its own business."""

    def text(self, text: str, trail: Trail) -> str:
        """Return what stands in a text's place."""
        raise NotImplementedError

    def number(self, value: int | float, trail: Trail) -> Any:
        """Return what stands in a number's place."""
        return value

    def other(self, value: Any, trail: Trail) -> Any:
        """Return what stands in the place of a value that is neither text nor a container."""
        return value

    def rewrite(self, value: Any, trail: Trail = ("result",)) -> Any:
        """Return a value with its texts changed; the value itself when none of them is."""
        if isinstance(value, str):
            changed = self.text(str.__str__(value), trail)
            return value if changed == value else changed
        if value is None or value is True or value is False:
            return value
        if isinstance(value, (int, float)):
            return self.number(value, trail)
        if isinstance(value, dict):
            return self._members(value, trail)
        if isinstance(value, (list, tuple, set, frozenset)):
            return self._items(value, trail)
        return self.other(value, trail)

    def _members(self, value: dict[Any, Any], trail: Trail) -> dict[Any, Any]:
        changed = {}
        for key, item in value.items():
            step = key if isinstance(key, (str, int)) else str(key)
            name = self.rewrite(key, trail) if isinstance(key, str) else key
            changed[name] = self.rewrite(item, (*trail, step))
        same = len(changed) == len(value) and all(
            old is new and value[old] is item for old, (new, item) in zip(value, changed.items(), strict=True)
        )
        return value if same else changed

    def _items(self, value: Any, trail: Trail) -> Any:
        changed = [self.rewrite(item, (*trail, index)) for index, item in enumerate(value)]
        if all(old is new for old, new in zip(value, changed, strict=True)):
            return value
        kind = type(value)
        # A named tuple takes its items one by one.
        return kind(*changed) if hasattr(kind, "_fields") else kind(changed)


def place(trail: Iterable[str | int]) -> str:
    """Return a trail as text: `result.items[0].name`."""
    first, *rest = trail
    steps = (
        f"[{step}]" if isinstance(step, int) else f".{step}" if step.isidentifier() else f"[{step!r}]"
        for step in rest
    )
    return f"{first}{''.join(steps)}"
