"""A value of a union is compared with the member it is nearest to, and repaired whole."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from pydantic import BaseModel, model_validator
from tests.conftest import RunApp

from tooli import Tooli


class Cat(BaseModel):
    """A member with a default."""

    kind: Literal["cat"]
    lives: int = 9


class Dog(BaseModel):
    """A member with another field that is required."""

    kind: Literal["dog"]
    bark: str


class Span(BaseModel):
    """A member with a rule of its own."""

    low: int
    high: int

    @model_validator(mode="after")
    def ordered(self) -> Span:
        """Refuse what is the wrong way round."""
        if self.low > self.high:
            raise ValueError("low is above high")
        return self


class Line(BaseModel):
    """A model with unions inside."""

    pets: list[Cat | Dog] = []


app = Tooli("app")


@app.command
def pet(p: Cat | Dog) -> None: ...


@app.command
def line(p: Line) -> None: ...


@app.command
def span(p: int | Span) -> None: ...


@app.command
def number(p: int | Literal["auto"]) -> None: ...


@pytest.mark.parametrize(
    ("command", "given", "told"),
    [
        ("pet", {"kind": "dog"}, ["p.bark is required"]),
        ("pet", {"kind": "cat", "lives": "many"}, ["p.lives: input should be a valid integer"]),
        ("pet", {"kind": "cow"}, ["p.kind: input should be 'cat' or 'dog'"]),
        ("pet", {"bark": "loud"}, ["p.kind is required"]),
        (
            "line",
            {"pets": [{"kind": "dog"}, {"kind": "cow"}]},
            ["p.pets[0].bark is required", "p.pets[1].kind: "],
        ),
        ("span", {"low": 2, "high": 1}, ["p: low is above high"]),
        ("span", {"low": 2}, ["p.high is required"]),
        ("number", "x", ["p: input should be a valid integer", "p: input should be 'auto'"]),
    ],
)
def test_the_mistakes_are_those_of_the_nearest_member(command: str, given: Any, told: list[str]) -> None:
    error = app.call(command, p=given).error
    assert error is not None
    found = [each["message"] for each in (error.details or {}).get("errors", [])] or [error.message]
    assert len(found) == len(told)
    assert all(message.startswith(start) for message, start in zip(found, told, strict=True))


SOURCE = """
from typing import Annotated, Literal
from pydantic import BaseModel, Field

class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = 9

class Dog(BaseModel):
    kind: Literal["dog"]
    bark: str

@app.command
def pet(p: Cat | Dog) -> str:
    return p.kind

@app.command
def tagged(p: Annotated[Cat | Dog, Field(discriminator="kind")]) -> str:
    return p.kind
"""


@pytest.mark.parametrize("command", ["pet", "tagged"])
def test_the_line_has_the_whole_object_with_what_is_missing(run_app: RunApp, command: str) -> None:
    error = run_app(SOURCE, command, '{"kind":"dog"}').error
    assert (error["code"], error["field"]) == ("E1901", "p.bark")
    assert error["suggestion"]["fix"] == "Give p.bark."
    assert error["suggestion"]["example"] == (
        f"""python app.py {command} '{{"kind":"dog","bark":"<p.bark: TEXT>"}}'"""
    )
    error = run_app.again(command, '{"kind":"cat","lives":"nine"}').error
    assert error["suggestion"]["example"] == f"""python app.py {command} '{{"kind":"cat","lives":9}}'"""
    assert error["suggestion"]["applicability"] == "machine_applicable"
    assert run_app.again(command, '{"kind":"cat","lives":9}').result == "cat"


def test_many_mistakes_are_told_and_not_mended_one_by_one() -> None:
    error = app.call("line", p={"pets": [{"kind": "dog"}] * 101}).error
    assert error is not None
    assert error.details is not None
    assert len(error.details["errors"]) == 101
    assert error.suggestion is None
