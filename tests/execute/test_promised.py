"""Results that servers give fit the schemas that servers show: what a client would refuse is refused."""

from __future__ import annotations

import datetime
import enum
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from tooli import AgentContext, Exit, File, Image, Page, SecretInput, Tooli
from tooli.annotations import Destructive, ReadOnly
from tooli.caller.caller import Caller
from tooli.errors import ToolError
from tooli.execute import Call, CallOptions, Outcome
from tooli.execute.encode import encode
from tooli.execute.pipeline import run, stream
from tooli.schema.json_schema import output_schema


class Color(enum.Enum):
    red = "r"
    blue = 2


@dataclass
class Point:
    x: int
    y: float | None = None


class Song(TypedDict):
    title: str
    length: Annotated[int, Field(ge=0)]


class Pair(NamedTuple):
    left: int
    right: str


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = 9


class Dog(BaseModel):
    kind: Literal["dog"]
    tags: set[str] = set()


class Node(BaseModel):
    value: int
    children: list[Node] = []


Pet = Annotated[Cat | Dog, Field(discriminator="kind")]
SIMPLE: list[Any] = [
    *(str, int, float, bool, None, dict, list, Any, bytes, Decimal, UUID, Path, Color, Point, Song, Pair),
    *(datetime.datetime, datetime.date, datetime.time, datetime.timedelta, Literal["a", 1], Node, Cat, Dog),
    *(Pet, Annotated[str, Field(max_length=2, pattern="^a")], Annotated[float, Field(gt=0, multiple_of=0.5)]),
]
KINDS = st.recursive(
    st.sampled_from(SIMPLE),
    lambda inner: st.one_of(
        inner.map(lambda kind: list[kind]),  # type: ignore[valid-type] # types are made here
        inner.map(lambda kind: dict[str, kind]),  # type: ignore[valid-type]
        inner.map(lambda kind: tuple[kind, ...]),  # type: ignore[valid-type]
        st.tuples(inner, inner).map(lambda kinds: tuple[kinds]),  # type: ignore[valid-type]
        inner.map(lambda kind: kind | None if kind is not None else int | None),
        st.tuples(inner, inner).map(lambda kinds: Union[kinds]),  # noqa: UP007 # of two that are not known here
    ),
    max_leaves=3,
)
MOMENT = datetime.datetime(2026, 11, 15, 8, 30, tzinfo=datetime.UTC)
NAMES = st.sampled_from(["x", "y", "title", "length", "kind", "value", "children", "left", "tags", "lives"])
ALL_LEAVES: list[Any] = [
    *("", "a", "r", "cat", "dog", "bbb", 0, 1, -1, 2, True, None, 1.0, 0.5, float("nan"), 10**30),
    *(b"\xff", Decimal("1.50"), UUID(int=1), Path("x"), MOMENT, MOMENT.date(), MOMENT.time()),
    *(datetime.timedelta(1), Color.red, Color.blue, Point(1), Point("a", 2), Pair(1, "a"), Pair("a", 1)),  # type: ignore[arg-type] # wrong on purpose
    *({"title": "a", "length": 3}, {"title": "a", "length": -3}, {"title": "a"}, Cat(kind="cat")),
    *(Dog(kind="dog", tags={"b", "a"}), {"kind": "cat", "lives": 1}, {"kind": "dog", "tags": ["a", "a"]}),
    *(Node(value=1, children=[Node(value=2)]), {"value": 1, "children": [{"value": "a", "children": []}]}),
    *([], {}, {"x": 1, "y": None}, ["a"], [1, "a"], "aa", "2026"),
]
LEAVES = st.sampled_from(ALL_LEAVES)
VALUES: st.SearchStrategy[Any] = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(NAMES, inner, max_size=3),
        st.sets(st.sampled_from(["a", "b", 1]), max_size=3),
    ),
    max_leaves=4,
)


def app_of(function: Callable[..., Any], **settings: Any) -> Tooli:
    app = Tooli("demo", version="1.0.0")
    app.command("give", **settings)(function)
    return app


