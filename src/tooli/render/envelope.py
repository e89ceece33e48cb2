"""The envelope: the stable shape of every answer, as text. Loaded on every start."""

from __future__ import annotations

from tooli.execute.encode import encode
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from tooli.execute.outcome import Outcome


ENDINGS = ("truncated", "next_cursor", "artifact")
"""What a stream's last line is written for, besides a failure."""


def envelope(outcome: Outcome) -> str:
    """Return an outcome as one compact JSON document."""
    if outcome.error is None:
        found: list[str] = []
        result = encode(outcome.result, found)
        return f'{{"ok":true,"result":{result},"meta":{_meta(outcome, found)}}}'
    found = []
    error = encode(outcome.error.to_dict(), found)
    return f'{{"ok":false,"error":{error},"meta":{_meta(outcome, found)}}}'


def ending(outcome: Outcome) -> str | None:
    """Return the last line of a stream, or None when there is nothing to say."""
    body: dict[str, Any] = {"ok": outcome.ok}
    if outcome.error is not None:
        body["error"] = outcome.error.to_dict()
    elif outcome.meta.keys().isdisjoint(ENDINGS):
        return None
    body["meta"] = outcome.meta
    return encode({"$tooli": body}, [])


def _meta(outcome: Outcome, found: list[str]) -> str:
    meta = outcome.meta
    if found:
        meta = {**meta, "warnings": [*meta.get("warnings", ()), *found]}
    return encode(meta, [])
