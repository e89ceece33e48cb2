"""Peak memory of one command-line call."""

from __future__ import annotations

from benchmarks.harness import Harness
from benchmarks.markdown import NOTHING, Table, Target, number
from benchmarks.subject import BARE, Subject
from benchmarks.tables.cold_start import OURS, PEERS

TARGET = Target(6.0, "≤ bare + 6 MB")


def table(harness: Harness) -> Table:
    """The app with two commands and its peers."""
    bare = harness.usage(BARE)
    base = 0.0 if bare is None else bare.megabytes
    rows = [[BARE.name, f"{base:.1f}", NOTHING, NOTHING, NOTHING]]
    rows += [_row(harness, subject, base, TARGET if subject is OURS else None) for subject in (OURS, *PEERS)]
    return Table(
        "Memory of a call",
        "Peak resident memory of the process, the least of five runs.",
        ("subject", "peak MB", "beyond bare MB", "target", "verdict"),
        rows,
    )


def _row(harness: Harness, subject: Subject, base: float, target: Target | None) -> list[str]:
    usage = harness.usage(subject)
    peak = None if usage is None else usage.megabytes
    beyond = None if peak is None else peak - base
    judged = [target.text, target.verdict(beyond)] if target else [NOTHING, NOTHING if usage else "FAILED"]
    return [subject.name, number(peak, "{:.1f}"), number(beyond, "{:+.1f}"), *judged]