def served(app: Tooli, options: CallOptions | None = None, **raw: Any) -> Call:
    command = app.runtime.catalog.find(("give",))
    assert command is not None
    call = Call(app.runtime, command, raw, options or CallOptions(), Caller(category="ai_agent"))
    call.served = True
    return call


def call_of(function: Callable[..., Any], options: CallOptions | None = None, **settings: Any) -> Call:
    return served(app_of(function, **settings), options)


def giving(kind: Any, value: Any) -> Callable[..., Any]:
    """Return a function that says it returns one thing, and returns another, or what calling that gives."""

    def give() -> Any:
        return value() if callable(value) else value

    give.__annotations__ = {"return": kind}
    return give


def error_of(outcome: Outcome) -> ToolError:
    assert outcome.error is not None, outcome.result
    return outcome.error


def said(outcome: Outcome) -> str:
    error = error_of(outcome)
    assert (error.code, error.is_retryable, error.exit_code) == ("E5903", False, 70)
    return error.message.removeprefix("give does not return what it promises: ")


def agrees(kind: Any, *values: Any) -> set[bool]:
    """Check values against a type; return whether they were refused."""
    given: list[Any] = []
    app = app_of(giving(kind, given.pop))
    call = served(app)
    validator = Draft202012Validator(output_schema(call.command))
    refused = set()
    for value in values:
        given.append(value)
        outcome, data = run(served(app)), json.loads(encode(value, []))
        assert outcome.ok == validator.is_valid(data), (value, outcome.error)
        if outcome.ok:
            assert json.loads(encode(outcome.result, [])) == data
        else:
            said(outcome)
        refused.add(not outcome.ok)
    return refused


@given(kind=KINDS, value=VALUES)
def test_what_a_validator_refuses_is_refused_and_nothing_else(kind: Any, value: Any) -> None:
    agrees(kind, value)


def fitting(kind: Any) -> st.SearchStrategy[Any]:
    validator = Draft202012Validator(output_schema(call_of(giving(kind, None)).command))
    return st.sampled_from([leaf for leaf in ALL_LEAVES if validator.is_valid(json.loads(encode(leaf, [])))])


FITTING = {str(kind): fitting(kind) for kind in (*SIMPLE, type(None))}


def near(kind: Any) -> st.SearchStrategy[Any]:
    """Return values of which many fit a type."""
    origin, inner = get_origin(kind), [one for one in get_args(kind) if one is not ...]
    if origin is list:
        return st.lists(near(inner[0]), max_size=3)
    if origin is dict:
        return st.dictionaries(NAMES, near(inner[1]), max_size=3)
    if origin is tuple:
        return st.tuples(*map(near, inner))
    if origin in (Union, UnionType):
        return st.one_of(*map(near, inner))
    return FITTING[str(kind)] | LEAVES


@given(data=st.data(), kind=KINDS)
def test_values_near_a_type_are_refused_where_a_validator_refuses_them(
    data: st.DataObject, kind: Any
) -> None:
    agrees(kind, data.draw(near(kind)))


@pytest.mark.parametrize("kind", SIMPLE, ids=str)
def test_every_type_has_values_that_fit_and_values_that_do_not(kind: Any) -> None:
    assert agrees(kind, *ALL_LEAVES) == ({False} if kind is Any else {True, False})


def test_a_result_that_is_not_what_was_promised_names_its_place_and_both() -> None:
    def give() -> dict[str, list[Song]]:
        return {"songs": [{"title": "a", "length": 1}, {"title": "b", "length": "long " * 50}]}  # type: ignore[typeddict-item]

    assert said(run(call_of(give))) == (
        f"result.songs[1].length: promised type integer, came '{('long ' * 50)[:76]}..."
    )


