"""What configuration files say, in which order, and what a project's file may not say."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import RunApp

from tooli.config.document import read_document

APP = """
@app.command
def find(
    pattern: str,
    depth: int = 3,
    tags: list[str] = [],
    token: Annotated[str, Option(envvar="MY_TOKEN")] = "none",
) -> dict:
    return {"pattern": pattern, "depth": depth, "tags": tags, "token": token}

@app.command(annotations=Destructive)
def wipe() -> int:
    return 1

db = app.group("db")

@db.command()
def migrate(target: str = "none") -> str:
    return target
"""
APP = "from tooli.annotations import Destructive\n" + APP


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def find(run_app: RunApp, *words: str, **env: str) -> Any:
    return run_app(APP, "find", "x", *words, env={**env})


def write(folder: Path, **files: str) -> None:
    names = {"pyproject": "pyproject.toml", "yaml": ".tooli.yaml", "env": ".env"}
    for name, text in files.items():
        (folder / names[name]).write_text(text)


def user_file(home: Path, text: str) -> None:
    path = home / ".config" / "tooli" / "config.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(text)


def test_params_come_from_the_nearest_source(run_app: RunApp, tmp_path: Path, home: Path) -> None:
    depth = "apps: {{app: {{find: {{depth: {0}, tags: [a, b]}}}}}}\n"
    user_file(home, depth.format(1))
    assert find(run_app, HOME=str(home)).result["depth"] == 1
    write(tmp_path, pyproject="[tool.tooli.apps.app.find]\ndepth = 2\n")
    assert find(run_app, HOME=str(home)).result == {
        "pattern": "x",
        "depth": 2,
        "tags": ["a", "b"],
        "token": "none",
    }
    write(tmp_path, yaml=depth.format(3))
    assert find(run_app, HOME=str(home)).result["depth"] == 3
    assert find(run_app, "--depth", "4", HOME=str(home)).result["depth"] == 4


def test_a_file_says_where_a_value_comes_from(run_app: RunApp, tmp_path: Path) -> None:
    write(tmp_path, pyproject='[project]\nname = "p"\n\n[tool.tooli.apps.app.find]\ndepth = 2\n')
    ran = find(run_app, "--response-format", "detailed")
    assert ran.document["meta"]["sources"] == {
        "pattern": "argument",
        "depth": "pyproject.toml:5",
    }


def test_groups_nest_and_dashes_may_be_underscores(run_app: RunApp, tmp_path: Path) -> None:
    write(tmp_path, yaml="apps:\n  app:\n    db:\n      migrate:\n        target: head\n")
    assert run_app(APP, "db", "migrate").result == "head"


def test_a_wrong_value_of_a_variable_says_whether_it_stands_in_a_file(
    run_app: RunApp, tmp_path: Path
) -> None:
    app = """
@app.command
def find(depth: Annotated[int, Option(envvar="MY_DEPTH", max=5)] = 3) -> int:
    return depth
