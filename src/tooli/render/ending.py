"""The last line of a stream, written where there is something to say."""

from __future__ import annotations

from tooli.execute.encode import checked, encode
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from tooli.execute import Outcome


ENDINGS = ("truncated", "next_cursor", "artifact")
"""What a stream's last line is written for, besides a failure."""


def ending(outcome: Outcome) -> str | None:
    """Return the last line of a stream, or None when there is nothing to say."""
    body: dict[str, Any] = {"ok": outcome.ok}
    if outcome.error is not None:
        body["error"] = outcome.error.to_dict()
    elif outcome.meta.keys().isdisjoint(ENDINGS):
        return None
    body["meta"] = outcome.meta
    return checked(encode({"$tooli": body}, []), outcome.redact)
