"""Finding out who is calling: what it costs a process that has its modules loaded."""

from __future__ import annotations

from benchmarks.harness import Harness
from benchmarks.markdown import Table, Target, number
from benchmarks.subject import Subject

CONVENTION = Target(50.0, "< 50 µs")
HEURISTIC = Target(5000.0, "< 5 ms")
CASES = (
    ("the caller names itself", "named", CONVENTION),
    ("an agent by its variables", "marked", HEURISTIC),
    ("an agent by the last variable that is looked for", "last-hint", HEURISTIC),
    ("nothing to see: environment and parent processes", "nobody", HEURISTIC),
    (
        "`detect_execution_context()`, nothing settles it: container and call stack too",
        "everything",
        HEURISTIC,
    ),
)


def table(harness: Harness) -> Table:
    """One row for each way a search ends."""
    return Table(
        "Who is calling",
        "The command line's own look, and the whole search; best of 20 rounds.",
        ("search", "µs", "target", "verdict"),
        [_row(harness, *case) for case in CASES],
    )


def _row(harness: Harness, name: str, case: str, target: Target) -> list[str]:
    printed = harness.output(Subject(name, ("detection.py", case)))
    microseconds = None if printed is None else float(printed)
    return [name, number(microseconds, "{:.0f}"), target.text, target.verdict(microseconds)]
