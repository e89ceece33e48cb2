"""Measure HTTP servers: `python benchmarks/http/run.py [--rounds N] [--write docs/http-benchmark.md]`.

The servers take turns, and of each number the best round counts: it is the one the machine disturbed least.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.http.load import Server
from benchmarks.markdown import NOTHING, Table, Target, publish

SERVERS = Path(__file__).parent / "servers"
SUBJECTS = {
    "**tooli**": [str(SERVERS / "tooli_server.py"), "api", "serve", "--port", "{port}"],
    "FastAPI": [str(SERVERS / "fastapi_server.py"), "{port}"],
}
OURS, PEER = SUBJECTS
PATHS = {"/commands/total": "A sync function", "/commands/atotal": "An async function"}
CONNECTIONS = (1, 16, 128)
SPEED = Target(0.8, "≥ 0.8×", at_least=True)
FLAT = Target(2.0, "≤ + 2 MB")
WARM_UP = 300


@dataclass
class Found:
    """The best that the rounds of one server gave, by the number of connections."""

    speed: dict[int, float] = field(default_factory=dict)
    slow: dict[int, float] = field(default_factory=dict)
    cpu: float = float("inf")


def measure(path: str, calls: int, rounds: int) -> dict[str, Found]:
    """The best of each number."""
    best = {name: Found() for name in SUBJECTS}
    for _ in range(rounds):
        for name, command in SUBJECTS.items():
            found = best[name]
            with Server(command) as server:
                server.load(path, WARM_UP, 16)
                before = server.cpu_seconds()
                for connections in CONNECTIONS:
                    speed, slow = server.load(path, calls, connections)
                    found.speed[connections] = max(speed, found.speed.get(connections, 0.0))
                    found.slow[connections] = min(slow, found.slow.get(connections, slow))
                used = (server.cpu_seconds() - before) / (calls * len(CONNECTIONS))
                found.cpu = min(used, found.cpu)
    return best


def table(title: str, found: dict[str, Found]) -> Table:
    """The servers beside each other, and what became of the target."""
    ours, peer = found[OURS], found[PEER]
    ratios = [ours.speed[number] / peer.speed[number] for number in CONNECTIONS]
    rows = [
        [
            name,
            *(f"{one.speed[number]:,.0f} / {one.slow[number]:.1f} ms" for number in CONNECTIONS),
            f"{one.cpu * 1e6:.0f}",
        ]
        for name, one in found.items()
    ]
    rows += [
        ["tooli beside FastAPI", *(f"{ratio:.2f}×" for ratio in ratios), f"{ours.cpu / peer.cpu:.2f}×"],
        ["target", *(SPEED.text for _ in ratios), NOTHING],
        ["verdict", *(SPEED.verdict(ratio) for ratio in ratios), NOTHING],
    ]
    labels = (f"{number} connection{'s' if number > 1 else ''}" for number in CONNECTIONS)
    headers = ("server", *labels, "CPU µs a call")
    return Table(title, "Calls a second and p99, one process, the same pydantic models.", headers, rows)


def memory(calls: int) -> Table:
    """What many calls leave behind."""
    with Server(SUBJECTS[OURS]) as server:
        server.load("/commands/total", calls // 10, 16)
        before = server.megabytes()
        server.load("/commands/total", calls, 16)
        after = server.megabytes()
    grown = after - before
    rows = [[f"{calls:,}", f"{before:.1f}", f"{after:.1f}", f"{grown:+.1f}", FLAT.text, FLAT.verdict(grown)]]
    headers = ("calls", "MB before", "MB after", "grown by", "target", "verdict")
    return Table("Memory", "After a tenth as many calls, and after all of them.", headers, rows)


def main() -> int:
    """Measure, print, and perhaps write."""
    parser = ArgumentParser(description="Measure HTTP servers.")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each server (default: 3)")
    parser.add_argument("--calls", type=int, default=3000, help="calls of each measurement (default: 3000)")
    parser.add_argument("--many", type=int, default=100_000, help="calls of the look at memory; 0 for none")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the tables between its markers")
    chosen = parser.parse_args()
    tables = [table(title, measure(path, chosen.calls, chosen.rounds)) for path, title in PATHS.items()]
    if chosen.many:
        tables.append(memory(chosen.many))
    packages = ("tooli", "fastapi", "uvicorn", "pydantic")
    publish(tables, packages, chosen.rounds, chosen.write)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
