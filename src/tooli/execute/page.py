"""`Page`: what a command returns that pages by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

__all__ = ["Page"]

T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    """Some of the items of a command that declares `paginated=True`, and where the next ones start."""

    __tooli_page__ = True

    items: Sequence[T]
    next_cursor: Any = None
    """What the command gets as `cursor` for the next page: anything JSON has; None after the last page."""
    total: int | None = None
    """How many items there are on all pages, if that is known."""
