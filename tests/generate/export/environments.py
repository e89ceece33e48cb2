"""The environments of the frameworks: those that `make frameworks` names, else those that stand."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tooli.generate.export.frameworks import FRAMEWORKS

ROOT = Path(__file__).parents[3]
NAMED = os.environ.get("FRAMEWORKS", "").split()
"""Frameworks that have to be tried."""
assert set(NAMED) <= set(FRAMEWORKS), f"FRAMEWORKS takes {' '.join(FRAMEWORKS)}"
CHOSEN = [name for name in FRAMEWORKS if name in (NAMED or FRAMEWORKS)]


def programs_of(framework: str) -> Path:
    """Return the folder of the programs in an environment."""
    folder = ROOT / ".cache" / "frameworks" / framework / "bin"
    if not (folder / "python").exists():
        missing = pytest.fail if NAMED else pytest.skip
        missing(f"`make .cache/frameworks/{framework}/.ready` builds its environment")
    return folder
