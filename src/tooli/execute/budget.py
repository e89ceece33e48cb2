"""How large an answer may get: limits on the bytes and the tokens of its compact JSON."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Allowance", "Budget"]

_LONGEST_TOKEN = 256
"""No text of so many characters for each token allowed is worth counting: it is too long."""


class Budget:
    """What a text may cost."""

    def __init__(
        self,
        max_bytes: int | None = None,
        max_tokens: int | None = None,
        tokens: Callable[[str], int] | None = None,
    ) -> None:
        if max_tokens is not None and tokens is None:
            raise TypeError("max_tokens needs a function that counts tokens")
        self.max_bytes = max_bytes
        self.max_tokens = max_tokens
        self.tokens = tokens or len

    def fits(self, text: str) -> bool:
        """Whether a text is within the limits."""
        if self.max_bytes is not None and byte_count(text) > self.max_bytes:
            return False
        if self.max_tokens is None:
            return True
        return len(text) <= _LONGEST_TOKEN * self.max_tokens and self.tokens(text) <= self.max_tokens

    def is_certainly_over(self, texts: Allowance) -> bool:
        """Whether texts so long can never fit when they are put together."""
        if self.max_bytes is not None and texts.bytes > self.max_bytes:
            return True
        if self.max_tokens is None:
            return False
        # Together, texts can cost fewer tokens than one by one, but not less than a quarter.
        too_many = texts.tokens > 4 * self.max_tokens + 64
        return too_many or texts.characters > _LONGEST_TOKEN * self.max_tokens


class Allowance:
    """Counts what one text after another costs: the items of a stream, each on a line."""

    def __init__(self, budget: Budget, max_items: int | None = None) -> None:
        self.budget = budget
        self.max_items = max_items
        self.items = 0
        self.bytes = 0
        self.tokens = 0
        self.characters = 0

    def add(self, text: str) -> None:
        """Count a text and the separator behind it."""
        self.items += 1
        self.bytes += byte_count(text) + 1
        self.characters += len(text) + 1
        if self.budget.max_tokens is not None and self.characters <= _LONGEST_TOKEN * self.budget.max_tokens:
            self.tokens += self.budget.tokens(text + ",")

    def admits(self, text: str) -> bool:
        """Count a text and return whether it and all before it are within the limits."""
        if self.max_items is not None and self.items >= self.max_items:
            return False
        self.add(text)
        budget = self.budget
        over_bytes = budget.max_bytes is not None and self.bytes > budget.max_bytes
        over_tokens = budget.max_tokens is not None and (
            self.tokens > budget.max_tokens or self.characters > _LONGEST_TOKEN * budget.max_tokens
        )
        return not over_bytes and not over_tokens


def byte_count(text: str) -> int:
    """Return the length of a text in UTF-8."""
    return len(text) if text.isascii() else len(text.encode())
