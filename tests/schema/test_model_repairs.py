"""What is wrong with a model is repaired whole: no value is suggested that would be refused again."""

from __future__ import annotations

import json
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field
from tests.conftest import RunApp

from tooli import Tooli

SOURCE = """
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from pydantic import BaseModel, Field

class Category(Enum):
    TRAVEL = "travel"
    FOOD = "food"

class Expense(BaseModel):
    what: str = Field(min_length=2)
    amount: Decimal = Field(gt=0, decimal_places=2)
    category: Category = Category.FOOD

@dataclass
class Line:
    text: str
    expense: Expense

@app.command
def add(expense: Expense) -> str:
    return f"{expense.what} {expense.amount} {expense.category.value}"

@app.command
def note(line: Line) -> str:
    return line.text
"""


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> RunApp:
    folder: Path = tmp_path_factory.mktemp("expenses")
    run = RunApp(folder)
    run.write(SOURCE)
    return run


@pytest.mark.parametrize(
    ("words", "fix", "line", "applicability"),
    [
        (
            ["--expense.what", "tea", "--expense.amount", "1.234"],
            "Round 1.234 to 1.23.",
            """add --expense '{"what":"tea","amount":"1.23"}'""",
            "maybe_incorrect",
        ),
        (
            ['{"what":"tea","amount":1.235}'],
            "Round 1.235 to 1.24.",
            """add '{"what":"tea","amount":1.24}'""",
            "maybe_incorrect",
        ),
        (
            ["--expense.what", "tea", "--expense.amount", "-3"],
            "Give expense.amount: input should be greater than 0.",
            """add --expense '{"what":"tea","amount":"<expense.amount: DECIMAL>"}'""",
            "has_placeholders",
        ),
        (
            ['{"what":"tea","amount":0.001}'],
            "Give expense.amount: input should be greater than 0.",
            """add '{"what":"tea","amount":"<expense.amount: DECIMAL>"}'""",
            "has_placeholders",
        ),
        (
            ['{"what":"taxi","amount":30.255,"category":"Travel"}'],
            "Round 30.255 to 30.26. Use travel instead of Travel.",
            """add '{"what":"taxi","amount":30.26,"category":"travel"}'""",
            "maybe_incorrect",
        ),
        (
            ["{}"],
            "Give expense.what. Give expense.amount.",
            """add '{"what":"<expense.what: TEXT>","amount":"<expense.amount: DECIMAL>"}'""",
            "has_placeholders",
        ),
        (
            [],
            "Give expense.",
            """add --expense '<expense: JSON e.g. {"what":"text","amount":1.5}>'""",
            "has_placeholders",
        ),
        (
            ["tea"],
            "Give expense as JSON, or by --expense.what, --expense.amount, --expense.category. "
            "Give expense.amount.",
            """add '{"what":"tea","amount":"<expense.amount: DECIMAL>"}'""",
            "has_placeholders",
        ),
        (
            ["tea", "3"],
            "Give expense as JSON, or by --expense.what, --expense.amount, --expense.category.",
            """add '{"what":"tea","amount":"3"}'""",
            "maybe_incorrect",
        ),
        (
            ["tea", "3", "food", "today"],
            "Give expense as JSON, or by --expense.what, --expense.amount, --expense.category.",
            """add '<expense: JSON e.g. {"what":"text","amount":1.5}>'""",
            "has_placeholders",
        ),
        (
            ['{"what'],
            "Give expense as JSON, or by --expense.what, --expense.amount, --expense.category.",
            """add '<expense: JSON e.g. {"what":"text","amount":1.5}>'""",
            "has_placeholders",
        ),
    ],
)
def test_a_line_with_a_model_is_repaired(
    ran: RunApp, words: list[str], fix: str, line: str, applicability: str
) -> None:
    assert ran.again("add", *words).error["suggestion"] == {
        "action": "retry_with_modified_input",
        "fix": fix,
        "example": f"python app.py {line}",
        "applicability": applicability,
    }


def test_the_example_of_a_model_in_a_model_is_one_that_it_takes(ran: RunApp) -> None:
    example = ran.again("note").error["suggestion"]["example"]
    data = example.partition("e.g. ")[2].removesuffix(">'")
    assert json.loads(data) == {"text": "text", "expense": {"what": "text", "amount": 1.5}}
    assert ran.again("note", data).result == "text"


def test_help_says_which_fields_are_needed_and_their_bounds(ran: RunApp) -> None:
    text = ran.again("add", "--help").stdout
    rows = [" ".join(row.split()) for row in text.splitlines() if "expense." in row]
    assert rows == [
        "--expense.what TEXT [required] [length 2..]",
        "--expense.amount DECIMAL [required] [0<x]",
        "--expense.category [travel|food] [default: food]",
    ]


class Category(Enum):
    TRAVEL = "travel"
    FOOD = "food"


class Expense(BaseModel):
    what: str
    amount: Decimal = Field(ge=Decimal("0.5"), decimal_places=2)
    category: Category = Category.FOOD


class Code(BaseModel):
    text: str = Field(pattern="^[0-9]{4}$")


