"""The data of the corpus: valid calls, and mistakes made in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Surface = Literal["cli", "python"]
Received = Mapping[str, Any]
"""What a command returns: `command` and the `arguments` it received, as JSON."""


@dataclass(frozen=True)
class Given:
    """A call as a caller makes it: the words of a command line, or a command with its arguments."""

    argv: tuple[str, ...] = ()
    command: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The call as JSON."""
        if self.command:
            return {"command": self.command, "arguments": dict(self.arguments)}
        return {"argv": list(self.argv)}


@dataclass(frozen=True)
class ValidCall:
    """A call that runs, in both forms, and what the command receives."""

    app: str
    command: str
    argv: tuple[str, ...]
    """The words after the command's name."""
    arguments: Mapping[str, Any]
    received: Received

    @property
    def words(self) -> tuple[str, ...]:
        """The command's name, word by word."""
        return tuple(self.command.split())


@dataclass(frozen=True)
class Mistake:
    """A call that fails, and the valid call that was meant."""

    id: str
    app: str
    kind: str
    surface: Surface
    given: Given
    meant: Received
    also: tuple[Received, ...] = ()
    """Other calls that are as good, where the caller contradicts himself."""
    unique: bool = True
    """Whether one repair follows from the description and the given call."""
    placeholder: bool = False
    """Whether the caller has to supply a value."""

    parts: tuple[str, ...] = ()
    """The kinds of the mistakes, where there are several."""

    def to_dict(self) -> dict[str, Any]:
        """The mistake as JSON."""
        return {
            "id": self.id,
            "app": self.app,
            "kind": self.kind,
            "surface": self.surface,
            "given": self.given.to_dict(),
            "meant": dict(self.meant),
            "also": [dict(other) for other in self.also],
            "unique": self.unique,
            "placeholder": self.placeholder,
            "parts": list(self.parts),
        }
