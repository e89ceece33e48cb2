"""Items of one command fill a param of another."""

from __future__ import annotations

import pytest
from tests.conftest import RunApp

from tooli import StdinOr, Tooli
from tooli.errors import DeclarationError

APP = """
    from collections.abc import Iterator
    from dataclasses import dataclass
    from pathlib import Path
    from typing import TypedDict
    from tooli import SecretInput

    class File(TypedDict):
        path: str
        size: int

    @dataclass
    class Order:
        id: int
        count: int = 1

    @app.command
    def find(n: int = 2, fail: bool = False) -> Iterator[File]:
        "Find files."
        for number in range(n):
            yield {"path": f"f{number}", "size": number}
        if fail:
            raise ToolError("no more", code="E3001")

    @app.command
    def listed() -> list[File]:
        "List files."
        return [{"path": "f0", "size": 0}]

    @app.command
    def anything() -> list[dict]:
        "Give objects."
        return []

    @app.command(pipe_output={"fields": ["path"]})
    def declared() -> list[dict]:
        "Give paths."
        return [{"path": "d"}]

    @app.command(pipe_input="paths")
    def stat(paths: list[Path], loud: bool = False) -> list[str]:
        "Look at files."
        return [str(path) for path in paths]

    @app.command(pipe_input={"param": "values", "field": "size"})
    def add(*values: int) -> int:
        "Add up."
        return sum(values)

    @app.command(pipe_input="orders")
    def order(orders: list[Order]) -> int:
        "Order."
        return sum(order.count for order in orders)

    @app.command(pipe_input={"param": "words", "format": "lines"})
    def join(words: list[str]) -> str:
        "Join words."
        return "+".join(words)

    @app.command(pipe_input="name")
    def one(name: str, password: SecretInput[str] | None = None) -> str:
        "Take one."
        return name
"""


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("$APP find | $APP stat -", ["f0", "f1"]),
        ("$APP find --json | $APP stat -", ["f0", "f1"]),
        ("$APP listed --jsonl | $APP stat -", ["f0"]),
        ("$APP listed --json | $APP stat -", ["f0"]),
        ("$APP find | $APP stat", ["f0", "f1"]),
        ("$APP find | $APP stat a - b", ["a", "f0", "f1", "b"]),
        ("$APP find | $APP stat --paths -", ["f0", "f1"]),
        ("$APP find --n 0 | $APP stat -", []),
        ("$APP find --n 4 | $APP add -", 6),
        ("echo '[1, 2, \"3\"]' | $APP add -", 6),
        ("printf '1\\n2\\n' | $APP add 4 -", 7),
        ("printf 'a b\\nc\\n\\n' | $APP stat -", ["a b", "c"]),
        ('printf \'"a"\\n"b"\\n\' | $APP stat -', ["a", "b"]),
        ('printf \'{"id": 1, "count": 2}\\n{"id": 2}\\n\' | $APP order -', 3),
        ("printf '[x]\\n{y\\n' | $APP join -", "[x]+{y"),
        ('echo \'{"name": "ann"}\' | $APP one -', "ann"),
        ("printf 'a\\nb\\0[c\\0' | $APP stat - --null", ["a\nb", "[c"]),
        ("$APP find --fields path --print0 | $APP stat - --null", ["f0", "f1"]),
    ],
)
def test_what_is_piped_in_fills_the_param(run_app: RunApp, line: str, result: object) -> None:
    run_app.write(APP)
    assert run_app.shell(line).result == result


@pytest.mark.parametrize(
    ("line", "message", "details"),
    [
        (
            "$APP find | $APP one -",
            "name: stdin: line 1: there is no field name",
            {"input": "stdin", "line": 1, "field": "name", "fields": ["path", "size"]},
        ),
        (
            'printf \'{"id": 1}\\n\\n{"id": "x"}\\n\' | $APP order -',
            "orders: stdin: line 3: id: "
            "input should be a valid integer, unable to parse string as an integer",
            {"input": "stdin", "line": 3, "field": "id"},
        ),
        (
            'echo \'[{"size": 1}, {"size": "much"}]\' | $APP add -',
            "values: stdin: item 2: size: 'much' is not a whole number",
            {"input": "stdin", "item": 2, "field": "size"},
        ),
        (
            "printf '1\\nx\\n' | $APP add -",
            "values: stdin: line 2: 'x' is not a whole number",
            {"input": "stdin", "line": 2},
        ),
        (
            'printf \'{"path": "a"}\\n{"path"\\n\' | $APP stat -',
            "paths: stdin: not valid JSON: Expecting ':' delimiter at line 2, column 8",
            {"input": "stdin", "line": 2, "column": 8},
        ),
        (
            "$APP listed | $APP one - --fields x; true",
            "name: stdin: item 1: there is no field name",
            {"input": "stdin", "item": 1, "field": "name", "fields": ["path", "size"]},
        ),
        (
            "printf 'a\\nb\\n' | $APP one -",
            "name: stdin: one item was expected, and 2 came",
            {"input": "stdin", "items": 2},
        ),
    ],
)
def test_an_item_that_does_not_fit_is_an_error_that_says_where(
    run_app: RunApp, line: str, message: str, details: dict[str, object]
) -> None:
    run_app.write(APP)
    error = run_app.shell(line).error
    assert (error["code"], error["message"], error["details"]) == ("E1908", message, details)


