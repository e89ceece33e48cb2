"""`app.call`: what a call from Python costs beyond the function."""

from __future__ import annotations

from benchmarks.harness import Harness
from benchmarks.markdown import Table, Target, number
from benchmarks.subject import Subject

TARGET = Target(20.0, "≤ 20 µs")
FEW, MANY = 100, 1100


def table(harness: Harness) -> Table:
    """A call with one command in the app and with a thousand."""
    return Table(
        "`app.call`",
        "Three simple params, validated, without the function's own time. Best of 100 rounds of 500 calls.",
        ("app", "µs per call", "instructions per call", "target", "verdict"),
        [_row(harness, commands) for commands in (1, 1000)],
    )


def _row(harness: Harness, commands: int) -> list[str]:
    name = f"`app.call`, {commands:,} command{'s' if commands > 1 else ''}"
    printed = harness.output(Subject(name, ("call_app.py", str(commands))))
    microseconds = None if printed is None else float(printed)
    few, many = (_instructions(harness, commands, calls) for calls in (FEW, MANY))
    per_call = None if few is None or many is None else (many - few) / (MANY - FEW)
    verdict = TARGET.verdict(microseconds)
    return [name, number(microseconds, "{:.1f}"), number(per_call, "{:,.0f}"), TARGET.text, verdict]


def _instructions(harness: Harness, commands: int, calls: int) -> int | None:
    arguments = ("call_app.py", str(commands), str(calls))
    return harness.count(Subject(f"`app.call`, {commands:,} commands, {calls} times", arguments))
