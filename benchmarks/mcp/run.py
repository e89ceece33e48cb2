"""Measure MCP servers on stdio: `python benchmarks/mcp/run.py [--rounds N] [--write docs/mcp-benchmark.md]`.

The servers take turns, and of each number the best round counts: it is the one the machine disturbed least.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.instructions import counted
from benchmarks.markdown import NOTHING, Table, Target, publish
from benchmarks.mcp.pipe_client import Server, opening
from benchmarks.workspace import PROJECT_FILES

SERVERS = Path(__file__).parent / "servers"
SUBJECTS = {
    "**tooli**": [str(SERVERS / "tooli_server.py"), "mcp", "serve"],
    "SDK, low level": [str(SERVERS / "low_level_server.py")],
    "FastMCP": [str(SERVERS / "fastmcp_server.py")],
}
OURS, BARE = list(SUBJECTS)[:2]
ERAS = {"2025-11-25": False, "2026-07-28": True}
SPAWN = Target(1.05, "≤ 1.05×")
SPEED = Target(1.0, "≥ 1×", at_least=True)
MEMORY = Target(10.0, "≤ + 10 MB")
WARM_UP, CALLS, STARTS = 300, 1500, 2


@dataclass
class Found:
    """What the rounds of one server gave."""

    instructions: int | None = None
    """From the start to the first answer, and to the end that follows."""
    spawn: list[float] = field(default_factory=list)
    one: list[float] = field(default_factory=list)
    sixteen: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)


def instructions(command: list[str], modern: bool, folder: Path) -> int | None:
    """Count from a server's start to its first answer: unlike milliseconds, they repeat."""
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    return counted([sys.executable, *command], folder, environment, given=opening(modern))


def measure(found: Found, command: list[str], modern: bool, folder: str) -> None:
    """One round of one server."""
    for _ in range(STARTS):
        server = Server(command, modern, folder)
        found.spawn.append(server.first_answer)
        server.close()
    server = Server(command, modern, folder)
    try:
        found.spawn.append(server.first_answer)
        server.calls_a_second(WARM_UP, 16)
        before = server.cpu_seconds()
        found.one.append(server.calls_a_second(CALLS, 1))
        found.sixteen.append(server.calls_a_second(CALLS, 16))
        found.cpu.append((server.cpu_seconds() - before) / (2 * CALLS))
        found.memory.append(server.megabytes())
    finally:
        server.close()


def table(era: str, found: dict[str, Found]) -> Table:
    """The servers beside each other, and what became of the targets."""
    bare, ours = found[BARE], found[OURS]
    rows = [
        [
            name,
            NOTHING if one.instructions is None else f"{one.instructions / 1e6:,.0f}",
            f"{min(one.spawn) * 1e3:.0f}",
            f"{max(one.one):,.0f}",
            f"{max(one.sixteen):,.0f}",
            f"{min(one.cpu) * 1e6:.0f}",
            f"{min(one.memory):.1f}",
        ]
        for name, one in found.items()
    ]
    spawn = min(ours.spawn) / min(bare.spawn)
    started = ours.instructions / bare.instructions if ours.instructions and bare.instructions else None
    speeds = max(ours.one) / max(bare.one), max(ours.sixteen) / max(bare.sixteen)
    memory = min(ours.memory) - min(bare.memory)
    rows += [
        [
            "tooli beside the SDK",
            NOTHING if started is None else f"{started:.2f}×",
            f"{spawn:.2f}×",
            *(f"{speed:.2f}×" for speed in speeds),
            f"{min(ours.cpu) / min(bare.cpu):.2f}×",
            f"{memory:+.1f}",
        ],
        ["target", SPAWN.text, NOTHING, SPEED.text, SPEED.text, NOTHING, MEMORY.text],
        [
            "verdict",
            SPAWN.verdict(spawn if started is None else started),
            NOTHING,
            *(SPEED.verdict(speed) for speed in speeds),
            NOTHING,
            MEMORY.verdict(memory),
        ],
    ]
    start = ("start → answer, M instructions", "ms")
    headers = ("server", *start, "calls/s", "calls/s, 16 at once", "CPU µs a call", "MB")
    return Table(f"Protocol {era}", "Ten tools that add two numbers, on stdio.", headers, rows)


def main() -> int:
    """Measure, print, and perhaps write."""
    parser = ArgumentParser(description="Measure MCP servers on stdio.")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each server (default: 5)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the tables between its markers")
    chosen = parser.parse_args()
    subjects = {
        name: command for name, command in SUBJECTS.items() if name != "FastMCP" or find_spec("fastmcp")
    }
    tables = []
    with TemporaryDirectory() as folder:
        for name, text in PROJECT_FILES.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        for era, modern in ERAS.items():
            found = {
                name: Found(instructions(command, modern, Path(folder))) for name, command in subjects.items()
            }
            for _ in range(chosen.rounds):
                for name, command in subjects.items():
                    measure(found[name], command, modern, folder)
            tables.append(table(era, found))
    packages = ["tooli", "mcp", *(["fastmcp"] if "FastMCP" in subjects else [])]
    publish(tables, packages, chosen.rounds, chosen.write)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
