"""The confmigrate example: notations, problems and their lines, migrations that keep what was meant."""

from __future__ import annotations

import json
import shutil
import sys
import tomllib
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tooli import Tooli

EXAMPLE = Path(__file__).parents[2] / "examples" / "confmigrate"
sys.path.append(str(EXAMPLE))
notation: Any = import_module("notation")
changes: Any = import_module("changes")
app: Tooli = import_module("confmigrate").app


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return Path(shutil.copy(EXAMPLE / "sample" / "lantern.ini", tmp_path))


def failure(name: str, **arguments: Any) -> Any:
    answer = app.call(name, **arguments)
    assert answer.error is not None
    return answer.error


def test_ini_is_read_with_its_lines() -> None:
    text = "top = 1\n# no\n; no\n[a.b]\n x: y = z \nempty =\n[ c ]\nk=v"
    assert [tuple(setting) for setting in notation.read(text, ".ini")] == [
        ("top", "1", 1),
        ("a.b.x", "y = z", 5),
        ("a.b.empty", "", 6),
        ("c.k", "v", 8),
    ]


@given(
    st.dictionaries(
        st.text("ab -", min_size=1, max_size=3),
        st.dictionaries(
            st.text(min_size=1, max_size=3).filter(lambda key: "." not in key),
            st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False, allow_infinity=False),
            min_size=1,
            max_size=3,
        ),
        max_size=3,
    )
)
@settings(max_examples=50)
def test_what_is_written_reads_back(tree: dict[str, Any]) -> None:
    flat = [
        notation.Setting(f"{group}.{name}", value) for group in tree for name, value in tree[group].items()
    ]
    assert json.loads(notation.write(flat, ".json")) == tree
    assert tomllib.loads(notation.write(flat, ".toml")) == tree


@pytest.mark.parametrize(
    ("name", "text", "line", "message"),
    [
        ("a.ini", "[server]\nport\n", 2, "'port' is neither [section] nor key = value"),
        ("a.ini", "\n[server\n", 2, "'[server' is no [section]"),
        ("a.json", '{"version": 2,\n "x": }', 2, "Expecting value"),
        ("a.json", "[]", 1, "it is not an object"),
        ("a.toml", "version = 3\nx = \n", 2, "Invalid value"),
    ],
)
def test_what_is_malformed_is_named_with_its_line(
    tmp_path: Path, name: str, text: str, line: int, message: str
) -> None:
    file = tmp_path / name
    file.write_text(text)
    for command in ("check", "plan"):
        error = failure(command, file=file)
        assert (error.code, error.message) == ("E1001", f"{file}:{line}: {message}")
        assert error.details == {"file": str(file), "line": line}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("port = 80.5", "'80.5' is not a whole number"),
        ("daemon = maybe", "'maybe' is not yes or no"),
        ("bnid = x", "unknown; nearest is server.bind"),
        ("colour = x", "unknown"),
        ("bind = b", "given before, in line 2"),
    ],
)
def test_problems_are_found_before_anything_is_done(tmp_path: Path, line: str, problem: str) -> None:
    file = tmp_path / "a.ini"
    file.write_text(f"[server]\nbind = a\n{line}\n")
    key = f"server.{line.split(maxsplit=1)[0]}"
    found = app.call("check", file=file).unwrap()["problems"]
    assert found == [{"line": 3, "key": key, "problem": problem}]
    error = failure("apply", file=file, yes=True)
    assert (error.code, error.message) == ("E1002", f"{file}:3: {key}: {problem}")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.ini"]


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e999", "", "two"])
def test_a_number_has_to_be_one(value: str) -> None:
    assert changes.typed(value, float) is None


def test_every_setting_of_a_version_is_known_to_the_next() -> None:
    for version in (1, 2):
        for key, kind in changes.KEYS[version].items():
            value = {str: "x", int: version, float: 1.5, bool: True}[kind]
            after, _ = changes.migrated([notation.Setting(key, value)], version, version + 1)
            assert list(changes.problems(after, version + 1)) == []


def test_two_steps_come_to_the_same_as_one(file: Path, tmp_path: Path) -> None:
    app.call("apply", file=file, target=2, yes=True).unwrap()
    app.call("apply", file=tmp_path / "lantern.json", yes=True).unwrap()
    stepwise = tomllib.loads((tmp_path / "lantern.toml").read_text())
    whole = changes.migrated(notation.read((tmp_path / "lantern.ini.bak").read_text(), ".ini"), 1, 3)[0]
    assert stepwise == tomllib.loads(notation.write(whole, ".toml"))
    assert stepwise == {
        "version": 3,
        "server": {"host": "127.0.0.1", "port": 8000},
        "logging": {"path": "/var/log/lantern.log", "level": "warning"},
        "lamp": {"timeout_ms": 2500},
    }


def test_a_default_that_changed_is_pinned_only_where_it_was_relied_on(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text('{"version": 2, "log": {"level": "debug"}}')
    assert [change["change"] for change in app.call("plan", file=file).unwrap()] == ["renamed"]


def test_apply_does_what_its_dry_run_says_and_keeps_the_old_file(file: Path, tmp_path: Path) -> None:
    before = file.read_bytes()
    plan = app.call("apply", file=file, dry_run=True).unwrap()
    assert [path.name for path in tmp_path.iterdir()] == ["lantern.ini"]
    assert failure("apply", file=file).code == "E1010"
    assert app.call("apply", file=file, yes=True).unwrap() == plan["result"]
    written = (tmp_path / "lantern.toml").read_bytes()
    assert (tmp_path / "lantern.ini.bak").read_bytes() == before
    assert not file.exists()
    assert [action.get("after") or action["before"] for action in plan["actions"]] == [
        f"sha256:{sha256(data).hexdigest()}" for data in (written, before)
    ]


@pytest.mark.parametrize("name", ["lantern.toml", "lantern.ini.bak"])
def test_nothing_is_overwritten(file: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    error = failure("apply", file=file, yes=True)
    assert (error.code, error.message) == ("E3001", f"{name} is there already")
    assert (tmp_path / name).read_text() == "mine"
    assert file.exists()


def test_what_is_newest_stays_as_it_is(file: Path, tmp_path: Path) -> None:
    app.call("apply", file=file, yes=True).unwrap()
    newest = tmp_path / "lantern.toml"
    before = newest.read_bytes()
    assert app.call("apply", file=newest, yes=True).unwrap()["wrote"] is None
    assert newest.read_bytes() == before
    assert failure("plan", file=newest, target=2).code == "E1004"


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.txt", ""), ("a.json", "{}"), ("a.json", '{"version": 9}'), ("a.toml", "version = 2")],
)
def test_a_file_whose_name_does_not_fit_its_version_is_refused(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    assert failure("check", file=tmp_path / name).code == "E1003"


def test_the_first_version_of_plan_still_answers_in_words() -> None:
    answer = app.call("plan@1", file=EXAMPLE / "sample" / "lantern.json")
    assert answer.unwrap() == ["renamed: log.path -> logging.path", "renamed: log.level -> logging.level"]
    assert answer.meta["warnings"] == ["plan@1.0 is deprecated: use plan (2.0)"]
