"""`SecretInput`: a value that never shows itself. Pure data; may import `types` only.

Recognised in annotations by its mark, so that nothing imports this module which does not use it.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)

MASK = "**********"
"""What stands for a secret wherever one would be shown."""


class SecretInput(Generic[T_co]):
    """A secret: the command line takes it from a file, from stdin or at a prompt, never as a plain value."""

    __slots__ = ("_value",)
    __tooli_input__ = "secret"

    def __init__(self, value: T_co) -> None:
        self._value = value

    def reveal(self) -> T_co:
        """Return the secret itself."""
        return self._value

    def __repr__(self) -> str:
        return f"SecretInput('{MASK}')"

    def __str__(self) -> str:
        return MASK

    def __format__(self, spec: str) -> str:
        return format(MASK, spec)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SecretInput):
            return NotImplemented
        from hmac import compare_digest

        ours, theirs = _bytes(self._value), _bytes(other._value)
        return type(self._value) is type(other._value) and compare_digest(ours, theirs)

    def __hash__(self) -> int:
        return hash((SecretInput, self._value))


def _bytes(value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