CASES: list[tuple[Any, Any, str]] = [
    (int, "abc", "result: promised type integer, came 'abc'"),
    (float, float("nan"), "result: promised type number, came None"),
    (int | None, "a", 'result: promised anyOf [{"type": "integer"}, {"type": "null"}], came \'a\''),
    (Literal["a", "b"], "c", 'result: promised enum ["a", "b"], came \'c\''),
    (Song, {"title": "a"}, "result: 'length' is a required property"),
    (Song, {"title": "a", "length": -1}, "result.length: promised minimum 0, came -1"),
    (None, 1, "result: promised type null, came 1"),
    (str, Image(b"GIF8"), "result: promised type string, came {'media_type': 'image/gif'}"),
    (
        list[str],
        [File(b"", name="a.txt")],
        "result[0]: promised type string, came {'media_type': 'text/plain', 'name': 'a.txt'}",
    ),
]


@pytest.mark.parametrize(("kind", "value", "expected"), CASES, ids=str)
def test_what_is_said_of_a_result_that_does_not_fit(kind: Any, value: Any, expected: str) -> None:
    outcome = run(call_of(giving(kind, value)))
    assert said(outcome) == expected
    assert error_of(outcome).details == {"path": expected.partition(": ")[0]}


@pytest.mark.parametrize("kind", [File, Image, list[File], File | None, Any])
def test_files_are_not_read_to_see_whether_they_fit(kind: Any, tmp_path: Path) -> None:
    file = Image(tmp_path / "nowhere.png")
    value = [file, file] if kind == list[File] else file
    assert run(call_of(giving(kind, value))).result is value


def test_a_declared_schema_is_a_promise_too() -> None:
    schema = {"type": "object", "properties": {"n": {"multipleOf": 3}}, "additionalProperties": False}

    def give(value: Any) -> Outcome:
        return run(call_of(giving(Any, value), output_schema=schema))

    assert give({"n": 6}).result == {"n": 6}
    assert said(give({"n": 4})) == "result.n: promised multipleOf 3, came 4"
    assert said(give({"m": 4})) == ("result: Additional properties are not allowed ('m' was unexpected)")


BROKEN = [
    ({"type": "objekt"}, "its schema is not valid: 'objekt' is not valid under any of the given schemas"),
    (
        {"$ref": "https://example.com/schema.json"},
        "its schema refers to what it does not have: Unresolvable: https://example.com/schema.json",
    ),
]


@pytest.mark.parametrize(("schema", "expected"), BROKEN)
def test_a_schema_that_no_client_can_use_is_told(schema: dict[str, Any], expected: str) -> None:
    assert said(run(call_of(giving(Any, {}), output_schema=schema))) == f"result: {expected}"


def test_items_of_a_stream_are_looked_at_as_they_pass() -> None:
    def give() -> Iterator[Song]:
        yield {"title": "a", "length": 1}
        yield {"title": "b", "length": 2}
        yield {"title": "c"}  # type: ignore[typeddict-item] # wrong on purpose
        raise AssertionError("nobody asks for more")

    call = call_of(give)
    items, drive = [], stream(call)
    while True:
        try:
            items.append(next(drive))
        except StopIteration as stop:
            outcome = stop.value
            break
    assert [item["title"] for item in items] == ["a", "b"]
    assert said(outcome) == "result[2]: 'length' is a required property"
    assert said(run(call_of(give))) == "result[2]: 'length' is a required property"


def test_an_iterator_in_place_of_a_list_is_looked_at_too() -> None:
    def lists(*items: Any) -> Callable[[], list[int]]:
        def give() -> list[int]:
            return iter(items)  # type: ignore[return-value] # callers get a list

        return give

    def pairs(*items: Any) -> Callable[[], tuple[int, str]]:
        def give() -> tuple[int, str]:
            return iter(items)  # type: ignore[return-value]

        return give

    assert run(call_of(lists(1, 2))).result == [1, 2]
    assert said(run(call_of(lists(1, "b")))) == "result[1]: promised type integer, came 'b'"
    assert run(call_of(pairs(1, "b"))).result == [1, "b"]
    assert said(run(call_of(pairs(1, 2)))) == "result[1]: promised type string, came 2"
    assert run(call_of(pairs(1, "b"), CallOptions(limit=1), annotations=ReadOnly)).result == [1]
    nothing = {"type": "array", "items": False}
    assert said(run(call_of(lists(1), output_schema=nothing))) == "result: promised items false, came [1]"


