"""Bounds in milliseconds and megabytes that hold on every path, not only on the fastest."""

from __future__ import annotations

from benchmarks.harness import Harness
from benchmarks.markdown import NOTHING, Table, Target
from benchmarks.subject import BARE, Subject
from benchmarks.tables import cold_start, error_path, many_commands, own_imports

START = Target(120.0, "p95 ≤ 120 ms")
DISPATCH = Target(20.0, "tooli's part ≤ 20 ms")
MEMORY = Target(80.0, "≤ 80 MB")
PATHS: tuple[tuple[Subject, Subject], ...] = (
    (cold_start.OURS, BARE),
    (error_path.OURS, BARE),
    (many_commands.RUNS, many_commands.REGISTERS),
    (own_imports.TYPICAL[1], own_imports.TYPICAL[0]),
    (own_imports.MODEL_PARAM[1], own_imports.MODEL_PARAM[0]),
    (own_imports.MODEL_RESULT[1], own_imports.MODEL_RESULT[0]),
)


def table(harness: Harness) -> Table:
    """Each path of ours beside the same program without us."""
    return Table(
        "Bounds on every path",
        f"{START.text}, {DISPATCH.text}, {MEMORY.text}. *Alone* is the same program without tooli, tooli's "
        "part the difference of the medians.",
        ("path", "p95 ms", "alone p95 ms", "tooli's part ms", "peak MB", "verdict"),
        [_row(harness, path, base) for path, base in PATHS],
    )


def _row(harness: Harness, path: Subject, base: Subject) -> list[str]:
    ours, alone = harness.measure(path, base)
    usage = harness.usage(path)
    if ours.failure or alone.failure or usage is None:
        return [path.name, *[NOTHING] * 4, "FAILED"]
    part = (ours.median - alone.median) * 1e3
    start = ours.p95 * 1e3
    missed = [
        target.text
        for target, value in ((START, start), (DISPATCH, part), (MEMORY, usage.megabytes))
        if target.verdict(value) != "ok"
    ]
    if START.text in missed and START.verdict(alone.p95 * 1e3) != "ok":
        missed.append("alone too")
    verdict = f"MISSED: {', '.join(missed)}" if missed else "ok"
    return [
        path.name,
        f"{start:.1f}",
        f"{alone.p95 * 1e3:.1f}",
        f"{part:.1f}",
        f"{usage.megabytes:.1f}",
        verdict,
    ]
