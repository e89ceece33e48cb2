"""Rich types from Python and on the command line: models, unions, generics, recursion, and their mistakes."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import json
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    NotRequired,
    TypedDict,
    TypeVar,
)

import pytest
from pydantic import BaseModel, ConfigDict, Field, field_validator

from tooli import Option, Tooli

T = TypeVar("T")


class Address(BaseModel):
    zip: str
    city: str = "Rome"


class User(BaseModel):
    name: str
    address: Address
    tags: list[str] = []
    age: int = Field(1, ge=0)

    @field_validator("name")
    @classmethod
    def check_name(cls, name: str) -> str:
        if name == "root":
            raise ValueError("root is no user")
        return name


class Item(TypedDict):
    sku: str
    count: NotRequired[int]


@dataclasses.dataclass
class Order:
    to: Address
    items: list[Item]
    total: decimal.Decimal = decimal.Decimal(0)
    due: datetime.date | None = None


class Point(NamedTuple):
    x: int
    y: int = 0


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(BaseModel):
    kind: Literal["dog"]
    loud: bool = False


class Tree(BaseModel):
    value: int
    children: list[Tree] = []


class Box(BaseModel, Generic[T]):
    inner: T


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    name: str = Field(alias="title")


Pet = Annotated[Cat | Dog, Field(discriminator="kind")]
Run = Callable[..., Any]


def app_of(annotation: Any) -> Tooli:
    """An app with one command that says what its param `it` has become."""
    app = Tooli(name="app")

    def show(it: Any) -> str:
        return repr(it)

    show.__annotations__["it"] = annotation
    app.command()(show)
    return app


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line; return the result, or `{field: code}` of all mistakes."""

    def run(annotation: Any, *argv: str) -> Any:
        app_of(annotation).main([*argv, "--json"], standalone=False)
        document = json.loads(capsys.readouterr().out)
        return document["result"] if document["ok"] else mistakes(document["error"])

    return run


def mistakes(error: dict[str, Any]) -> dict[str, str]:
    every = (error.get("details") or {}).get("errors", [error])
    return {one["field"]: one["code"] for one in every}


def python(annotation: Any, value: Any) -> Any:
    result = app_of(annotation).call("show", it=value)
    return result.result if result.error is None else mistakes(result.error.to_dict())


ANN = {"name": "Ann", "address": {"zip": "1234"}}
ANN_SHOWN = "User(name='Ann', address=Address(zip='1234', city='Rome'), tags=[], age=1)"
ORDER = {
    "to": {"zip": "1"},
    "items": [{"sku": "a"}, {"sku": "b", "count": 2}],
    "total": "1.50",
    "due": "2026-11-15",
}
ORDER_SHOWN = (
    "Order(to=Address(zip='1', city='Rome'), items=[{'sku': 'a'}, {'sku': 'b', 'count': 2}], "
    "total=Decimal('1.50'), due=datetime.date(2026, 11, 15))"
)
GOOD: list[tuple[Any, Any, str]] = [
    (User, ANN, ANN_SHOWN),
    (User | None, ANN, ANN_SHOWN),
    (Order, ORDER, ORDER_SHOWN),
    (Item, {"sku": "a", "count": 2}, "{'sku': 'a', 'count': 2}"),
    (Point, {"x": 1}, "Point(x=1, y=0)"),
    (Point, [1, 2], "Point(x=1, y=2)"),
    (Tree, {"value": 1, "children": [{"value": 2}]}, "Tree(value=1, children=[Tree(value=2, children=[])])"),
    (Box[int], {"inner": 3}, "Box[int](inner=3)"),
    (Box[User], {"inner": ANN}, f"Box[User](inner={ANN_SHOWN})"),
    (Pet, {"kind": "cat", "lives": 9}, "Cat(kind='cat', lives=9)"),
    (Cat | int, {"kind": "cat", "lives": 9}, "Cat(kind='cat', lives=9)"),
    (dict[str, User], {"a": ANN}, f"{{'a': {ANN_SHOWN}}}"),
    (dict[str, int | list[int]], {"a": 1, "b": [2]}, "{'a': 1, 'b': [2]}"),
    (Open, {"title": "x", "more": 1}, "Open(name='x', more=1)"),
    (Counter[str], {"a": 2}, "Counter({'a': 2})"),
]


@pytest.mark.parametrize(("annotation", "value", "shown"), GOOD, ids=str)
def test_data_is_accepted_from_python_and_as_json(
    annotation: Any, value: Any, shown: str, shell: Run
) -> None:
    assert python(annotation, value) == shown
    assert shell(annotation, json.dumps(value)) == shown


@pytest.mark.parametrize(("annotation", "value", "shown"), GOOD, ids=str)
def test_data_is_read_from_a_file(
    annotation: Any, value: Any, shown: str, shell: Run, tmp_path: Path
) -> None:
    path = tmp_path / "value.json"
    path.write_text(json.dumps(value))
    assert shell(annotation, f"@{path}") == shown
    assert shell(annotation, "--it", f"@{path}") == shown