def test_what_can_be_read_only_once_is_read_once() -> None:
    def give() -> dict[str, list[int]]:
        return {"n": map(int, "12")}  # type: ignore[dict-item] # callers get a list

    assert run(call_of(give)).result == {"n": [1, 2]}


def test_the_whole_result_is_looked_at_before_it_is_shaped() -> None:
    def give() -> list[Song]:
        return [{"title": "a", "length": 1}, {"title": "b", "length": 2}]

    def wrong() -> list[Song]:
        return [{"title": "a", "length": 1}, {"title": "b"}]  # type: ignore[typeddict-item] # on purpose

    options = CallOptions(fields="title", limit=1)
    assert run(call_of(give, options, annotations=ReadOnly)).result == [{"title": "a"}]
    assert said(run(call_of(wrong, options))) == "result[1]: 'length' is a required property"


def test_the_items_of_a_page_are_looked_at() -> None:
    def give(cursor: str | None = None) -> Page[int]:
        return Page([1, 2], next_cursor="on")

    def wrong(cursor: str | None = None) -> Page[int]:
        return Page([1, "b"])  # type: ignore[list-item] # on purpose

    def neither(cursor: str | None = None) -> Page[int]:
        return {"items": [1]}  # type: ignore[return-value] # on purpose

    right = run(call_of(give, paginated=True, annotations=ReadOnly))
    assert right.result == [1, 2]
    assert "next_cursor" in right.meta
    assert said(run(call_of(wrong, paginated=True, annotations=ReadOnly))) == (
        "result[1]: promised type integer, came 'b'"
    )
    assert said(run(call_of(neither, paginated=True, annotations=ReadOnly))) == (
        "give is paginated and has to return a Page or a list, not dict"
    )


def test_the_plan_of_a_dry_run_is_no_promise() -> None:
    def give(ctx: AgentContext) -> int:
        return "would change 3 files" if ctx.dry_run else 3  # type: ignore[return-value] # as plans are

    def items(ctx: AgentContext) -> Iterator[int]:
        yield "would change 3 files" if ctx.dry_run else 3  # type: ignore[misc] # as plans are

    for function in (give, items):
        outcome = run(call_of(function, CallOptions(dry_run=True, yes=True), annotations=Destructive))
        assert outcome.ok, outcome.error


def test_a_dry_run_of_what_only_reads_is_a_run() -> None:
    outcome = run(call_of(giving(int, "a"), CallOptions(dry_run=True), annotations=ReadOnly))
    assert said(outcome) == "result: promised type integer, came 'a'"


def test_a_command_that_ends_itself_gives_what_it_promised() -> None:
    def leave(kind: Any, error: BaseException) -> Outcome:
        def give() -> Any:
            raise error

        give.__annotations__ = {"return": kind}
        return run(call_of(give))

    assert leave(int, Exit(0, result=3)).result == 3
    assert said(leave(int, Exit(0, result="a"))) == "result: promised type integer, came 'a'"
    assert said(leave(int, SystemExit(0))) == "result: promised type integer, came None"
    assert leave(None, SystemExit(0)).ok
    assert error_of(leave(int, Exit(3))).exit_code == 3


def test_secrets_are_not_told() -> None:
    def give(token: SecretInput[str]) -> int:
        return token.reveal()  # type: ignore[return-value] # on purpose

    outcome = run(served(app_of(give), token="hunter2hunter2"))
    assert said(outcome) == "result: promised type integer, came '**********'"


def test_what_only_python_sees_is_not_looked_at() -> None:
    assert app_of(giving(int, "abc")).call("give").unwrap() == "abc"
