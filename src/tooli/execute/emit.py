"""The effect of a stream."""

from __future__ import annotations

from typing import Any


class Emit:
    """Give a stream's items to whoever is listening; send back the list when nobody takes them one by one."""

    __slots__ = ("items",)

    def __init__(self, items: Any) -> None:
        self.items = items