def test_an_instance_is_taken_as_it_is() -> None:
    user = User(name="Ann", address=Address(zip="1"), age=1)
    app = Tooli(name="app")

    @app.command
    def same(it: User) -> bool:
        return it is user

    assert app.call("same", it=user).unwrap() is True


@pytest.mark.parametrize(
    ("annotation", "argv", "shown"),
    [
        (User, ["--it.name", "Ann", "--it.address.zip", "1234"], ANN_SHOWN),
        (
            User,
            ["--it.name=Ann", "--it.address.zip=1", "--it.tags", "a", "--it.tags", "b", "--it.age", "7"],
            "User(name='Ann', address=Address(zip='1', city='Rome'), tags=['a', 'b'], age=7)",
        ),
        (
            User,
            ["--it.name", "Ann", "--it.address", '{"zip": "1"}', "--it.tags", "only"],
            "User(name='Ann', address=Address(zip='1', city='Rome'), tags=['only'], age=1)",
        ),
        (
            User,
            [
                "--it.name",
                "Eve",
                "--it",
                json.dumps(ANN),
                "--it.address.city",
                "Oslo",
                "--it.address.zip",
                "5",
            ],
            "User(name='Eve', address=Address(zip='5', city='Oslo'), tags=[], age=1)",
        ),
        (
            Order,
            [
                "--it.to.zip",
                "1",
                "--it.items",
                '{"sku": "a"}',
                "--it.items",
                '{"sku": "b", "count": 2}',
                "--it.total",
                "1.50",
                "--it.due",
                "2026-11-15",
            ],
            ORDER_SHOWN,
        ),
        (Point, ["--it.x", "1", "--it.y", "2"], "Point(x=1, y=2)"),
        (Item, ["--it.sku", "a"], "{'sku': 'a'}"),
        (Pet, ["--it.kind", "dog", "--it.loud", "true"], "Dog(kind='dog', loud=True)"),
        (Cat | int, ["--it.kind", "cat", "--it.lives", "3"], "Cat(kind='cat', lives=3)"),
        (Tree, ["--it.value", "1", "--it.children", '[{"value": 2}]'], GOOD[6][2]),
        (Box[int], ["--it.inner", "3"], "Box[int](inner=3)"),
        (Open, ["--it.title", "x", "--it.more", "1"], "Open(name='x', more='1')"),
        (dict[str, int], ["--it.a", "1", "--it.b", "2"], "{'a': 1, 'b': 2}"),
        (dict[str, list[int]], ["--it.a", "1", "--it.a", "2"], "{'a': [1, 2]}"),
        (dict[str, int], ["--it", '{"a": 1, "b": 1}', "--it.a", "2"], "{'a': 2, 'b': 1}"),
    ],
    ids=str,
)
def test_dotted_options_fill_fields(annotation: Any, argv: list[str], shown: str, shell: Run) -> None:
    assert shell(annotation, *argv) == shown


@pytest.mark.parametrize(
    ("annotation", "argv", "shown"),
    [
        (dict[str, int], ["a=1", "b=2"], "{'a': 1, 'b': 2}"),
        (dict[str, str], ["--it", "a=b=c", "--it", "d="], "{'a': 'b=c', 'd': ''}"),
        (dict[str, list[int]], ["a=[1, 2]", "b=3"], "{'a': [1, 2], 'b': [3]}"),
        (dict[str, int], ['{"a": 1}', "b=2"], "{'a': 1, 'b': 2}"),
        (list[User], [json.dumps(ANN), json.dumps(ANN)], f"[{ANN_SHOWN}, {ANN_SHOWN}]"),
        (list[dict[str, int]], ['{"a": 1}', "b=2"], "[{'a': 1}, {'b': 2}]"),
        (list[list[int]], ["[1, 2]", "3"], "[[1, 2], [3]]"),
        (list[tuple[int, str]], ['[1, "a"]'], "[(1, 'a')]"),
        (deque[int], ["1", "2"], "deque([1, 2])"),
        (set[int], ["2", "1", "2"], "{1, 2}"),
        (int | str, ["5"], "5"),
        (int | str, ["five"], "'five'"),
        (int | str, ["@five"], "'@five'"),
        (bool | datetime.date, ["2026-11-15"], "datetime.date(2026, 11, 15)"),
        (int | list[int] | None, ["[1]"], "[1]"),
        (int | str | None, ["null"], "None"),
        (datetime.timedelta, ["P1DT2H"], "datetime.timedelta(days=1, seconds=7200)"),
        (
            list[datetime.timedelta],
            ["PT1S", "PT2S"],
            "[datetime.timedelta(seconds=1), datetime.timedelta(seconds=2)]",
        ),
        (Annotated[int, Field(gt=0)], ["5"], "5"),
        (Annotated[list[int], Field(min_length=2)], ["5", "6"], "[5, 6]"),
        (list[Annotated[int, Field(gt=0)]], ["5"], "[5]"),
        (bytes, ["aGk="], "b'hi'"),
        (list[bytes], ["aGk="], "[b'hi']"),
        (bytes | int, ["aGk="], "b'hi'"),
        (decimal.Decimal, ["1.50"], "Decimal('1.50')"),
        (datetime.datetime, ["2026-11-15T08:30:00"], "datetime.datetime(2026, 11, 15, 8, 30)"),
    ],
    ids=str,
)
def test_words_become_values(annotation: Any, argv: list[str], shown: str, shell: Run) -> None:
    assert shell(annotation, *argv) == shown


