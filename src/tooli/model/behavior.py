"""What running a command does to the world: behaviour hints and capabilities.

Pure data; may import `types` and `errors` only.
"""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class Behavior:
    """A set of hints; combine them with `|`, as in `ReadOnly | Idempotent`."""

    __slots__ = ("hints",)
    hints: frozenset[str]

    def __init__(self, *hints: str) -> None:
        object.__setattr__(self, "hints", frozenset(hints))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Behavior is frozen; combine hints with |")

    def __or__(self, other: Behavior) -> Behavior:
        return Behavior(*self.hints, *other.hints)

    def __contains__(self, other: Behavior) -> bool:
        return other.hints <= self.hints

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Behavior) and other.hints == self.hints

    def __hash__(self) -> int:
        return hash(self.hints)

    def __repr__(self) -> str:
        return " | ".join(sorted(self.hints)) or "Behavior()"


ReadOnly = Behavior("ReadOnly")
Destructive = Behavior("Destructive")
Idempotent = Behavior("Idempotent")
OpenWorld = Behavior("OpenWorld")

READING = frozenset({"fs:read", "net:read", "env:read", "none"})
"""Capabilities that change nothing."""


def kind_of(capability: str) -> str:
    """Return a capability without its scope: `fs:read:./data` → `fs:read`."""
    return ":".join(capability.split(":", 2)[:2])


def only_reads(behavior: Behavior | None, capabilities: Iterable[str]) -> bool:
    """Whether a command declares that it changes nothing; one that declares nothing may do anything."""
    declared = tuple(capabilities)
    return bool(behavior is not None or declared) and ReadOnly in infer(behavior, declared)


def infer(behavior: Behavior | None, capabilities: Iterable[str]) -> Behavior:
    """Return the hints of a command: the declared ones, else what its capabilities imply."""
    if behavior is not None:
        return behavior
    kinds = {kind_of(name) for name in capabilities}
    inferred = Behavior()
    if kinds <= READING:
        inferred |= ReadOnly
    if kinds & {"fs:write", "fs:delete"}:
        inferred |= Destructive
    if any(kind.startswith("net:") for kind in kinds):
        inferred |= OpenWorld
    return inferred
