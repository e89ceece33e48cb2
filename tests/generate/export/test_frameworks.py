"""What is exported runs in the real frameworks: each in its own environment, used as its agents use tools."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.conftest import scrubbed
from tests.generate.export.environments import CHOSEN, ROOT, programs_of
from tests.generate.export.everything import EMPTY, KINDS, app

from tooli.generate.export.frameworks import FRAMEWORKS

pytestmark = pytest.mark.frameworks

HERE = Path(__file__).parent
MODES = ("subprocess", "import", "live")
RULES = "E4,E7,E9,F,W,I,B,UP,SIM,RET,C4,RUF,ANN001,ANN201"
Answer = dict[str, Any]


def python_of(framework: str) -> Path:
    return programs_of(framework) / "python"


@pytest.fixture(params=CHOSEN)
def framework(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    programs_of(name)
    return name


@pytest.fixture(params=MODES)
def mode(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def export(folder: Path, script: str, *words: str) -> Path:
    """Export the app of a script in a folder, into that folder."""
    file = folder / "exported_tools.py"
    line = [sys.executable, script, "export", "--write", file.name, *words]
    subprocess.run(line, cwd=folder, check=True, capture_output=True, env=environment(folder))
    return file


def environment(folder: Path) -> dict[str, str]:
    return scrubbed(folder, PYTHONPATH=str(folder))


def used(
    folder: Path, framework: str, mode: str, cases: list[list[Any]], script: str = "everything.py"
) -> Any:
    """Let an agent of the framework use tools; return what came back, and the schemas it saw."""
    place = f"{Path(script).stem}:live"
    if mode != "live":
        place = str(export(folder, script, "--target", framework, "--mode", mode))
    done = subprocess.run(
        [python_of(framework), HERE / "drivers" / "run.py", framework, place],
        cwd=folder,
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        env=environment(folder),
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(HERE / "everything.py", tmp_path)
    return tmp_path


def expected(command: str, **arguments: Any) -> Any:
    return app.call(command, **arguments).model_dump()["result"]


def test_a_value_of_every_type_gives_what_the_app_gives(folder: Path, framework: str, mode: str) -> None:
    cases: list[list[Any]] = [[f"take_{name}", {"value": value}] for name, _, value in KINDS]
    ran = used(folder, framework, mode, cases)
    for (name, _, value), answer in zip(KINDS, ran["answers"], strict=True):
        assert answer.get("result") == expected(f"take-{name}", value=value), (name, answer)
    for name, schema in ran["schemas"].items():
        Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object", name


def test_null_and_what_is_empty_are_what_they_are_in_the_app(folder: Path, framework: str, mode: str) -> None:
    empty = [(name, value) for name, _, _ in KINDS for value in EMPTY]
    calls: list[tuple[str, dict[str, Any]]] = [
        (f"take_{name}", {"value": value})
        for name, value in empty
        if app.call(f"take-{name}", value=value).ok
    ]
    nulls = dict.fromkeys(("number", "tags", "mode", "user"))
    calls += [("nothing", {}), ("nothing", {**nulls, "names": [], "pairs": {}}), ("nothing", {"tags": []})]
    ran = used(folder, framework, mode, [[*call] for call in calls])
    for (name, given), answer in zip(calls, ran["answers"], strict=True):
        assert answer.get("result", answer) == expected(name, **given), (name, given)


def test_defaults_async_commands_streams_groups_and_odd_names_work(
    folder: Path, framework: str, mode: str
) -> None:
    (folder / "data.txt").write_text("data")
    config = "config_" if "config" in FRAMEWORKS[framework].reserved else "config"
    given = {"where": "y z", "tags": ["b", "-c"], "loud": True, "quiet": True, "level": 2, "maybe": False}
    ran = used(
        folder,
        framework,
        mode,
        [
            ["defaults", {}],
            ["defaults", {**given, config: "d"}],
            ["import_" if framework == "smolagents" else "import", {"files": ["a", "-b"]}],
            ["read", {"source": "data.txt", "password": "secret"}],
            ["later", {"text": "z"}],
            ["count", {"stop": 2}],
            ["count_later", {}],
            ["db_migrate", {"version": 7}],
        ],
    )
    assert [answer.get("result", answer) for answer in ran["answers"]] == [
        expected("defaults"),
        expected("defaults", **given, config="d"),
        ["a", "-b", "t"],
        ["data", 6],
        "zz",
        [0, 1],
        [{"number": 0}, {"number": 1}, {"number": 2}],
        7,
    ]


def test_tools_and_params_of_any_name_work(tmp_path: Path, framework: str, mode: str) -> None:
    shutil.copy(HERE / "hostile_names.py", tmp_path)
    names = ["match", "json", "Any", "tool", "app", "run_command", "self", "list_", "api_list"]
    names += ["list__", "print_", "import_"] if framework == "smolagents" else ["list", "print", "import"]
    cases: list[list[Any]] = [[name, {"ids": [1], "words": {"a": "b"}}] for name in names]
    cases += [["params", {"list": 1, "dict": "a", "str": "b"}], ["rows", {"list": 1}]]
    ran = used(tmp_path, framework, mode, cases, "hostile_names.py")
    assert [answer.get("result", answer) for answer in ran["answers"]] == [
        *[[1]] * len(names),
        {"ab": [1, *range(1, 13)]},
        [{"list": 0, "options": 1}],
    ]


def test_failures_tell_the_model_what_to_do(folder: Path, framework: str, mode: str) -> None:
    cases: list[list[Any]] = [
        ["take_limited", {"value": 99}],
        ["find", {}],
        ["find", {"name": "thing", "mane": 1}],
        ["find", {"name": "nothing"}],
        ["crash", {}],
    ]
    limited, missing, unknown, not_found, crashed = used(folder, framework, mode, cases)["answers"]
    assert "9" in limited["error"]
    assert "name" in missing["error"]
    assert "mane" in unknown["error"]
    assert "there is no nothing" in not_found["error"]
    assert "Use thing." in not_found["error"]
    assert "boom" in crashed["error"]


def test_a_person_is_asked_before_something_is_destroyed(folder: Path, framework: str, mode: str) -> None:
    cases: list[list[Any]] = [
        ["remove", {"name": "x"}, True],
        ["remove", {"name": "x"}, False],
        ["launch", {"what": "x"}, True],
        ["find", {"name": "thing"}],
    ]
    agreed, refused, unapproved, harmless = used(folder, framework, mode, cases)["answers"]
    assert agreed == {"result": "removed x", "asked": ["remove"]}
    assert refused["asked"] == ["remove"]
    assert "result" not in refused
    assert "E2903" in unapproved["error"]
    assert "approvals grant" in unapproved["error"]
    assert harmless == {"result": "found", "asked": []}


@pytest.mark.parametrize("framework", [name for name in CHOSEN if FRAMEWORKS[name].streams])
def test_items_come_as_they_are_made_where_the_framework_can_stream(
    folder: Path, framework: str, mode: str
) -> None:
    (counted,) = used(folder, framework, mode, [["count", {"stop": 3}]])["answers"]
    assert counted["items"] == counted["result"] == [0, 1, 2]


def test_an_example_app_works(tmp_path: Path, framework: str, mode: str) -> None:
    folder = tmp_path / "docq"
    shutil.copytree(ROOT / "examples" / "docq", folder)
    readme = "README.md"
    cases: list[list[Any]] = [
        ["outline", {"path": readme}],
        ["search", {"text": "docq", "path": readme, "context": 1}],
        ["stats", {"path": readme, "sort": "wrds"}],
    ]
    outline, search, wrong = used(folder, framework, mode, cases, "app.py")["answers"]
    done = subprocess.run(
        [sys.executable, "app.py", "outline", readme, "--json"],
        cwd=folder,
        check=True,
        capture_output=True,
        env=environment(folder),
    )
    assert outline["result"] == json.loads(done.stdout)["result"]
    assert search["result"][0]["file"] == readme
    assert "words" in wrong["error"]


@pytest.mark.parametrize("mode", ["subprocess", "import"])
def test_what_is_exported_is_clean_and_its_test_passes(folder: Path, framework: str, mode: str) -> None:
    file = export(folder, "everything.py", "--target", framework, "--mode", mode, "--with-test")
    bin = Path(sys.executable).parent
    lines: list[list[str | Path]] = [
        [
            bin / "ruff",
            "check",
            "--isolated",
            "--no-cache",
            "--select",
            RULES,
            file.name,
            f"test_{file.name}",
        ],
        [bin / "ruff", "format", "--isolated", "--no-cache", "--check", file.name, f"test_{file.name}"],
        [
            *(
                bin / "mypy",
                "--strict",
                "--config-file=",
                f"--cache-dir={ROOT / '.cache' / 'mypy' / framework}",
            ),
            *("--follow-imports=silent", f"--python-executable={python_of(framework)}", file.name),
        ],
        [python_of(framework), "-c", TESTS],
    ]
    for line in lines:
        done = subprocess.run(
            line, cwd=folder, capture_output=True, text=True, check=False, env=environment(folder)
        )
        assert done.returncode == 0, done.stdout + done.stderr


TESTS = """
import test_exported_tools as tests
tests.test_it_loads()
tests.test_the_app_would_export_the_same()
"""
