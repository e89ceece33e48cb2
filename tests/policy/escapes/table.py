"""The table of attempts to do what a command did not declare, each with its verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SECRET = "s3cret"
Attempt = Callable[[Any], Any]
TABLE: dict[str, tuple[Attempt, str]] = {}
"""Name → what is tried, and `blocked` or the words of docs/capabilities.md that say it is not seen."""


def blocked(attempt: Attempt) -> Attempt:
    """Enter an attempt that ends in E2002 and has no effect."""
    TABLE[attempt.__name__] = (attempt, "blocked")
    return attempt


def limit(words: str) -> Callable[[Attempt], Attempt]:
    """Enter an attempt that succeeds, and is documented by these words."""

    def enter(attempt: Attempt) -> Attempt:
        TABLE[attempt.__name__] = (attempt, words)
        return attempt

    return enter
