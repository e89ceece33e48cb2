"""A group that is imported when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tooli.model.catalog import Entry, Group


class Lazy:
    """A group that is imported when it is first needed."""

    __slots__ = ("help", "load", "name")

    def __init__(self, name: str, load: Callable[[], Entry | Group], help: str) -> None:
        self.name = name
        self.load = load
        self.help = help

    @property
    def hidden(self) -> bool:
        """Whether listings leave it out."""
        return False
