"""How strict an app is: `off`, `standard` or `strict`. May import nothing of ours."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["SecurityPolicy", "stricter"]


class SecurityPolicy(StrEnum):
    """How strictly the rules about a call are kept."""

    OFF = "off"
    STANDARD = "standard"
    STRICT = "strict"

    @property
    def rank(self) -> int:
        """Its place from the loosest, 0, to the strictest."""
        return list(SecurityPolicy).index(self)


def stricter(one: SecurityPolicy, other: SecurityPolicy) -> SecurityPolicy:
    """Return the stricter of two levels."""
    return one if one.rank >= other.rank else other