@pytest.mark.parametrize(
    ("annotation", "value", "found"),
    [
        (Order, {"to": {"zip": 5}, "items": []}, {"it.to.zip": "E1903"}),
        (Order, {"to": {}, "items": [{"sku": "a"}, {}]}, {"it.to.zip": "E1901", "it.items[1].sku": "E1901"}),
        (User, {"name": "root", "address": {"zip": "1"}, "age": -1}, {"it.name": "E1903", "it.age": "E1903"}),
        (Tree, {"value": 1, "children": [{"value": "x"}]}, {"it.children[0].value": "E1903"}),
        (Pet, {"kind": "cat", "lives": "many"}, {"it.lives": "E1903"}),
        (Pet, {"kind": "cow"}, {"it.kind": "E1904"}),
        (Pet, {}, {"it.kind": "E1901"}),
        (Cat | Dog, {"kind": "cat"}, {"it.lives": "E1901"}),
        (Cat | Dog, {"kind": "cow"}, {"it.kind": "E1904"}),
        (
            list[Cat | Dog],
            [{"kind": "cat"}, {"kind": "cow"}],
            {"it[0].lives": "E1901", "it[1].kind": "E1904"},
        ),
        (list[User], [ANN, {"name": "Bob"}], {"it[1].address": "E1901"}),
        (dict[str, Point], {"a": {"y": 1}}, {"it.a.x": "E1901"}),
        (Box[int], {"inner": "x"}, {"it.inner": "E1903"}),
        (Item, {"count": "x"}, {"it.sku": "E1901", "it.count": "E1903"}),
        (Point, {"x": 1, "z": 2}, {"it.z": "E1902"}),
    ],
    ids=str,
)
def test_every_mistake_names_its_place(
    annotation: Any, value: Any, found: dict[str, str], shell: Run
) -> None:
    assert python(annotation, value) == found
    words = [json.dumps(item) for item in value] if isinstance(value, list) else [json.dumps(value)]
    assert shell(annotation, *words) == found


@pytest.mark.parametrize(
    ("annotation", "argv", "found"),
    [
        (User, ["{bad"], {"it": "E1908"}),
        (User, ["@missing.json"], {"it": "E1907"}),
        (User, ["[1]"], {"it": "E1903"}),
        (User, ["--it.name", "Ann"], {"it.address": "E1901"}),
        (User, ["--it.nmae", "A", "--it.name", "B", "--it.address.zip", "1"], {"it.nmae": "E1902"}),
        (
            User,
            ["--it.name", "B", "--it.address.zip", "1", "--it.address.cty", "X"],
            {"it.address.cty": "E1902"},
        ),
        (User, ["--it.address", "x", "--it.address.zip", "1"], {"it.address.zip": "E1909"}),
        (dict[str, int], ["a"], {"it": "E1903"}),
        (dict[str, int], ["a=x", "b=1", "c=y"], {"it.a": "E1903", "it.c": "E1903"}),
        (Cat | int, ["x"], {"it": "E1903"}),
        (datetime.timedelta, ["soon"], {"it": "E1903"}),
        (Annotated[int, Field(gt=0)], ["0"], {"it": "E1903"}),
        (bytes, ["?"], {"it": "E1903"}),
    ],
    ids=str,
)
def test_wrong_words_are_told(annotation: Any, argv: list[str], found: dict[str, str], shell: Run) -> None:
    assert shell(annotation, *argv) == found


def test_mistakes_of_several_params_are_told_together(capsys: pytest.CaptureFixture[str]) -> None:
    app = Tooli(name="app")

    @app.command
    def ship(order: Order, count: int, mode: Annotated[Literal["air", "sea"], Option()] = "air") -> None: ...

    result = app.call("ship", order={"to": {}, "items": []}, count="x", mode="road", speed=1)
    assert result.error is not None
    found = {"order.to.zip": "E1901", "count": "E1903", "mode": "E1904", "speed": "E1902"}
    assert mistakes(result.error.to_dict()) == found
    app.main(['{"to": {}, "items": []}', "x", "--mode", "road", "--speed=1", "--json"], standalone=False)
    assert mistakes(json.loads(capsys.readouterr().out)["error"]) == found
