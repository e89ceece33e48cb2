"""Measure tooli and its peers and print the tables: `python benchmarks/run.py [--write docs/benchmarks.md]`.

The exit status is 0 whatever the verdicts are. When a subject did not run it is 1, and nothing is written.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.harness import Harness
from benchmarks.markdown import write_between_markers
from benchmarks.surroundings import description, warnings
from benchmarks.tables import (
    bounds,
    cold_start,
    detection,
    documents,
    error_path,
    many_commands,
    memory,
    own_imports,
    python_call,
    schema_document,
    streaming,
    tokens,
)
from benchmarks.workspace import Workspace

TABLES = {
    "cold-start": cold_start.table,
    "own-imports": own_imports.table,
    "many-commands": many_commands.table,
    "error-path": error_path.table,
    "python-call": python_call.table,
    "detection": detection.table,
    "schema": schema_document.table,
    "memory": memory.table,
    "streaming": streaming.table,
    "bounds": bounds.table,
    "documents": documents.table,
    "answers": tokens.answers,
    "session": tokens.session,
}


def arguments() -> Namespace:
    """The options of the command line."""
    parser = ArgumentParser(description="Measure tooli and its peers.")
    parser.add_argument("--only", nargs="+", choices=TABLES, metavar="TABLE", help=f"of {', '.join(TABLES)}")
    parser.add_argument("--runs", type=int, default=30, help="wall-time runs of each subject (default: 30)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the tables between its markers too")
    chosen = parser.parse_args()
    if chosen.only and chosen.write:
        parser.error("--write needs every table, --only measures some")
    return chosen


def main() -> int:
    """Measure, print, and perhaps write."""
    chosen = arguments()
    opening = [description(), *(f"**Note:** {warning}." for warning in warnings())]
    parts = ["\n\n".join(opening) + "\n"]
    print(parts[0], flush=True)
    with TemporaryDirectory() as home:
        harness = Harness(Workspace(Path(home).resolve()), chosen.runs)
        for name in chosen.only or TABLES:
            parts.append(TABLES[name](harness).markdown())
            print(parts[-1], flush=True)
    for subject, problem in harness.failures.items():
        print(f"FAILED {subject.name}: {problem}", file=sys.stderr)
    if harness.failures:
        return 1
    if chosen.write:
        write_between_markers(chosen.write, "\n".join(parts))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
