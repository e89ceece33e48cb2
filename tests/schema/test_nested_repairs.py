"""Parts of a value are repaired as whole values are: bounds, choices, forms and names of fields."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Annotated, Any, Literal, TypedDict

import pytest
from pydantic import BaseModel, ConfigDict, Field
from tests.conftest import RunApp

from tooli import Tooli
from tooli.annotations import Destructive

SURE, MAYBE, HELD = "machine_applicable", "maybe_incorrect", "has_placeholders"


class Color(Enum):
    RED = "red"
    BLUE = "blue"


class Deep(BaseModel):
    model_config = ConfigDict(extra="forbid")
    level: Annotated[int, Field(ge=1, le=9)] = 1
    above: Annotated[int, Field(gt=0, lt=10)] = 1
    share: Annotated[float, Field(gt=0)] = 0.5
    day: date | None = None
    note: str = ""
    width: int = Field(default=1, validation_alias="wide")


class Model(BaseModel):
    count: int = 0
    kind: Literal["alpha", "beta"] = "alpha"
    color: Color = Color.RED
    on: bool = False
    deep: Deep = Deep()
    table: dict[str, int] = {}
    pair: tuple[int, Literal["x", "y"]] = (1, "x")


@dataclass
class Record:
    count: int = 0
    kind: Literal["alpha", "beta"] = "alpha"
    deep: Deep | None = None


class Typed(TypedDict, total=False):
    count: int
    kind: Literal["alpha", "beta"]


class Cat(BaseModel):
    name: Literal["tom", "kit"]
    lives: int = 9


class Dog(BaseModel):
    name: Literal["tim", "rex"]


app = Tooli("app")


@app.command
def model(value: Model) -> None: ...


@app.command
def record(value: Record) -> None: ...


@app.command
def typed(value: Typed) -> None: ...


@app.command
def many(value: list[Model]) -> None: ...


@app.command
def either(value: Cat | Dog) -> None: ...


@app.command(annotations=Destructive)
def drop(value: Model) -> None: ...


@pytest.mark.parametrize(
    ("command", "given", "meant", "sure"),
    [
        ("model", {"count": "1,000"}, {"count": 1000}, SURE),
        ("model", {"count": "twelve"}, {"count": 12}, SURE),
        ("model", {"count": "x"}, {"count": "<value.count: INTEGER>"}, HELD),
        ("model", {"kind": "Beta"}, {"kind": "beta"}, SURE),
        ("model", {"kind": "betta"}, {"kind": "beta"}, SURE),
        ("model", {"kind": "zulu"}, {"kind": "<value.kind: alpha|beta>"}, HELD),
        ("model", {"color": "BLUE"}, {"color": "blue"}, SURE),
        ("model", {"on": "enabled"}, {"on": "true"}, SURE),
        ("model", {"deep": {"level": 12}}, {"deep": {"level": 9}}, MAYBE),
        ("model", {"deep": {"level": 0}}, {"deep": {"level": 1}}, MAYBE),
        ("model", {"deep": {"above": 0}}, {"deep": {"above": 1}}, MAYBE),
        ("model", {"deep": {"above": 10}}, {"deep": {"above": 9}}, MAYBE),
        ("model", {"deep": {"share": 0.0}}, {"deep": {"share": "<value.deep.share: FLOAT>"}}, HELD),
        ("model", {"deep": {"day": "2026/02/03"}}, {"deep": {"day": "2026-02-03"}}, SURE),
        ("model", {"deep": {"wide": "1,000"}}, {"deep": {"wide": 1000}}, SURE),
        ("model", {"deep": {"levle": 3}}, {"deep": {"level": 3}}, SURE),
        ("model", {"table": {"a": "1,000"}}, {"table": {"a": 1000}}, SURE),
        ("model", {"deep": {"note": 5}}, {"deep": {"note": "5"}}, SURE),
        ("model", {"pair": [1, "Y"]}, {"pair": [1, "y"]}, SURE),
        ("record", {"kind": "BETA", "count": "two"}, {"kind": "beta", "count": 2}, SURE),
        ("record", {"deep": {"level": 99}}, {"deep": {"level": 9}}, MAYBE),
        ("typed", {"kind": "Alpha", "count": "3,000"}, {"kind": "alpha", "count": 3000}, SURE),
        ("many", [{"count": 1}, {"count": "1,000"}], [{"count": 1}, {"count": 1000}], SURE),
        ("drop", {"kind": "betta"}, {"kind": "beta"}, SURE),
        ("drop", {"count": "1,000"}, {"count": 1000}, MAYBE),
    ],
)
def test_a_part_of_a_value_gets_what_was_meant(command: str, given: Any, meant: Any, sure: str) -> None:
    error = app.call(command, value=given).error
    assert error is not None
    assert error.suggestion is not None
    assert error.suggestion.arguments == {"value": meant}
    assert error.suggestion.applicability == sure


@pytest.mark.parametrize("given", [{"name": "tum"}, {"name": "kot"}])
def test_which_member_of_a_union_was_meant_is_not_guessed(given: Any) -> None:
    error = app.call("either", value=given).error
    assert error is not None
    assert error.suggestion is None or error.suggestion.applicability != SURE


def test_a_bound_is_told() -> None:
    error = app.call("model", value={"deep": {"level": 12}}).error
    assert error is not None
    assert error.details == {"value": 12, "bound": 9}


def test_a_line_is_repaired_the_same_way(run_app: RunApp) -> None:
    source = """
    from pydantic import BaseModel
    from typing import Literal

    class Person(BaseModel):
        age: int
        kind: Literal["adult", "child"]

    @app.command
    def register(person: Person) -> int:
        return person.age

    @app.command
    def other() -> None: ...
    """
    ran = run_app(source, "register", '{"age": "1,000", "kind": "Adult"}')
    assert ran.error["suggestion"] == {
        "action": "retry_with_modified_input",
        "fix": "Write 1000 instead of 1,000. Use adult instead of Adult.",
        "example": """python app.py register '{"age":1000,"kind":"adult"}'""",
        "applicability": "machine_applicable",
    }
    assert run_app.again("register", '{"age":1000,"kind":"adult"}').result == 1000
