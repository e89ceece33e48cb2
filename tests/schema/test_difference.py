"""Changes between two schema documents: which one breaks whom."""

from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from tooli import Tooli
from tooli.annotations import Destructive, Idempotent, ReadOnly
from tooli.model.constraint import one_of
from tooli.schema.difference import Change, difference
from tooli.schema.json_schema import app_schema, command_schema

Told = tuple[str, str, str | None, str]


def document(function: Callable[..., Any], **settings: Any) -> dict[str, Any]:
    app = Tooli("demo")
    app.command("run", **settings)(function)
    command = app.runtime.catalog.find(("run",))
    assert command is not None
    return command_schema(command)


def taking(kind: Any, *default: Any) -> dict[str, Any]:
    def take(value: Any) -> None: ...

    take.__annotations__ = {"value": kind, "return": None}
    take.__defaults__ = default or None
    return document(take)


def giving(kind: Any) -> dict[str, Any]:
    def give() -> Any: ...

    give.__annotations__ = {"return": kind}
    return document(give)


def with_input(schema: dict[str, Any]) -> dict[str, Any]:
    return {"contract": 1, "name": "run", "input": {"type": "object", "properties": {"value": schema}}}


def told(changes: list[Change]) -> list[Told]:
    return [(change.path, change.severity, change.breaks, change.message) for change in changes]


def test_a_document_does_not_differ_from_itself() -> None:
    assert difference(taking(int), taking(int)) == []


VALUE = "run.input.value"
INPUTS: list[tuple[Any, Any, list[Told]]] = [
    (int, float, [(VALUE, "compatible", None, "the type changed from integer to number")]),
    (float, int, [(VALUE, "breaking", "callers", "the type changed from number to integer")]),
    (int, str, [(VALUE, "breaking", "callers", "the type changed from integer to string")]),
    (int, int | None, [(VALUE, "compatible", None, "null is now accepted")]),
    (int | None, int, [(VALUE, "breaking", "callers", "null is no longer accepted")]),
    (int | str, float | str, [(VALUE, "compatible", None, "number is now accepted")]),
    (
        Literal["a", "b"],
        Literal["b", "c"],
        [
            (VALUE, "breaking", "callers", "the choice 'a' was removed"),
            (VALUE, "compatible", None, "the choice 'c' is new"),
        ],
    ),
    (str, Literal["a", "b"], [(VALUE, "breaking", "callers", "only ['a', 'b'] accepted from now on")]),
    (Literal["a", "b"], str, [(VALUE, "compatible", None, "no longer only ['a', 'b'] accepted")]),
    (
        list[int],
        list[str],
        [(f"{VALUE}.[]", "breaking", "callers", "the type changed from integer to string")],
    ),
    (
        dict[str, int],
        dict[str, float],
        [(f"{VALUE}.{{}}", "compatible", None, "the type changed from integer to number")],
    ),
    (
        tuple[int, int],
        tuple[int, str],
        [(f"{VALUE}.[1]", "breaking", "callers", "the type changed from integer to string")],
    ),
    (Any, int, [(VALUE, "breaking", "callers", "the type changed from anything to integer")]),
    (int, Any, [(VALUE, "compatible", None, "the type changed from integer to anything")]),
]


@pytest.mark.parametrize(("old", "new", "expected"), INPUTS, ids=str)
def test_what_a_command_takes_may_only_widen(old: Any, new: Any, expected: list[Told]) -> None:
    assert told(difference(taking(old), taking(new))) == expected


def test_a_tuple_of_another_length_breaks() -> None:
    changes = told(difference(taking(tuple[int, int]), taking(tuple[int, int, int])))
    assert (VALUE, "breaking", "callers", "the number of places changed") in changes


LIMITS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"minimum": 1}, {"minimum": 2}, "breaking"),
    ({"minimum": 2}, {"minimum": 1}, "compatible"),
    ({}, {"maximum": 5}, "breaking"),
    ({"maximum": 5}, {}, "compatible"),
    ({"maximum": 5}, {"maximum": 4}, "breaking"),
    ({"maxLength": 5}, {"maxLength": 6}, "compatible"),
    ({}, {"pattern": "a"}, "breaking"),
    ({"pattern": "a"}, {}, "compatible"),
    ({"pattern": "a"}, {"pattern": "b"}, "breaking"),
    ({"format": "date"}, {"format": "time"}, "breaking"),
]


@pytest.mark.parametrize(("old", "new", "severity"), LIMITS, ids=str)
def test_tighter_limits_break_callers(old: dict[str, Any], new: dict[str, Any], severity: str) -> None:
    (change,) = difference(with_input({"type": "string", **old}), with_input({"type": "string", **new}))
    assert (change.path, change.severity) == (VALUE, severity)


def test_params_that_come_and_go() -> None:
    def before(a: int, b: int, c: int = 1) -> None: ...
    def after(a: int, c: int, e: int, b: int = 2, d: int = 1) -> None: ...

    assert told(difference(document(before), document(after))) == [
        ("run.input.b", "compatible", None, "the default 2 is new"),
        ("run.input.b", "compatible", None, "is no longer required"),
        ("run.input.c", "compatible", None, "the default 1 was removed"),
        ("run.input.c", "breaking", "callers", "is now required"),
        ("run.input.e", "breaking", "callers", "is new and required"),
        ("run.input.d", "compatible", None, "is new"),
    ]
    assert told(difference(document(after), document(before)))[-2:] == [
        ("run.input.b", "breaking", "callers", "is now required"),
        ("run.input.d", "breaking", "callers", "was removed"),
    ]


