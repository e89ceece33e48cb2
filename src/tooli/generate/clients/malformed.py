"""A text that is not of its format."""

from __future__ import annotations


class MalformedError(ValueError):
    """Why a text cannot be read, and the line."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line
