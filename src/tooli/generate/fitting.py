"""Documents within a number of tokens: of several forms, the fullest that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tooli.execute.tokens import estimate


def fitting(forms: Iterable[Callable[[], str]], most: int) -> str:
    """Return the first text that costs at most so many tokens; the last one when none does."""
    text = ""
    for form in forms:
        text = form()
        if estimate(text) <= most:
            break
    return text