class Old(BaseModel):
    name: str
    size: int = 1
    kind: Literal["a"] = "a"


class New(BaseModel):
    name: str | None
    kind: Literal["a", "b"] = "a"
    extra: int = 1


OUT = "run.output"


def test_what_a_command_gives_may_only_narrow() -> None:
    assert told(difference(giving(Old), giving(New))) == [
        (f"{OUT}.name", "breaking", "readers", "null is now returned"),
        (f"{OUT}.size", "breaking", "readers", "was removed"),
        (f"{OUT}.kind", "breaking", "readers", "the choice 'b' is new"),
        (f"{OUT}.extra", "compatible", None, "is new"),
    ]
    assert told(difference(giving(New), giving(Old))) == [
        (f"{OUT}.name", "compatible", None, "null is no longer returned"),
        (f"{OUT}.kind", "compatible", None, "the choice 'b' was removed"),
        (f"{OUT}.extra", "breaking", "readers", "was removed"),
        (f"{OUT}.size", "compatible", None, "is new"),
    ]


def test_a_field_that_may_be_missing_breaks_readers() -> None:
    always = {"type": "object", "properties": {"a": {}}, "required": ["a"]}
    sometimes = {"type": "object", "properties": {"a": {}}}
    pair = [{"contract": 1, "name": "run", "output": output} for output in (always, sometimes)]
    assert told(difference(*pair)) == [("run.output.a", "breaking", "readers", "is no longer always there")]
    assert told(difference(*reversed(pair))) == [("run.output.a", "compatible", None, "is now always there")]


def test_results_of_streams_are_compared_by_their_items() -> None:
    assert told(difference(giving(Iterator[int]), giving(Iterator[float]))) == [
        (f"{OUT}.[]", "breaking", "readers", "the type changed from integer to number")
    ]


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = 9


class Dog(BaseModel):
    kind: Literal["dog"]


class Cats(BaseModel):
    kind: Literal["cat"]
    lives: int


def test_the_members_of_a_union_are_told_apart_by_their_constants() -> None:
    assert told(difference(taking(Cat | Dog), taking(Cats | Dog))) == [
        (f"{VALUE}.lives", "compatible", None, "the default 9 was removed"),
        (f"{VALUE}.lives", "breaking", "callers", "is now required"),
    ]
    assert told(difference(taking(Cat | Dog | None), taking(Cat | None))) == [
        (VALUE, "breaking", "callers", "object (kind=dog) is no longer accepted")
    ]


def tree(**value: Any) -> dict[str, Any]:
    node = {
        "type": "object",
        "properties": {"value": value, "next": {"$ref": "#/$defs/Node"}},
        "required": ["value"],
    }
    schema = {"type": "object", "properties": {"node": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": node}}
    return {"contract": 1, "name": "run", "input": schema}


def test_recursive_schemas_are_compared_once() -> None:
    assert difference(tree(type="integer"), tree(type="integer")) == []
    assert told(difference(tree(type="integer"), tree(type="string"))) == [
        ("run.input.node.value", "breaking", "callers", "the type changed from integer to string")
    ]


def test_commands_that_come_and_go() -> None:
    old, new = Tooli("demo"), Tooli("demo")
    old.command("one")(lambda: None)
    old.command("two")(lambda: None)
    new.command("two")(lambda: None)
    new.command("three")(lambda: None)
    assert told(difference(app_schema(old.runtime), app_schema(new.runtime))) == [
        ("one", "breaking", "callers", "the command was removed"),
        ("three", "compatible", None, "the command is new"),
    ]


def test_what_a_call_needs_beside_its_arguments() -> None:
    def run(a: int = 1, b: int = 2) -> None: ...

    old = document(run, annotations=ReadOnly | Idempotent, aliases=["go"], error_codes={"E3001": "locked"})
    new = document(
        run,
        annotations=Destructive,
        auth=["admin"],
        capabilities=["fs:delete"],
        requires_approval=True,
        deprecated=True,
        constraints=[one_of("a", "b")],
        error_codes={"E3002": "gone"},
    )
    assert told(difference(old, new)) == [
        ("run.annotations.destructiveHint", "breaking", "callers", "it now destroys, and needs a go-ahead"),
        ("run.annotations.readOnlyHint", "breaking", "callers", "it no longer only reads"),
        (
            "run.annotations.idempotentHint",
            "breaking",
            "callers",
            "running it twice is no longer the same as once",
        ),
        ("run.requires_approval", "breaking", "callers", "a person now has to approve"),
        ("run.deprecated", "compatible", None, "the command is deprecated"),
        ("run.auth", "breaking", "callers", "the scope 'admin' is now needed"),
        ("run.capabilities", "breaking", "callers", "the capability 'fs:delete' is now needed"),
        ("run.constraints", "breaking", "callers", "the relation 'exactly one of a, b' is now needed"),
        ("run.aliases", "breaking", "callers", "the alias 'go' was removed"),
        ("run.error_codes.E3002", "compatible", None, "the error code is new"),
    ]
    assert [change.breaks for change in difference(new, old)] == [None] * 7


def test_a_variable_that_is_no_longer_read_breaks_callers() -> None:
    old = {**taking(int), "env": {"value": ["A", "B"]}}
    new = {**taking(int), "env": {"value": ["B"]}}
    assert told(difference(old, new)) == [
        ("run.env.value", "breaking", "callers", "the variable A is no longer read")
    ]


def test_another_contract_breaks() -> None:
    changes = difference(taking(int), {**taking(int), "contract": 2})
    assert told(changes) == [("contract", "breaking", "callers", "the contract changed from 1 to 2")]
