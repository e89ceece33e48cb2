"""What every store can do. May import `errors` only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from tooli.errors import DependencyError


class Store(Protocol):
    """Texts by key, each with a time to live. Every operation is atomic, across threads and processes."""

    def get(self, key: str) -> str | None:
        """Return what is stored under a key."""

    def put(self, key: str, value: str, seconds: float) -> bool:
        """Store a value unless the key has one; say whether it was stored."""

    def replace(self, key: str, old: str, new: str, seconds: float) -> bool:
        """Store a value if the key has exactly `old`; say whether it was stored."""

    def delete(self, key: str, old: str | None = None) -> bool:
        """Remove a key, if it has exactly `old` where that is given; say whether it was removed."""

    def entries(self, prefix: str) -> Iterator[tuple[str, str, float]]:
        """Give key, value and moment of expiry (in seconds since 1970) of every key with a prefix."""

    def close(self) -> None:
        """Let go of files and connections; the store opens them again when it is used again."""


def unusable(place: str, error: object) -> DependencyError:
    """Return the error of a store that does not do its work. `place` must not hold a password."""
    return DependencyError(
        f"the store {place} cannot be used: {error}",
        suggestion="Check the setting store, or TOOLI_STORE: sqlite:///PATH or redis://HOST.",
    )
