"""What a prompt is made of: `Message`, a text or file that somebody says.

A prompt function returns one string, `Message` or file, or a list of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tooli.content import File

__all__ = ["Message"]

ROLES = ("user", "assistant")


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt: `Message("Summarise this.")`, `Message(Image("a.png"), role="assistant")`."""

    content: str | File
    role: Literal["user", "assistant"] = "user"

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise ValueError(f"role {self.role!r} is not one of {', '.join(ROLES)}")
        if not isinstance(self.content, (str, File)):
            raise TypeError(f"a message holds text or a file, not {type(self.content).__name__}")


def as_message(value: Any) -> Message:
    """Return one message for what a prompt function gave; raise `TypeError` for what is none."""
    if isinstance(value, Message):
        return value
    if isinstance(value, (str, File)):
        return Message(value)
    if isinstance(value, Mapping) and value.keys() == {"role", "content"}:
        return Message(value["content"], value["role"])
    raise TypeError(f"a prompt is made of strings, files and messages, not {type(value).__name__}")


def as_messages(value: Any) -> list[Message]:
    """Return the messages for what a prompt function returned."""
    return [as_message(item) for item in (value if isinstance(value, (list, tuple)) else [value])]