@pytest.mark.parametrize(
    ("given", "fix", "meant"),
    [
        ({"what": "a", "amount": "-3"}, "Use 0.5, the nearest bound.", {"what": "a", "amount": 0.5}),
        (
            {"what": "taxi", "amount": "30.255", "category": "Travel"},
            "Round 30.255 to 30.26. Use travel instead of Travel.",
            {"what": "taxi", "amount": "30.26", "category": "travel"},
        ),
    ],
)
def test_arguments_with_a_model_are_repaired(given: Any, fix: str, meant: Any) -> None:
    app = Tooli("expenses")

    @app.command()
    def add(expense: Expense) -> str:
        return expense.what

    told = app.call("add", expense=given).error
    assert told is not None
    assert told.suggestion is not None
    assert (told.suggestion.fix, told.suggestion.arguments) == (fix, {"expense": meant})
    assert app.call("add", expense=meant).ok


def test_no_example_is_given_where_none_can_be_made() -> None:
    app = Tooli("codes")

    @app.command()
    def put(code: Code) -> str:
        return code.text

    told = app.call("put").error
    assert told is not None
    assert told.suggestion is not None
    assert told.suggestion.arguments == {"code": "<code: JSON>"}


@pytest.mark.parametrize(
    ("words", "fix", "line"),
    [
        (["-3"], "Give amount: input should be greater than 0.", "'<amount: DECIMAL e.g. 1.50>'"),
        (["1.234"], "Round 1.234 to 1.23.", "1.23"),
        (["1", "--code", "ab"], "Give code: four digits.", "1 --code '<code: TEXT e.g. 1234>'"),
    ],
)
def test_a_value_that_breaks_a_rule_of_a_field_is_not_written_anew(
    run_app: RunApp, words: list[str], fix: str, line: str
) -> None:
    source = """
    from decimal import Decimal
    from pydantic import AfterValidator, Field

    def digits(text: str) -> str:
        if len(text) != 4:
            raise ValueError("four digits.")
        return text

    @app.command
    def pay(
        amount: Annotated[Decimal, Field(gt=0, decimal_places=2)],
        code: Annotated[str, AfterValidator(digits)] = "1234",
    ) -> str:
        return str(amount)
    """
    suggestion = run_app(source, *words).error["suggestion"]
    assert (suggestion["fix"], suggestion["example"]) == (fix, f"python app.py {line}")


ORDERS = """
from dataclasses import dataclass, field
from pydantic import BaseModel, field_validator

class Line(BaseModel):
    sku: str
    qty: int = 1

class Order(BaseModel):
    lines: list[Line] = []
    tags: list[str] = []

@dataclass
class Record:
    lines: list[Line] = field(default_factory=list)

@dataclass
class Amount:
    a: int
    def __post_init__(self):
        if self.a == 0:
            raise ValueError("zero is not allowed")

class Even(BaseModel):
    a: int
    @field_validator("a")
    @classmethod
    def check(cls, value):
        assert value % 2 == 0
        return value

@app.command
def order(order: Order) -> Order: return order
@app.command
def record(record: Record) -> Record: return record
@app.command
def amount(x: Amount) -> int: return x.a
@app.command
def even(x: Even) -> int: return x.a
"""


def test_an_option_of_a_list_that_is_given_once_is_a_list_of_one(run_app: RunApp) -> None:
    lines = [{"sku": "a", "qty": 1}]
    assert run_app(ORDERS, "order", "--order.lines", '{"sku":"a"}').result == {"lines": lines, "tags": []}
    assert run_app.again("record", "--record.lines", '{"sku":"a"}').result == {"lines": lines}
    assert run_app.again("order", "--order.lines", '[{"sku":"a"}]').result == {"lines": lines, "tags": []}
    result = {"lines": [], "tags": ['{"sku":"a"}']}
    assert run_app.again("order", "--order.tags", '{"sku":"a"}').result == result


@pytest.mark.parametrize(
    ("words", "message", "fix", "line", "applicability"),
    [
        (
            ["order", '{"lines":{"sku":"a"}}'],
            "order.lines: input should be a valid array",
            "Write it as a list.",
            """order '{"lines":[{"sku":"a"}]}'""",
            "machine_applicable",
        ),
        (
            ["order", "--order.lines", '{"qty":1}'],
            "order.lines[0].sku is required",
            "Give order.lines.0.sku.",
            """order --order '{"lines":[{"qty":1,"sku":"<order.lines.0.sku: TEXT>"}]}'""",
            "has_placeholders",
        ),
        (
            ["amount", "--x.a", "0"],
            "x: zero is not allowed",
            "Give x: zero is not allowed.",
            """amount --x '<x: JSON e.g. {"a":1}>'""",
            "has_placeholders",
        ),
        (
            ["even", "--x.a", "3"],
            "x.a: assertion failed",
            "Give x.a: assertion failed.",
            """even --x '{"a":"<x.a: INTEGER>"}'""",
            "has_placeholders",
        ),
    ],
)
def test_no_fix_gives_the_same_value_or_one_that_fails_again(
    run_app: RunApp, words: list[str], message: str, fix: str, line: str, applicability: str
) -> None:
    error = run_app(ORDERS, *words).error
    assert error["message"] == message
    assert error["suggestion"] == {
        "action": "retry_with_modified_input",
        "fix": fix,
        "example": f"python app.py {line}",
        "applicability": applicability,
    }
