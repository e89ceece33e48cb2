"""Tables as Markdown, and the place of a document where they are kept."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from benchmarks.subject import Measured, ratio

START = "<!-- benchmarks: start -->"
END = "<!-- benchmarks: end -->"
NOTHING = "–"
PROCESS_HEADERS = ("subject", "× bare", "median ms", "p95 ms", "result", "target", "verdict")


@dataclass(frozen=True)
class Table:
    """One table with the sentence that explains it."""

    title: str
    note: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]

    def markdown(self) -> str:
        """The table under its heading."""
        lines = [self.headers, ["---"] * len(self.headers), *self.rows]
        grid = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return f"### {self.title}\n\n{self.note}\n\n{grid}\n"


@dataclass(frozen=True)
class Target:
    """A bound, and how to say it."""

    limit: float
    text: str
    at_least: bool = False

    def verdict(self, value: float | None) -> str:
        """What became of the bound."""
        if value is None:
            return "FAILED"
        held = value >= self.limit if self.at_least else value <= self.limit
        return "ok" if held else "MISSED"


def process_row(
    measured: Measured,
    bare: Measured,
    value: float | None = None,
    shown: str = "{:.2f}×",
    target: Target | None = None,
) -> list[str]:
    """A line of `PROCESS_HEADERS`: a subject, and the value it is judged by."""
    name = measured.subject.name
    if measured.failure:
        return [name, *[NOTHING] * 4, target.text if target else NOTHING, "FAILED"]
    cells = [name, number(ratio(measured, bare)), f"{measured.median * 1e3:.1f}", f"{measured.p95 * 1e3:.1f}"]
    cells.append(NOTHING if value is None else shown.format(value))
    return [*cells, target.text, target.verdict(value)] if target else [*cells, NOTHING, NOTHING]


def number(value: float | None, shown: str = "{:.2f}") -> str:
    """A number, or the sign for none."""
    return NOTHING if value is None else shown.format(value)


def write_between_markers(document: Path, text: str) -> None:
    """Put the text between the markers, leaving what stands around them."""
    block = f"{START}\n{text.strip()}\n{END}"
    old = document.read_text(encoding="utf-8") if document.exists() else "# Benchmarks\n"
    before, start, rest = old.partition(START)
    _, end, after = rest.partition(END)
    new = before + block + after if start and end else f"{old.rstrip()}\n\n{block}\n"
    document.write_text(new, encoding="utf-8")


def publish(tables: Iterable[Table], packages: Iterable[str], rounds: int, file: Path | None) -> None:
    """Print the tables of a run and what was measured, and perhaps write them into a document."""
    versions = ", ".join(f"{package} {version(package)}" for package in packages)
    opening = f"Python {platform.python_version()}; {versions}; the best of {rounds} rounds.\n"
    text = "\n".join([opening, *(table.markdown() for table in tables)])
    print(text)
    if file:
        write_between_markers(file, text)