"""
    (tmp_path / ".git").mkdir()
    write(tmp_path, env="# how deep\nMY_DEPTH=9\n")
    error = run_app(app).error
    assert error["message"] == ".env:2: depth: 9 is not at most 5"
    assert error["suggestion"]["fix"] == "In .env:2: Use 5, the nearest bound."
    assert error["details"]["source"] == ".env:2"
    error = run_app(app, env={"MY_DEPTH": "8"}).error
    assert error["message"] == "env MY_DEPTH: depth: 8 is not at most 5"
    assert error["suggestion"]["example"] == "python app.py --depth 5"
    assert error["details"]["source"] == "env MY_DEPTH"


def test_dotenv_gives_declared_variables_and_settings_below_the_environment(
    run_app: RunApp, tmp_path: Path
) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path, env="MY_TOKEN=filed\n")
    assert find(run_app).result["token"] == "filed"
    assert find(run_app, MY_TOKEN="set").result["token"] == "set"
    write(tmp_path, env="MY_TOKEN=filed\nTOOLI_OUTPUT=text\n")
    ran = find(run_app)
    assert ran.stdout.startswith("pattern: x\n")
    assert "token:   filed" in ran.stdout
    assert find(run_app, TOOLI_OUTPUT="json").result["token"] == "filed"


def test_settings_come_from_files_below_flags_and_variables(run_app: RunApp, tmp_path: Path) -> None:
    write(tmp_path, yaml="output: plain\n")
    assert run_app(APP, "db", "migrate").stdout == "none\n"
    assert run_app(APP, "db", "migrate", "--json").result == "none"
    assert run_app(APP, "db", "migrate", env={"TOOLI_OUTPUT": "json"}).result == "none"


def test_none_leaves_all_files_out_and_a_path_takes_their_place(run_app: RunApp, tmp_path: Path) -> None:
    write(tmp_path, yaml="output: plain\n")
    (tmp_path / "own.yaml").write_text("apps: {app: {find: {depth: 9}}}")
    assert run_app(APP, "db", "migrate", env={"TOOLI_CONFIG": "none"}).result == "none"
    assert find(run_app, TOOLI_CONFIG="own.yaml").result["depth"] == 9


@pytest.mark.parametrize(
    ("name", "text", "line", "message"),
    [
        ("pyproject", "[tool.tooli]\noutput = nonsense\n", 2, "Invalid value (at line 2, column 10)"),
        ("yaml", "output: json\n  timeout: 3\n", 2, "mapping values are not allowed here"),
        ("yaml", "- just: a list\n", 1, "it must hold keys and values"),
        ("env", "TOOLI_OUTPUT=json\nnot a line\n", 2, "it is not of the form NAME=VALUE"),
    ],
)
def test_a_broken_file_is_an_error_with_its_line(
    run_app: RunApp, tmp_path: Path, name: str, text: str, line: int, message: str
) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path, **{name: text})
    ran = find(run_app, "--json")
    path = {"pyproject": "pyproject.toml", "yaml": ".tooli.yaml", "env": ".env"}[name]
    assert (ran.code, ran.error["code"]) == (65, "E1908")
    assert ran.error["message"] == f"{path}:{line}: {message}"
    assert ran.error["details"] == {"file": path, "line": line}


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("yaml", "output: " + "[" * 5000 + "]" * 5000, "it is nested too deeply, or holds itself"),
        ("yaml", "apps: &a\n  app: *a\n", "it is nested too deeply, or holds itself"),
        (
            "pyproject",
            "[tool.tooli]\na = " + "[" * 5000 + "]" * 5000,
            "it is nested too deeply, or holds itself",
        ),
        ("pyproject", "tool.tooli = 5\n", "it must hold keys and values"),
        ("pyproject", "[[tool.tooli]]\n", "it must hold keys and values"),
        ("pyproject", "[tool]\ntooli = 5\n", "it must hold keys and values"),
        ("pyproject", "[tool.tooli]\ntimeout = " + "9" * 5000, "Exceeds the limit"),
        ("yaml", "output: json\0\n", "it is not YAML: unacceptable character"),
        ("env", "# x\n" * 300_000, "it is larger than 1048576 bytes"),
        ("yaml", "# x\n" * 300_000, "it is larger than 1048576 bytes"),
    ],
)
def test_no_file_is_too_strange_to_be_told(
    run_app: RunApp, tmp_path: Path, name: str, text: str, message: str
) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path, **{name: text})
    ran = find(run_app, "--json")
    assert (ran.code, ran.error["code"]) == (65, "E1908")
    assert message in ran.error["message"]


def test_a_pipe_in_the_place_of_a_file_is_never_waited_for(run_app: RunApp, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    for name in ("pipe.yaml", ".tooli.yaml"):
        os.mkfifo(tmp_path / name)
    silent = os.open(tmp_path / ".tooli.yaml", os.O_RDWR)
    try:
        assert find(run_app).result["depth"] == 3
        ran = find(run_app, "--json", TOOLI_CONFIG="pipe.yaml")
    finally:
        os.close(silent)
    assert (ran.error["code"], ran.error["message"]) == ("E1908", "pipe.yaml: it is not a file")


def test_a_home_that_is_no_folder_has_no_file(run_app: RunApp) -> None:
    assert find(run_app, HOME="/dev/null").result["depth"] == 3


def test_the_persons_file_holds_where_the_folder_is_gone(run_app: RunApp, home: Path) -> None:
    user_file(home, "apps: {app: {find: {depth: 8}}}")
    run_app.write(APP)
    line = f"mkdir gone && cd gone && rmdir ../gone && {sys.executable} {{0}}/app.py find x"
    assert run_app.shell(line.format(home.parent), env={"HOME": str(home)}).result["depth"] == 8


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", "[tool.tooli.apps.app.find]\ndepth = 7\n"),
        (".tooli.yaml", "apps: {app: {find: {depth: 7}}}\n"),
    ],
)
def test_a_byte_order_mark_hides_no_setting(run_app: RunApp, tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8-sig")
    assert find(run_app).result["depth"] == 7


def test_help_and_config_path_work_beside_a_broken_file(run_app: RunApp, tmp_path: Path) -> None:
    write(tmp_path, yaml="{{")
    assert run_app(APP, "find", "--help").code == 0
    assert run_app(APP, "config", "path", "--json").result[1] == {
        "kind": "project",
        "path": str(tmp_path / ".tooli.yaml"),
        "exists": True,
        "used": False,
    }


@pytest.mark.parametrize(
    ("text", "field", "fix"),
    [
        ("outptu: json", "outptu", "Write output instead of outptu."),
        ("apps: {app: {fnd: {depth: 1}}}", "apps.app.fnd", "Write find instead of fnd."),
        ("apps: {app: {find: {depht: 1}}}", "apps.app.find.depht", "Write depth instead of depht."),
    ],
)
def test_a_key_nobody_reads_names_the_one_that_was_meant(
    run_app: RunApp, tmp_path: Path, text: str, field: str, fix: str
) -> None:
    write(tmp_path, yaml=text)
    error = find(run_app).error
    assert (error["code"], error["field"], error["suggestion"]["fix"]) == ("E1902", field, fix)


def test_a_wrong_value_names_its_file(run_app: RunApp, tmp_path: Path) -> None:
    write(tmp_path, yaml="apps:\n  app:\n    find:\n      depth: deep\n")
    error = find(run_app).error
    assert error["message"] == ".tooli.yaml:4: depth: 'deep' is not a whole number"
    assert error["suggestion"]["fix"] == "Mend .tooli.yaml:4."
    assert error["details"] == {"value": "deep", "source": ".tooli.yaml:4"}
    told = find(run_app, "--text").stderr
    assert told == (
        "error: .tooli.yaml:4: depth: 'deep' is not a whole number\n"
        "  field: depth\n  fix: Mend .tooli.yaml:4.\n  code: E1903\n"
    )
    for text, message in (
        ("timeout: soon", "timeout: 'soon' is not a number of seconds"),
        ("timeout: 0", "timeout: 0 is not a positive number of seconds"),
        ("sandbox: {root: 5}", "sandbox: root is 5, not a folder"),
        ("sandbox: {allowed: [5]}", "sandbox: allowed is [5], not a list of folders"),
    ):
        write(tmp_path, yaml=text)
        assert find(run_app).error["message"] == f".tooli.yaml:1: {message}"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("security_policy: off", "security_policy"),
        ("auth_scopes: [admin]", "auth_scopes"),
        ("yes: true", "yes"),
        ("store: redis://elsewhere", "store"),
        ("audit_log: elsewhere.jsonl", "audit_log"),
    ],
)
def test_a_projects_file_may_not_loosen(run_app: RunApp, tmp_path: Path, text: str, key: str) -> None:
    write(tmp_path, yaml=text)
    ran = run_app(APP, "wipe")
    assert ran.error["code"] == "E1010"
    warning = f".tooli.yaml:1: {key} is ignored: a project's file may only tighten it"
    assert ran.document["meta"]["warnings"] == [warning]


def test_a_projects_file_may_tighten(run_app: RunApp, tmp_path: Path, home: Path) -> None:
    user_file(home, "allowed_capabilities: [fs:read, env:read, net:read]\nsecurity_policy: standard\n")
    write(tmp_path, yaml="allowed_capabilities: [fs:read, env:read]\nsecurity_policy: strict\n")
    ran = run_app(APP, "config", "show", env={"HOME": str(home)})
    assert ran.result == [
        {"name": "security_policy", "value": "strict", "source": ".tooli.yaml:2"},
        {
            "name": "allowed_capabilities",
            "value": ["fs:read", "env:read"],
            "source": ".tooli.yaml:1",
        },
        {"name": "mcp_concurrency", "value": 64, "source": "default"},
    ]


def test_how_many_calls_a_server_runs_may_stand_in_a_file(run_app: RunApp, tmp_path: Path) -> None:
    write(tmp_path, yaml="mcp_concurrency: 3")
    told = run_app(APP, "config", "show").result
    assert told[-1] == {"name": "mcp_concurrency", "value": 3, "source": ".tooli.yaml:1"}
    write(tmp_path, yaml="mcp_concurrency: many")
    error = find(run_app).error
    assert error["message"] == ".tooli.yaml:1: mcp_concurrency: 'many' is not a positive whole number"
    write(tmp_path, yaml="record: calls.jsonl")  # nobody reads it
    assert find(run_app).error["code"] == "E1902"


def test_the_persons_own_file_may_loosen(run_app: RunApp, home: Path) -> None:
    user_file(home, "security_policy: off\n")
    ran = run_app(APP, "wipe", env={"HOME": str(home)})
    assert ran.result == 1


def test_who_calls_is_not_for_a_file_to_say(run_app: RunApp, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path, env="TOOLI_CALLER=somebody\n")
    meta = find(run_app).document["meta"]
    assert meta["warnings"] == [".env:1: TOOLI_CALLER is ignored: says who calls"]
    assert "caller_id" not in meta


def test_a_project_above_home_is_not_ours(run_app: RunApp, tmp_path: Path) -> None:
    write(tmp_path, yaml="apps: {app: {find: {depth: 8}}}")
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    run_app.write(APP)
    line = "cd a/b && $APP find x".replace("$APP", f"{sys.executable} ../../app.py")
    assert run_app.shell(line).result["depth"] == 8
    assert run_app.shell(line, env={"HOME": str(tmp_path / "a")}).result["depth"] == 3


def test_secrets_are_not_read_from_files(run_app: RunApp, tmp_path: Path) -> None:
    source = """
    from tooli import SecretInput

    @app.command
    def login(password: SecretInput[str]) -> int:
        return 1
    """
    write(tmp_path, yaml="apps: {app: {login: {password: hunter2}}}")
    ran = run_app(source)
    assert ran.error["code"] == "E1903"
    assert "hunter2" not in ran.stdout + ran.stderr


def test_the_python_surface_reads_the_same_files(run_app: RunApp, tmp_path: Path) -> None:
    write(tmp_path, yaml="apps: {app: {find: {depth: 5}}}")
    source = (
        APP
        + '\n@app.command\ndef inner() -> int:\n    return app.call("find", pattern="x").unwrap()["depth"]\n'
    )
    assert run_app(source, "inner").result == 5


@pytest.mark.parametrize(
    ("name", "text", "path", "line"),
    [
        ("a.yaml", "a: 1\nb:\n  c: 2\n", ("b", "c"), 3),
        ("a.toml", "a = 1\n[b.'x y']\nc = 2\n", ("b", "x y", "c"), 3),
        ("pyproject.toml", "[tool.tooli]\na.b = 1\n", ("a", "b"), 2),
    ],
)
def test_every_key_has_its_line(
    tmp_path: Path, name: str, text: str, path: tuple[str, ...], line: int
) -> None:
    (tmp_path / name).write_text(text)
    assert read_document("user", str(tmp_path / name)).line(*path) == line
