"""Values that do not fit, as exceptions that carry data."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING, UNSET

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

MOST = 80
"""Letters of a caller's value that an error repeats."""


def shown(value: Any, most: int = MOST) -> str:
    """Return a value as error messages show it: by its looks, cut when that is long."""
    try:
        return cut(repr(value), most)
    except ValueError:  # a number of more digits than Python spells
        return f"this {type(value).__name__}"


def cut(text: str, most: int = MOST) -> str:
    """Return a text, or its beginning when it is long."""
    return text if len(text) <= most else text[: most - 3] + "..."


class Invalid(Exception):
    """A value does not fit; `where` is the way to it inside the param's value."""

    def __init__(
        self,
        message: str,
        code: str = "E1903",
        where: tuple[str | int, ...] = (),
        details: Mapping[str, Any] | None = None,
        rule: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule
        """What a value of the right form has to be, in words; empty where its form is wrong."""
        self.code = code
        self.where = where
        self.details = details
        self.whole: Any = UNSET
        """The data that `where` leads into, where it is not what the caller gave: text may stand for it."""

    @property
    def mistakes(self) -> list[Invalid]:
        """Itself, as `InvalidMany` has several."""
        return [self]


class InvalidMany(Exception):
    """Several parts of one value do not fit."""

    def __init__(self, mistakes: list[Invalid]) -> None:
        super().__init__(mistakes)
        self.mistakes = mistakes