def test_a_command_that_failed_makes_the_one_behind_it_fail(run_app: RunApp) -> None:
    run_app.write(APP)
    error = run_app.shell("$APP find --fail | $APP stat -").error
    assert (error["code"], error["message"]) == ("E4902", "stdin: app.find failed: no more")


def test_only_one_param_can_have_stdin(run_app: RunApp) -> None:
    run_app.write(APP)
    error = run_app.shell("echo a | $APP one - --password-file -").error
    assert (error["code"], error["field"]) == ("E1909", "name")


def test_what_is_piped_in_wins_over_the_environment(run_app: RunApp) -> None:
    run_app.write(
        APP.replace("from collections", "app._settings = {'env_prefix': 'APP'}\n    from collections", 1)
    )
    assert run_app.shell("printf '5\\n' | $APP add -", env={"APP_VALUES": "7"}).result == 5
    assert run_app.shell("$APP add", env={"APP_VALUES": "7"}).result == 7


def test_nothing_piped_in_is_a_missing_param(run_app: RunApp) -> None:
    error = run_app(APP, "stat").error
    assert (error["code"], error["field"]) == ("E1901", "paths")


def test_a_mistake_elsewhere_is_repaired_and_the_dash_stays(run_app: RunApp) -> None:
    run_app.write(APP)
    error = run_app.shell("echo 1 | $APP add - --lmit 3").error
    assert error["suggestion"]["example"] == "python app.py add - --limit 3"


def test_a_schema_says_which_commands_feed_which(run_app: RunApp) -> None:
    run_app.write(APP)
    told = {}
    for name in ("find", "anything", "stat", "add", "order", "join"):
        told[name] = run_app.again(name, "--schema").document.get("pipe")
    feeders = ["find", "listed", "declared"]
    assert told == {
        "find": {"to": ["stat", "add"]},
        "anything": None,
        "stat": {"param": "paths", "field": "path", "from": feeders},
        "add": {"param": "values", "field": "size", "from": feeders[:2]},
        "order": {"param": "orders"},
        "join": {"param": "words", "format": "lines"},
    }
    listed = run_app.again("--schema").document["commands"]
    assert {command["name"]: command.get("pipe") for command in listed}["find"] == told["find"]


def test_help_says_it_too(run_app: RunApp) -> None:
    text = " ".join(run_app(APP, "stat", "--help", "--plain").stdout.lower().split())
    assert "paths may be piped in: - takes path of each item, as of find, listed, declared" in text
    assert "can be piped to stat, add" in " ".join(
        run_app.again("find", "--help", "--plain").stdout.lower().split()
    )


def test_python_is_unaffected(run_app: RunApp) -> None:
    app = Tooli("app")
    app.command("echo", pipe_input="words")(echo)
    assert app.call("echo", words=["-"]).result == ["-"]


def echo(words: list[str]) -> list[str]:
    return words


def reading(data: StdinOr[str], words: list[str]) -> None: ...


@pytest.mark.parametrize(
    ("declared", "what"),
    [
        ("other", "pipe_input: there is no param 'other'"),
        ({"parm": "words"}, "pipe_input has no 'parm'; it may say param, field, format"),
        ({"format": "xml"}, "pipe_input: format 'xml' is not one of json, jsonl, lines"),
        (["words"], "pipe_input is a dict such as {'param': …}, not ('words',)"),
    ],
)
def test_a_declaration_that_cannot_work_is_refused(declared: object, what: str) -> None:
    with pytest.raises(DeclarationError) as caught:
        Tooli("app").command(pipe_input=declared)(echo)  # type: ignore[call-overload] # that is the mistake
    assert what in str(caught.value)


def test_stdin_cannot_fill_two_params() -> None:
    with pytest.raises(DeclarationError, match="stdin is read by 'data'"):
        Tooli("app").command(pipe_input="words")(reading)
