"""Exceptions of an app's own validators: a repair that raises is none, a caller's value names its field."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from pydantic import AfterValidator, BaseModel, BeforeValidator, field_validator
from tests.conftest import RunApp

from tooli import Option, Tooli
from tooli.errors import Exit, InputError

TABLE = {1: "one"}


@dataclass(frozen=True)
class Unknown(Exception):
    """An exception that takes no other attributes."""

    value: int


def known(value: int) -> int:
    """Fail on all values but one, each in another way."""
    if value == 7:
        sys.exit(9)
    if value == 8:
        raise Exit(0)
    if value == 9:
        raise Unknown(value)
    assert TABLE[value]
    return value


class Row(BaseModel):
    """A model with a validator that fails."""

    id: int

    @field_validator("id")
    @classmethod
    def check(cls, value: int) -> int:
        """Fail on unknown values."""
        return known(value)


def refuse(text: str) -> str:
    """Refuse a text in the app's own words."""
    if text == "x":
        raise InputError("no x here", suggestion="Ask for y.")
    return text


app = Tooli("app")


@app.command
def flat(id: Annotated[int, AfterValidator(known)], count: int = 0) -> int:
    return id


@app.command
def show(row: Row) -> int:
    return row.id


@app.command
def named(id: Annotated[int, BeforeValidator(lambda text: {"one": 1}[text])], count: int = 0) -> int:
    return id


@app.command
def said(text: Annotated[str, Option(callback=refuse)] = "y", count: int = 0) -> str:
    return text


@pytest.mark.parametrize(
    ("command", "given", "code", "field", "fix", "meant"),
    [
        ("flat", {"id": "three"}, "E1903", "id", "Give id.", {"id": "<id: INTEGER e.g. 1>"}),
        ("flat", {"id": "seven"}, "E1903", "id", "Give id.", {"id": "<id: INTEGER e.g. 1>"}),
        ("flat", {"id": "eight"}, "E1903", "id", "Give id.", {"id": "<id: INTEGER e.g. 1>"}),
        ("flat", {"id": "nine"}, "E1903", "id", "Give id.", {"id": "<id: INTEGER e.g. 1>"}),
        ("flat", {"id": "one"}, "E1903", "id", "Write 1 instead of one.", {"id": 1}),
        (
            "show",
            {"row": {"id": "three"}},
            "E1903",
            "row.id",
            "Give row.id.",
            {"row": {"id": "<row.id: INTEGER>"}},
        ),
        (
            "named",
            {"ID": "x", "count": "three"},
            "E1902",
            "ID",
            "Use id instead of ID. Write 3 instead of three. Give id.",
            {"count": 3, "id": "<id: INTEGER e.g. 1>"},
        ),
    ],
)
def test_a_guess_that_the_apps_own_code_fails_on_is_no_guess(
    command: str, given: Any, code: str, field: str, fix: str, meant: Any
) -> None:
    for called in (app.call(command, **given), asyncio.run(app.acall(command, **given))):
        error = called.error
        assert error is not None
        assert (error.code, error.field) == (code, field)
        assert error.suggestion is not None
        assert (error.suggestion.fix, error.suggestion.arguments) == (fix, meant)


@pytest.mark.parametrize(
    ("command", "given", "field"),
    [("flat", {"id": 5}, "id"), ("show", {"row": {"id": 5}}, "row"), ("named", {"id": "x"}, "id")],
)
def test_an_exception_about_a_callers_own_value_names_the_field(command: str, given: Any, field: str) -> None:
    error = app.call(command, **given).error
    assert error is not None
    assert (error.code, error.field, error.suggestion) == ("E5001", field, None)
    assert error.message.startswith("unexpected KeyError: ")


def test_an_exception_that_is_mapped_names_the_field_too() -> None:
    mapped = Tooli("mapped")
    mapped.map_error(Unknown, code="E3001")

    @mapped.command
    def flat(id: Annotated[int, AfterValidator(known)]) -> int:
        return id

    error = mapped.call("flat", id=9).error
    assert error is not None
    assert (error.code, error.field) == ("E3001", "id")


def test_the_apps_own_suggestion_stays() -> None:
    error = app.call("said", text="x", count="three").error
    assert error is not None
    assert (error.code, error.message, error.field) == ("E1903", "no x here", "text")
    assert error.suggestion is not None
    assert (error.suggestion.fix, error.suggestion.arguments) == ("Ask for y.", None)


def test_a_line_is_answered_in_the_same_way(run_app: RunApp) -> None:
    source = """
    import sys
    from typing import Annotated
    from pydantic import AfterValidator

    def known(value):
        if value == 7:
            sys.exit(9)
        return {1: "one"}[value] and value

    @app.command
    def flat(id: Annotated[int, AfterValidator(known)]) -> int:
        return id

    @app.command
    def other() -> None: ...
    """
    for word in ("three", "seven"):
        ran = run_app(source, "flat", word)
        assert (ran.code, ran.error["code"], ran.error["field"]) == (2, "E1903", "id")
        assert ran.error["suggestion"] == {
            "action": "retry_with_modified_input",
            "fix": "Give id.",
            "example": "python app.py flat '<id: INTEGER e.g. 1>'",
            "applicability": "has_placeholders",
        }
    ran = run_app.again("flat", "5")
    assert (ran.code, ran.error["code"], ran.error["field"]) == (70, "E5001", "id")
