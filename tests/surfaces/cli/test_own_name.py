"""An app with one command runs it without its name; a line that names it is told how to call it."""

from __future__ import annotations

import pytest
from tests.conftest import RunApp

APP = """
@app.command(aliases=["hi"])
def greet(name: str, loud: bool = False) -> str:
    return f"hi {name}"
"""


@pytest.mark.parametrize(
    ("args", "named", "line"),
    [
        (["greet", "bob"], "greet", "python app.py bob"),
        (["--json", "greet", "bob"], "greet", "python app.py --json bob"),
        (["hi", "--loud", "bob"], "hi", "python app.py --loud bob"),
        (["greet", "bob", "ann"], "greet", "python app.py 'bob ann'"),
    ],
)
def test_a_line_that_names_the_only_command_is_repaired(
    run_app: RunApp, args: list[str], named: str, line: str
) -> None:
    ran = run_app(APP, *args)
    assert (ran.code, ran.error["code"]) == (2, "E1900")
    assert ran.error["message"] == f"{named} is the only command of app, which runs it without its name"
    assert ran.error["suggestion"]["example"] == line
    assert ran.error["suggestion"]["applicability"] == "machine_applicable"


def test_a_value_may_be_the_name_of_the_command(run_app: RunApp) -> None:
    assert run_app(APP, "greet").result == "hi greet"


@pytest.mark.parametrize(
    ("args", "fix", "line"),
    [
        (
            ["mcp", "serve"],
            "Write tooli first: mcp is a command of every app.",
            "python app.py tooli mcp serve",
        ),
        (
            ["mcp", "serve", "--transport", "http"],
            "Write tooli first: mcp is a command of every app.",
            "python app.py tooli mcp serve --transport http",
        ),
        (
            ["config", "shwo"],
            "Write tooli first: config is a command of every app. Use show instead of shwo.",
            "python app.py tooli config show",
        ),
        (["config", "John"], "Put quotes around 'config John'.", "python app.py 'config John'"),
    ],
)
def test_a_line_that_may_mean_a_command_of_every_app_names_the_form_that_runs_it(
    run_app: RunApp, args: list[str], fix: str, line: str
) -> None:
    suggestion = run_app(APP, *args).error["suggestion"]
    assert (suggestion["fix"], suggestion["example"]) == (fix, line)
    assert suggestion["applicability"] == "maybe_incorrect"


def test_the_only_command_may_have_the_name_of_one_of_every_app(run_app: RunApp) -> None:
    suggestion = run_app(APP.replace("greet", "config"), "config", "bob").error["suggestion"]
    assert (suggestion["example"], suggestion["applicability"]) == ("python app.py bob", "machine_applicable")
