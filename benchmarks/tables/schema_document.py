"""`--schema` of an app with fifty commands."""

from __future__ import annotations

from benchmarks.harness import Harness
from benchmarks.markdown import PROCESS_HEADERS, Table, Target, process_row
from benchmarks.subject import BARE, Subject

IMPORTS = Subject("tooli, pydantic and the 50 functions, imports alone", ("fifty_imports.py",))
SCHEMA = Subject("**tooli**, `--schema` of 50 commands", ("fifty_runs.py", "--schema"), "task49")
TARGET = Target(150.0, "≤ 150 ms beyond imports")


def table(harness: Harness) -> Table:
    """The document beside the imports it needs."""
    bare, imports, schema = harness.measure(BARE, IMPORTS, SCHEMA, runs=max(5, harness.runs // 2))
    failed = imports.failure or schema.failure
    milliseconds = None if failed else (schema.best - imports.best) * 1e3
    return Table(
        "Schema of 50 commands",
        "40 commands with simple params, 10 with a pydantic model, a path, a choice and a list. "
        "The result is the difference of the fastest runs.",
        PROCESS_HEADERS,
        [process_row(imports, bare), process_row(schema, bare, milliseconds, "imports + {:.0f} ms", TARGET)],
    )
