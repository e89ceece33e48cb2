"""Variables of the framework: a value that one cannot have is told, with the variable's name."""

from __future__ import annotations

import pytest
from tests.conftest import RunApp

APP = """
@app.command()
def other() -> int:
    return 1

@app.command()
def hello(name: str = "world") -> str:
    return f"hello {name}"
"""


@pytest.mark.parametrize(
    ("variable", "value", "code", "message"),
    [
        (
            "TOOLI_OUTPUT",
            "nonsense",
            "E1904",
            "'nonsense' is not one of auto, json, jsonl, columns, text, plain, toon",
        ),
        ("TOOLI_TIMEOUT", "soon", "E1903", "'soon' is not a number of seconds"),
        ("TOOLI_TIMEOUT", "0", "E1903", "'0' is not a positive number of seconds"),
        ("TOOLI_YES", "maybe", "E1903", "'maybe' is neither true nor false (1 or 0)"),
    ],
)
def test_a_value_that_a_variable_cannot_have_is_an_error(
    run_app: RunApp, variable: str, value: str, code: str, message: str
) -> None:
    ran = run_app(APP, "hello", env={variable: value})
    assert ran.code == 2
    assert ran.error["code"] == code
    assert ran.error["message"] == f"{variable}: {message}"
    assert ran.error["field"] == variable
    assert ran.error["suggestion"]["fix"] == f"Correct {variable}, or unset it."


def test_a_variable_is_told_beside_the_mistakes_of_the_line(run_app: RunApp) -> None:
    ran = run_app(APP, "hello", "--nam", "bob", env={"TOOLI_YES": "maybe"})
    assert [error["field"] for error in ran.error["details"]["errors"]] == ["TOOLI_YES", "nam"]
    assert ran.error["suggestion"]["action"] == "fix"


def test_a_variable_is_not_looked_at_where_its_flag_is_given(run_app: RunApp) -> None:
    wrong: dict[str, str | None] = {"TOOLI_OUTPUT": "x", "TOOLI_TIMEOUT": "x", "TOOLI_YES": "x"}
    assert run_app(APP, "hello", "--json", "--timeout", "9", "--yes", env=wrong).result == "hello world"


def test_an_empty_variable_says_nothing(run_app: RunApp) -> None:
    empty: dict[str, str | None] = {"TOOLI_OUTPUT": "", "TOOLI_TIMEOUT": "", "TOOLI_YES": ""}
    assert run_app(APP, "hello", env=empty).result == "hello world"


@pytest.mark.parametrize(
    ("variable", "value", "warning"),
    [
        ("TOOLI_AGENT_MODE", "maybe", "TOOLI_AGENT_MODE is ignored: 'maybe' is neither 1 nor 0"),
        (
            "TOOLI_CALLER",
            "my bot",
            "TOOLI_CALLER is ignored: 'my bot' is not 1 to 64 of A-Z a-z 0-9 . _ @ / -",
        ),
    ],
)
def test_who_calls_is_a_warning_when_it_cannot_be_read(
    run_app: RunApp, variable: str, value: str, warning: str
) -> None:
    ran = run_app(APP, "hello", env={variable: value})
    assert ran.result == "hello world"
    assert ran.document["meta"]["warnings"] == [warning]


def test_a_level_that_is_none_names_its_variable(run_app: RunApp) -> None:
    ran = run_app(APP, "hello", env={"TOOLI_SECURITY_POLICY": "loose"})
    assert (ran.error["code"], ran.error["message"]) == (
        "E1904",
        "security_policy: 'loose' is not one of off, standard, strict",
    )
    assert ran.error["suggestion"]["fix"] == "Set TOOLI_SECURITY_POLICY to one of them."


def test_a_transport_that_is_none_says_where_it_can_be_set(run_app: RunApp) -> None:
    ran = run_app(APP, "mcp", "serve", env={"TOOLI_MCP_TRANSPORT": "pigeon"})
    assert (ran.error["code"], ran.error["message"]) == (
        "E1904",
        "transport: 'pigeon' is not one of stdio, http, sse",
    )
    assert "TOOLI_MCP_TRANSPORT" in ran.error["suggestion"]["fix"]
    ran = run_app.again("mcp", "serve", env={"TOOLI_MCP_CONCURRENCY": "many"})
    assert ran.error["suggestion"]["fix"] == "Correct TOOLI_MCP_CONCURRENCY."
