"""Strict mode against attempts to get around it: each is blocked, or succeeds and is a documented limit."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import scrubbed
from tests.policy.escapes.__main__ import prepare
from tests.policy.escapes.table import SECRET, TABLE

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "capabilities.md"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the attempts are written for Linux")


def state(folder: Path) -> dict[str, Any]:
    """Return everything about a folder that an attempt could change."""
    found = {".": folder.stat().st_mode}
    for path in sorted(folder.rglob("*")):
        if "__pycache__" in path.parts:  # imports are exempt
            continue
        about = path.lstat()
        content = path.read_bytes() if path.is_file() else b""
        times = about.st_mtime if about.st_mtime < 2 else None  # those of a new file are not told in advance
        found[str(path.relative_to(folder))] = (about.st_mode, times, content)  # type: ignore[assignment]
    return found


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What came of every attempt, made by one process."""
    root = tmp_path_factory.mktemp("attempts")
    untouched = prepare(root / "untouched").outside
    told = subprocess.run(
        [sys.executable, "-m", "tests.policy.escapes", str(root)],
        cwd=ROOT,
        env=scrubbed(root, PATH="/usr/bin:/bin", PYTHONPATH="."),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert told.returncode == 0, told.stderr
    ended = {row["name"]: row for row in map(json.loads, told.stdout.splitlines())}
    expected = state(untouched)
    for name, row in ended.items():
        after = state(root / name / "outside")
        for ours in (expected, after):  # these two name their own folder
            ours.pop("script.py", None)
            ours.pop("link", None)
        row["changed"] = row["changed"] or after != expected
        row["happened"] = row["changed"] or SECRET in row["got"]
    return ended


@pytest.mark.parametrize("name", TABLE)
def test_an_attempt_ends_as_its_verdict_says(name: str, made: dict[str, dict[str, Any]]) -> None:
    row, (_, verdict) = made[name], TABLE[name]
    if verdict == "blocked":
        late = name == "thread_that_outlives_the_call"  # nothing had been refused when the call ended
        assert (row["code"], row["happened"]) == (None if late else "E2002", False), row
    else:
        assert (row["code"], row["happened"]) == (None, True), row


@pytest.mark.parametrize("words", sorted({verdict for _, verdict in TABLE.values()} - {"blocked"}))
def test_every_limit_is_documented(words: str) -> None:
    assert words in " ".join(PAGE.read_text().split())


def test_there_are_attempts_of_every_kind() -> None:
    assert sum(verdict == "blocked" for _, verdict in TABLE.values()) >= 40
