"""The marker of a param that a function fills."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING, Injected

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Depends(Injected):
    """Fills a param with what `function` returns, once per call; a generator cleans up after its yield."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __repr__(self) -> str:
        return f"Depends({getattr(self.function, '__name__', self.function)!r})"
