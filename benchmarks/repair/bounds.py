"""The bounds that the errors have to keep, and which mistakes break them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from benchmarks.repair.corpus import LENIENT, SPELLING
from benchmarks.repair.judging import Result, Verdict

LEAST_REPAIRED = 0.9
MOST_MISREPAIRED = 0.01
MOST_CHARACTERS = 480
RAN_ALL_ALONG = (Verdict.ACCEPTED, Verdict.MISTAKEN)


@dataclass(frozen=True)
class Bound:
    """One bound: what it says, what was measured, and the mistakes that speak against it."""

    name: str
    measured: str
    held: bool
    offenders: tuple[Result, ...] = ()


def bounds(results: Sequence[Result]) -> list[Bound]:
    """Check every bound."""
    failed = [result for result in results if result.verdict not in RAN_ALL_ALONG]
    return [
        _unique(failed),
        _misrepaired(failed),
        *(_none(name, failed, offends) for name, offends in FORBIDDEN.items()),
        _cost(failed),
        _none("only lenient kinds run as they are", results, _runs_wrongly),
    ]


def _unique(failed: Iterable[Result]) -> Bound:
    unique = [result for result in failed if result.mistake.unique]
    others = tuple(result for result in unique if result.verdict is not Verdict.AT_ONCE)
    share = 1 - len(others) / max(1, len(unique))
    measured = f"{share:.1%} of {len(unique)}"
    return Bound(
        "of those with a unique repair ≥ 90 % are repaired at once", measured, share >= LEAST_REPAIRED, others
    )


def _misrepaired(failed: Sequence[Result]) -> Bound:
    wrong = tuple(result for result in failed if result.verdict is Verdict.MISREPAIRED)
    share = len(wrong) / max(1, len(failed))
    return Bound("≤ 1 % are misrepaired", f"{share:.1%} of {len(failed)}", share <= MOST_MISREPAIRED, wrong)


def _cost(failed: Iterable[Result]) -> Bound:
    told = [result for result in failed if result.error and result.mistake.kind != "two-mistakes"]
    single = [result for result in told if "errors" not in (result.error or {}).get("details", {})]
    large = tuple(result for result in single if result.cost > MOST_CHARACTERS)
    most = max((result.cost for result in single), default=0)
    name = f"an error that tells one mistake costs ≤ {MOST_CHARACTERS} characters beyond the call"
    measured = f"at most {most}, {len(large)} over; {len(told) - len(single)} tell several"
    return Bound(name, measured, not large, large)


def _none(name: str, results: Iterable[Result], offends: Callable[[Result], bool]) -> Bound:
    found = tuple(result for result in results if offends(result))
    return Bound(name, f"{len(found)} against it", not found, found)


def _wrongly_sure(result: Result) -> bool:
    return result.machine_applicable and result.verdict is not Verdict.AT_ONCE


def _sure_of_a_guess(result: Result) -> bool:
    return result.machine_applicable and not result.mistake.unique


def _sure_of_destruction(result: Result) -> bool:
    kinds = result.mistake.parts or (result.mistake.kind,)
    return result.machine_applicable and result.destructive and not SPELLING.issuperset(kinds)


def _raised(result: Result) -> bool:
    return result.verdict is Verdict.RAISED


def _runs_wrongly(result: Result) -> bool:
    accepted = result.verdict is Verdict.ACCEPTED and result.mistake.kind not in LENIENT
    return accepted or result.verdict is Verdict.MISTAKEN


FORBIDDEN: dict[str, Callable[[Result], bool]] = {
    "machine_applicable always gives what was meant": _wrongly_sure,
    "machine_applicable only where the repair is unique": _sure_of_a_guess,
    "on destructive commands machine_applicable only for spelling": _sure_of_destruction,
    "nothing raises": _raised,
}
