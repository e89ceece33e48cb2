"""What became of a mistake: run it, apply what the error suggests, compare with what was meant."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from benchmarks.repair.applying import apply
from benchmarks.repair.calling import Answer, run
from benchmarks.repair.command_sets import commands_of
from benchmarks.repair.mistake import Given, Mistake


class Verdict(Enum):
    """How a mistake ended."""

    AT_ONCE = "repaired at once"
    FILLED = "repaired after filling"
    MISREPAIRED = "misrepaired"
    UNREPAIRED = "not repaired"
    ACCEPTED = "accepted as meant"
    MISTAKEN = "accepted otherwise"
    RAISED = "raised"


@dataclass(frozen=True)
class Result:
    """A mistake, its error, and what applying the suggestion led to."""

    mistake: Mistake
    verdict: Verdict
    error: Mapping[str, Any] | None = None
    applied: Given | None = None
    received: Mapping[str, Any] | None = None
    """What ran in the end."""

    @property
    def suggestion(self) -> Mapping[str, Any]:
        """What the error suggests."""
        return (self.error or {}).get("suggestion") or {}

    @property
    def machine_applicable(self) -> bool:
        """Whether the suggestion claims to be what the caller meant."""
        return self.suggestion.get("applicability") == "machine_applicable"

    @property
    def destructive(self) -> bool:
        """Whether the command that was meant is destructive."""
        return commands_of(self.mistake.app)[self.mistake.meant["command"]].destructive

    @property
    def cost(self) -> int:
        """The characters of the error beyond the caller's own call."""
        own = 0
        if self.suggestion.get("example"):
            own += len(json.dumps(self.suggestion["example"], ensure_ascii=False))
        if self.suggestion.get("arguments") is not None:
            own += len(compact(self.suggestion["arguments"]))
        return len(compact(self.error)) - own


def compact(value: object) -> str:
    """A value as the shortest JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def judge(mistake: Mistake, home: str) -> Result:
    """Make a mistake, apply the suggestion once, and say how it ended."""
    meant = (mistake.meant, *mistake.also)
    first = run(mistake.app, mistake.given, home)
    if first.raised is not None:
        return Result(mistake, Verdict.RAISED, {"message": first.raised})
    if first.received is not None:
        verdict = Verdict.ACCEPTED if first.received in meant else Verdict.MISTAKEN
        return Result(mistake, verdict, received=first.received)
    assert first.error is not None
    applied, filled = apply(mistake, first.error.get("suggestion") or {})
    if applied is None:
        return Result(mistake, Verdict.UNREPAIRED, first.error)
    second = run(mistake.app, applied, home)
    return Result(
        mistake, _ending(second, meant, filled), first.error, applied, second.received or second.error
    )


def _ending(second: Answer, meant: tuple[Mapping[str, Any], ...], filled: bool) -> Verdict:
    if second.raised is not None:
        return Verdict.RAISED
    if second.received is None:
        return Verdict.UNREPAIRED
    if second.received not in meant:
        return Verdict.MISREPAIRED
    return Verdict.FILLED if filled else Verdict.AT_ONCE
