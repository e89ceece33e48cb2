"""Make every mistake of the corpus, apply what the errors suggest, and count.

    python benchmarks/repair/run.py [--failures] [--kind KIND ...] [--write FILE] [--no-peers]

Run it with an interpreter that has tooli, and the peers that are to be compared. The exit status is 1 when a
bound is broken.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from benchmarks.repair.bounds import bounds
from benchmarks.repair.corpus import corpus
from benchmarks.repair.fixture import inside
from benchmarks.repair.judging import Result, judge
from benchmarks.repair.mistake import Mistake
from benchmarks.repair.peers.comparison import comparison
from benchmarks.repair.report import bounds_table, failures, kinds_table

START = "<!-- repair: start -->"
END = "<!-- repair: end -->"


def arguments() -> Namespace:
    """The options of the command line."""
    parser = ArgumentParser(description="Measure how well errors repair themselves.")
    parser.add_argument("--failures", action="store_true", help="list the cases that speak against a bound")
    parser.add_argument("--kind", nargs="+", default=[], help="only these kinds of mistakes")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the tables between its markers too")
    parser.add_argument("--no-peers", action="store_true", help="leave the comparison out")
    return parser.parse_args()


def measure(mistakes: list[Mistake]) -> list[Result]:
    """Make the mistakes in a folder of their own."""
    with TemporaryDirectory() as folder, inside(Path(folder)) as home:
        return [judge(mistake, str(home)) for mistake in mistakes]


def main() -> int:
    """Measure, print, and perhaps write."""
    chosen = arguments()
    mistakes = [mistake for mistake in corpus() if not chosen.kind or mistake.kind in chosen.kind]
    results = measure(mistakes)
    checked = bounds(results)
    parts = [
        opening(results),
        f"### Bounds\n\n{bounds_table(checked)}\n",
        f"### By kind of mistake\n\n{kinds_table(results)}\n",
    ]
    if not chosen.no_peers:
        parts.append(f"### Compared\n\n{comparison(results)}\n")
    print("\n".join(parts))
    if chosen.failures:
        print(failures(checked))
    if chosen.write:
        write(chosen.write, "\n".join(parts))
    return 0 if all(bound.held for bound in checked) else 1


def opening(results: list[Result]) -> str:
    """Say what was measured."""
    unique = sum(result.mistake.unique for result in results)
    apps = len({result.mistake.app for result in results})
    by_hand = sum(result.mistake.id.startswith("hand-") for result in results)
    return (
        f"{len(results)} mistakes in the calls of {apps} command sets, {by_hand} of them written by hand, the"
        f" others made by seeded mutation of valid calls; {unique} have a unique repair. Each is made once,"
        " and what the error suggests is applied once: the line as it stands, or with its placeholders"
        " filled.\n"
    )


def write(document: Path, text: str) -> None:
    """Put the text between the markers, leaving what stands around them."""
    old = document.read_text(encoding="utf-8") if document.exists() else "# Errors, measured\n"
    before, start, rest = old.partition(START)
    _, end, after = rest.partition(END)
    block = f"{START}\n{text.strip()}\n{END}"
    new = before + block + after if start and end else f"{old.rstrip()}\n\n{block}\n"
    document.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
