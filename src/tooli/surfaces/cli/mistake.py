"""A token of a command line that could not be understood, as data."""

from __future__ import annotations

from tooli.types import Record


class Mistake(Record):
    """A token that could not be understood."""

    code: str
    message: str
    field: str
    token: str = ""
    position: int = 0
