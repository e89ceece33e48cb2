"""Cold start of the app with two commands, beside the same app on each peer."""

from __future__ import annotations

from benchmarks.harness import Harness
from benchmarks.markdown import PROCESS_HEADERS, Table, Target, process_row
from benchmarks.subject import BARE, Subject, ratio

GREETING = "Hello bob"
OURS = Subject("**tooli**, `app.py greet bob --json`", ("tooli_app.py", "greet", "bob", "--json"), GREETING)
PEERS = tuple(
    Subject(f"{peer}, `app.py greet bob`", (f"{peer}_app.py", "greet", "bob"), GREETING)
    for peer in ("argparse", "click", "cyclopts", "typer")
)
OTHER_STARTS = (
    Subject("tooli, console script", ("demo_script", "greet", "bob", "--json"), GREETING),
    Subject("tooli, `python -m`", ("-m", "demo_package", "greet", "bob", "--json"), GREETING),
)
TARGET = Target(1.5, "≤ 1.5× bare")


def table(harness: Harness) -> Table:
    """Every way to greet bob."""
    bare, ours, *others = harness.measure(BARE, OURS, *OTHER_STARTS, *PEERS)
    return Table(
        "Cold start",
        "Two commands with builtin types; tooli's time includes finding the caller and the configuration and "
        "printing the envelope, the peers print a line of text.",
        PROCESS_HEADERS,
        [
            process_row(bare, bare),
            process_row(ours, bare, ratio(ours, bare), target=TARGET),
            *(process_row(other, bare) for other in others),
        ],
    )
