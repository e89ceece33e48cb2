"""The logslice example: the framework's own options hold for an app that splits its input by itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import scrubbed

SCRIPT = Path(__file__).parents[2] / "examples" / "logslice" / "logslice.py"
ONE = b"2026-01-01T10:00:00Z INFO one"
TWO = b"2026-01-01T11:00:00Z ERROR two"


def levels(tmp_path: Path, log: bytes, *args: str) -> dict[str, int]:
    ran = subprocess.run(
        [sys.executable, str(SCRIPT), "levels", "-", "--json", *args],
        input=log,
        capture_output=True,
        check=True,
        env=scrubbed(tmp_path),
    )
    rows: list[dict[str, Any]] = json.loads(ran.stdout)["result"]
    return {row["level"]: row["count"] for row in rows}


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_lines_are_entries(tmp_path: Path, end: bytes) -> None:
    assert levels(tmp_path, ONE + end + TWO + end) == {"error": 1, "info": 1}
    assert levels(tmp_path, ONE + end + TWO) == {"error": 1, "info": 1}


def test_records_that_end_with_nul_are_entries(tmp_path: Path) -> None:
    assert levels(tmp_path, ONE + b"\0" + TWO + b"\0", "--null") == {"error": 1, "info": 1}
    assert levels(tmp_path, ONE + b"\n" + TWO + b"\0", "--null") == {"info": 1}
