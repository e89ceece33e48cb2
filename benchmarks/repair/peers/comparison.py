"""The peers beside tooli: the same mistakes, one table."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.repair.fixture import inside
from benchmarks.repair.judging import Result, Verdict
from benchmarks.repair.mistake import Mistake
from benchmarks.repair.peers.reading import read
from benchmarks.repair.peers.running import APPS, PEERS, missing, run
from benchmarks.repair.report import COLUMNS, grid

OURS_ONLY = frozenset(
    {"yes-missing", "dry-run-unsupported", "flag-misspelt", "requires-missing"}
    | {"options-conflicting", "one-of-missing"}
)
"""Kinds that the peers have no word for: what they lack cannot be got wrong there."""
NOTE = (
    "The CLI mistakes of two command sets, made with the same commands in other frameworks; mistakes in what"
    " only tooli has are left out. Tooli's errors are applied as they are. The others' messages are read by a"
    " program that gives them the benefit of the doubt: it takes the closest of the names a message proposes"
    " or lists, the nearest bound of a range, the last of two values. What a framework accepts as it was"
    " meant counts as good."
)
HEADERS = (
    "framework",
    "mistakes",
    *(verdict.value for verdict in COLUMNS),
    "accepted otherwise",
    "unique ones repaired",
)


def shared(mistake: Mistake) -> bool:
    """Whether a mistake can be made with the peers too: our own flags cannot."""
    own = any(word == "json" or (word.startswith("-") and "json" in word) for word in argv_of(mistake))
    return mistake.surface == "cli" and mistake.app in APPS and mistake.kind not in OURS_ONLY and not own


def argv_of(mistake: Mistake) -> list[str]:
    """The words for a peer, which has no `--json`."""
    return [word for word in mistake.given.argv if word != "--json"]


def comparison(results: Sequence[Result]) -> str:
    """The table, and a note of what is left out."""
    same = [result for result in results if shared(result.mistake)]
    rows = [_row("tooli", [(result.mistake, result.verdict) for result in same])]
    notes = []
    with TemporaryDirectory() as folder, inside(Path(folder)) as home:
        for peer in PEERS:
            if missing(peer):
                notes.append(f"{peer} is not installed here and left out.")
            else:
                rows.append(_row(_name(peer), [(r.mistake, judge(peer, r.mistake, str(home))) for r in same]))
    return "\n\n".join([NOTE, grid(HEADERS, rows), *notes])


def _name(peer: str) -> str:
    try:
        return f"{peer} {version(peer)}"
    except PackageNotFoundError:
        return peer


def judge(peer: str, mistake: Mistake, home: str) -> Verdict:
    """Make a mistake with a peer, do what its message says, and say how it ended."""
    meant = (mistake.meant, *mistake.also)
    argv = argv_of(mistake)
    first = run(peer, mistake.app, argv, home)
    if first.received is not None:
        return Verdict.ACCEPTED if first.received in meant else Verdict.MISTAKEN
    repair = read(first.message, argv, mistake.meant)
    if repair is None:
        return Verdict.UNREPAIRED
    second = run(peer, mistake.app, repair.argv, home)
    if second.received is None:
        return Verdict.UNREPAIRED
    if second.received not in meant:
        return Verdict.MISREPAIRED
    return Verdict.FILLED if repair.filled else Verdict.AT_ONCE


def _row(name: str, verdicts: Sequence[tuple[Mistake, Verdict]]) -> list[object]:
    counts = [sum(verdict is column for _, verdict in verdicts) for column in (*COLUMNS, Verdict.MISTAKEN)]
    unique = [verdict for mistake, verdict in verdicts if mistake.unique]
    good = sum(verdict in (Verdict.AT_ONCE, Verdict.ACCEPTED) for verdict in unique)
    return [name, len(verdicts), *counts, f"{good / max(1, len(unique)):.0%}"]
