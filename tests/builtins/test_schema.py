"""`schema diff` says what a change breaks, and for whom."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import RunApp

OLD = """
@app.command()
def add(a: int, b: int = 2) -> int: return a + b
@app.command()
def gone() -> None: ...
"""
NEW = """
@app.command()
def add(a: int, b: int = 2, c: int = 3) -> str: return ""
@app.command()
def fresh() -> None: ...
"""


@pytest.fixture
def schemas(run_app: RunApp, tmp_path: Path) -> RunApp:
    (tmp_path / "old.json").write_bytes(run_app(OLD, "--schema").out)
    (tmp_path / "new.json").write_bytes(run_app(NEW, "--schema").out)
    return run_app


def test_each_change_says_whom_it_breaks(schemas: RunApp) -> None:
    changes = schemas.again("schema", "diff", "old.json", "new.json").result
    assert [(change["path"], change["severity"], change["breaks"]) for change in changes] == [
        ("add.input.c", "compatible", None),
        ("add.output", "breaking", "readers"),
        ("gone", "breaking", "callers"),
        ("fresh", "compatible", None),
    ]


def test_one_of_the_two_may_be_piped_in(schemas: RunApp, tmp_path: Path) -> None:
    piped = (tmp_path / "old.json").read_bytes()
    assert schemas.again("schema", "diff", "-", "old.json", stdin=piped).result == []


@pytest.mark.parametrize("text", ["[1]", '{"commands": [{}]}', '{"commands": 3}', '{"name": 1}', "nonsense"])
def test_a_file_that_is_no_schema_is_refused(schemas: RunApp, tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.json").write_text(text)
    ran = schemas.again("schema", "diff", "old.json", "bad.json")
    assert (ran.code, ran.error["code"], ran.error["field"]) == (65, "E1908", "new")


def test_a_file_that_is_not_there_is_named(schemas: RunApp) -> None:
    ran = schemas.again("schema", "diff", "old.json", "nex.json")
    assert (ran.error["code"], ran.error["field"]) == ("E1907", "new")


def test_show_prints_what_the_flag_prints(schemas: RunApp) -> None:
    import json

    assert schemas.again("schema", "show", "add").out != b""
    assert json.loads(schemas.again("schema", "show").out) == json.loads(schemas.again("--schema").out)
