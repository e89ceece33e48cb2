"""The folder in which the corpus runs: its paths exist there, and it is the home folder too."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

FILES = (
    "notes.txt",
    "readme.md",
    "backup.zip",
    "data/report.csv",
    "data/orders.json",
    "src/main.py",
    "src/parser.py",
    "photos/beach.png",
    "photos/castle.jpg",
    "templates/letter.html",
)
KEPT = (
    "PATH",
    "LD_LIBRARY_PATH",
    "SYSTEMROOT",
    "PYTHONPATH",
    "TMPDIR",
    "TEMP",
    "TMP",
    "COVERAGE_PROCESS_CONFIG",
)
"""Variables kept from the surroundings; all that could name a caller stay out."""


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[Path]:
    """Work in a new folder that holds the fixture's files, with an environment that names no caller."""
    folder = folder.resolve()
    for name in FILES:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{name}\n", encoding="utf-8")
    environment = {name: os.environ[name] for name in KEPT if name in os.environ}
    environment |= {"HOME": str(folder), "USERPROFILE": str(folder), "COLUMNS": "200", "TERM": "dumb"}
    with contextlib.chdir(folder), patch.dict(os.environ, environment, clear=True):
        yield folder


def at_home(value: object, home: str) -> object:
    """Return a result with the home folder as `~`, so that it reads the same wherever the fixture is."""
    if isinstance(value, str):
        return "~" + value[len(home) :] if value == home or value.startswith(home + os.sep) else value
    if isinstance(value, dict):
        return {name: at_home(inner, home) for name, inner in value.items()}
    if isinstance(value, list):
        return [at_home(inner, home) for inner in value]
    return value
