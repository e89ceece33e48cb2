"""An unknown option: the price of an error that says how to repair the call."""

from __future__ import annotations

from benchmarks.harness import Harness
from benchmarks.markdown import PROCESS_HEADERS, Table, Target, process_row
from benchmarks.subject import BARE, Subject, ratio

MISTAKE = ("greet", "bob", "--tiems", "2")
OURS = Subject("**tooli**, `greet bob --tiems 2 --json`", ("tooli_app.py", *MISTAKE, "--json"), "E1902", 2)
PEERS = tuple(
    Subject(f"{peer}, `greet bob --tiems 2`", (f"{peer}_app.py", *MISTAKE), "tiems", 2)
    for peer in ("argparse", "click", "cyclopts", "typer")
)
TARGET = Target(2.5, "≤ 2.5× bare")


def table(harness: Harness) -> Table:
    """The same mistake in every app."""
    bare, ours, *others = harness.measure(BARE, OURS, *PEERS)
    return Table(
        "Unknown option",
        "The app of the first table, called with a misspelt option.",
        PROCESS_HEADERS,
        [
            process_row(ours, bare, ratio(ours, bare), target=TARGET),
            *(process_row(other, bare) for other in others),
        ],
    )
