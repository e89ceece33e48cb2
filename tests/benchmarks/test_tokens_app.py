"""The 72-command app whose texts are counted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "benchmarks" / "tokens"


def run(*words: str, script: str = "app.py") -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("TOOLI_")}
    return subprocess.run(
        [sys.executable, str(FOLDER / script), *words],
        env={**environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def result(*words: str) -> object:
    answered = run(*words, "--json")
    assert answered.returncode == 0, answered.stdout
    return json.loads(answered.stdout)["result"]


def test_the_app_has_six_groups_of_twelve_commands() -> None:
    names = [tool["name"] for tool in json.loads(run("--schema", "mcp").stdout)]
    groups = ("compute", "storage", "database", "network", "monitor", "account")
    assert len(names) == 72
    assert {group: sum(name.startswith(f"{group}_") for name in names) for group in groups} == dict.fromkeys(
        groups, 12
    )


def test_its_commands_run_and_check_their_input() -> None:
    assert result("storage", "bucket-create", "photos", "--region", "eu-north", "--class", "cool") == {
        "command": "bucket-create"
    }
    wrong = run("storage", "bucket-create", "photos", "--region", "eu-north", "--class", "warm", "--json")
    assert (wrong.returncode, json.loads(wrong.stdout)["error"]["code"]) == (2, "E1904")


@pytest.mark.parametrize(
    ("words", "rows"), [(("compute", "server-list"), 25), (("monitor", "log-search", "payment"), 50)]
)
def test_two_commands_answer_with_uniform_lists(words: tuple[str, ...], rows: int) -> None:
    found = result(*words)
    assert isinstance(found, list)
    assert len(found) == rows
    assert {tuple(row) for row in found} == {tuple(found[0])}


@pytest.mark.parametrize("words", [("database", "instance-show", "orders"), ("account", "bill-show", "7")])
def test_two_commands_answer_with_nested_objects(words: tuple[str, ...]) -> None:
    found = result(*words)
    assert isinstance(found, dict)
    assert any(isinstance(value, dict) and dict in map(type, value.values()) for value in found.values())


def test_the_counts_are_printed_and_written_between_markers(tmp_path: Path) -> None:
    document = tmp_path / "tokens.md"
    document.write_text("# Tokens\n\n<!-- benchmarks: start -->\nold\n<!-- benchmarks: end -->\n\nThe end.\n")
    counted = run("--write", str(document), script="run.py")
    assert (counted.returncode, counted.stderr) == (0, "")
    text = document.read_text(encoding="utf-8")
    assert text.startswith("# Tokens\n\n<!-- benchmarks: start -->\n")
    assert text.endswith("<!-- benchmarks: end -->\n\nThe end.\n")
    assert "old" not in text.split("\n")
    headings = [line for line in text.splitlines() if line.startswith("### ")]
    assert headings == ["### Answers", "### Help", "### Schemas and errors", "### A session"]
    assert counted.stdout.strip() in text
