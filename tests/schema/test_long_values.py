"""A caller's value is repeated in an error, and cut when it is long: an agent pays for every letter."""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel
from tests.conftest import RunApp

from tooli import CallOptions, Option, Tooli
from tooli.schema.invalid import cut, shown
from tooli.surfaces.python import TooliError

LONG = "q" * 100_000
LETTERS = 1000
app = Tooli("app")


class Point(BaseModel):
    x: int
    kind: Literal["a", "b"] = "a"


@app.command
def take(
    number: Annotated[int, Option(max=5)] = 1,
    choice: Literal["x", "y"] = "x",
    path: Annotated[Path, Option(exists=True)] = Path(),
    table: dict[str, int] | None = None,
    point: Point | None = None,
    day: date | None = None,
    numbers: list[int] | None = None,
    either: int | float | None = None,
) -> list[dict[str, int]]:
    return [{"a": 1}]


def told(error: TooliError | None) -> str:
    """Return an error without its repair, which keeps what the caller got right."""
    assert error is not None
    return json.dumps([error.message, error.field, error.details])


@pytest.mark.parametrize(
    "arguments",
    [
        {"number": LONG},
        {"number": 10**3000},
        {"number": 10**5000},
        {"choice": LONG},
        {"path": LONG},
        {"table": {LONG: LONG}},
        {"point": {"x": LONG, "kind": LONG, LONG: LONG}},
        {"day": LONG},
        {"numbers": [LONG]},
        {"numbers": LONG},
        {"either": LONG},
        {LONG: 1},
    ],
    ids=lambda arguments: shown(arguments, 30),
)
def test_an_error_repeats_the_beginning_of_a_long_value(arguments: dict[str, Any]) -> None:
    assert len(told(app.call("take", **arguments).error)) < LETTERS


@pytest.mark.parametrize("option", ["limit", "cursor", "fields", "max_tokens", "timeout"])
def test_an_option_is_cut_too(option: str) -> None:
    given: dict[str, Any] = {option: LONG}
    assert len(told(app.call("take", options=CallOptions(**given)).error)) < LETTERS


def test_the_name_of_a_command_is_cut_too() -> None:
    assert len(told(app.call(LONG).error)) < LETTERS
    assert len(told(app.call(f"take@{LONG}").error)) < LETTERS


def test_a_value_is_shown_by_its_looks() -> None:
    assert shown("it's") == '"it\'s"'
    assert shown("x" * 100) == "'" + "x" * 76 + "..."
    assert shown(10**5000) == "this int"
    assert cut("x" * 80) == "x" * 80
    assert cut("x" * 81) == "x" * 77 + "..."


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such devices")
def test_a_file_of_arguments_that_has_no_end_is_refused(run_app: RunApp) -> None:
    source = """
    @app.command
    def take(table: dict[str, int]) -> None: ...

    @app.command
    def other() -> None: ...
    """
    ran = run_app(source, "take", "--table", "@/dev/zero")
    assert (ran.code, ran.error["message"]) == (2, "table: '/dev/zero' has more than 64 MiB")
