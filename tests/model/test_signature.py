"""A function becomes a command, whatever kind of callable it is, and however its annotations are written."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Optional

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tooli import Option, Tooli
from tooli.errors import DeclarationError
from tooli.model.inspected import inspect_signature
from tooli.model.signature import _read_code, describe, is_plain
from tooli.types import UNSET

if TYPE_CHECKING:
    from decimal import Decimal as OnlyForTypeCheckers


def plain(name: str, times: int = 1) -> str:
    return name * times


def keyword_only(*, name: str, times: int = 1) -> str:
    return name * times


def positional_only(name: str, /, times: int = 1) -> str:
    return name * times


def variadic(first: int, *rest: int, scale: int = 1) -> list[int]:
    return [first * scale, *(item * scale for item in rest)]


async def asynchronous(name: str) -> str:
    return name


def generator(count: int) -> Iterator[int]:
    yield from range(count)


async def async_generator(count: int) -> AsyncIterator[int]:
    for item in range(count):
        yield item


def sync_wrapper(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return wrapper


class Shop:
    def __init__(self, city: str) -> None:
        self.city = city

    def sell(self, item: str, count: int = 1) -> str:
        return f"{self.city}:{item}:{count}"

    @classmethod
    def open(cls, city: str) -> str:
        return f"{cls.__name__}:{city}"

    @staticmethod
    def price(item: str) -> int:
        return len(item)

    def __call__(self, greeting: str) -> str:
        return f"{greeting} from {self.city}"


def params_of(function: Any) -> list[tuple[str, str, str, Any]]:
    command = describe(function, ("it",), {})
    return [(param.name, param.kind, param.shape.kind, param.default) for param in command.params]


@pytest.mark.parametrize(
    ("function", "params"),
    [
        (plain, [("name", "normal", "str", UNSET), ("times", "normal", "int", 1)]),
        (keyword_only, [("name", "keyword", "str", UNSET), ("times", "keyword", "int", 1)]),
        (positional_only, [("name", "positional", "str", UNSET), ("times", "normal", "int", 1)]),
        (
            variadic,
            [
                ("first", "normal", "int", UNSET),
                ("rest", "variadic", "tuple", UNSET),
                ("scale", "keyword", "int", 1),
            ],
        ),
        (asynchronous, [("name", "normal", "str", UNSET)]),
        (generator, [("count", "normal", "int", UNSET)]),
        (async_generator, [("count", "normal", "int", UNSET)]),
        (Shop("Rome").sell, [("item", "normal", "str", UNSET), ("count", "normal", "int", 1)]),
        (Shop.open, [("city", "normal", "str", UNSET)]),
        (Shop.price, [("item", "normal", "str", UNSET)]),
        (vars(Shop)["price"], [("item", "normal", "str", UNSET)]),
        (Shop("Rome"), [("greeting", "normal", "str", UNSET)]),
        (functools.partial(plain, "x"), [("times", "normal", "int", 1)]),
        (
            functools.partial(plain, name="x"),
            [("name", "keyword", "str", "x"), ("times", "keyword", "int", 1)],
        ),
        (sync_wrapper(plain), [("name", "normal", "str", UNSET), ("times", "normal", "int", 1)]),
        (
            lambda text, count=2: text * count,
            [("text", "normal", "str", UNSET), ("count", "normal", "int", 2)],
        ),
    ],
    ids=lambda value: getattr(value, "__qualname__", type(value).__name__) if callable(value) else "",
)
def test_each_kind_of_callable_is_read(function: Any, params: list[tuple[str, str, str, Any]]) -> None:
    assert params_of(function) == params


@pytest.mark.parametrize(
    ("function", "arguments", "result"),
    [
        (plain, {"name": "a", "times": 2}, "aa"),
        (keyword_only, {"name": "a", "times": 2}, "aa"),
        (positional_only, {"name": "a", "times": 2}, "aa"),
        (variadic, {"first": 1, "rest": [2, 3], "scale": 10}, [10, 20, 30]),
        (variadic, {"first": 1}, [1]),
        (asynchronous, {"name": "a"}, "a"),
        (generator, {"count": 3}, [0, 1, 2]),
        (async_generator, {"count": 3}, [0, 1, 2]),
        (Shop("Rome").sell, {"item": "pen"}, "Rome:pen:1"),
        (Shop.open, {"city": "Oslo"}, "Shop:Oslo"),
        (Shop.price, {"item": "pen"}, 3),
        (Shop("Rome"), {"greeting": "hi"}, "hi from Rome"),
        (functools.partial(plain, "x"), {"times": 3}, "xxx"),
        (functools.partial(plain, name="x"), {}, "x"),
        (sync_wrapper(plain), {"name": "a", "times": 2}, "aa"),
        (sync_wrapper(generator), {"count": 2}, [0, 1]),
        (lambda text, count=2: text * count, {"text": "a"}, "aa"),
    ],
    ids=lambda value: getattr(value, "__qualname__", type(value).__name__) if callable(value) else "",
)
def test_each_kind_of_callable_runs(function: Any, arguments: dict[str, Any], result: Any) -> None:
    app = Tooli(name="app")
    app.command("it")(function)
    assert app.call("it", **arguments).unwrap() == result


def test_a_command_knows_whether_it_is_async_and_whether_it_streams() -> None:
    def known(function: Any) -> tuple[bool, bool]:
        command = describe(function, ("it",), {})
        return command.is_async, command.is_stream

    assert known(plain) == (False, False)
    assert known(asynchronous) == (True, False)
    assert known(generator) == (False, True)
    assert known(async_generator) == (True, True)
    assert known(functools.partial(asynchronous)) == (True, False)
    assert known(sync_wrapper(generator)) == (False, True)

    def returning() -> Iterator[int]:
        return iter([1])

    assert known(returning) == (False, True)


def test_the_decorated_function_stays_as_it_was() -> None:
    app = Tooli(name="app")
    before = (plain.__dict__.copy(), plain.__code__, plain.__defaults__)
    assert app.command()(plain) is plain
    assert app.command("again")(plain) is plain
    assert (plain.__dict__, plain.__code__, plain.__defaults__) == before
    assert plain("a", 2) == "aa"


def test_postponed_annotations_may_name_classes_of_the_enclosing_function() -> None:
    from enum import Enum

    class Color(Enum):
        RED = "red"

    app = Tooli(name="app")

    @app.command
    def paint(color: Color, other: Color | None = None) -> str:
        return color.name

    assert app.call("paint", color="red").unwrap() == "RED"


def test_a_name_that_only_type_checkers_know_is_refused_where_it_is_declared() -> None:
    app = Tooli(name="app")

    def pay(amount: OnlyForTypeCheckers) -> None: ...

    with pytest.raises(DeclarationError) as caught:
        app.command()(pay)
    assert str(caught.value).startswith("pay: amount: the annotation 'OnlyForTypeCheckers' cannot be read")


def test_names_inside_an_annotation_are_looked_up_where_the_function_was_written() -> None:
    @dataclass
    class Node:
        x: int

    app = Tooli(name="app")

    @app.command
    def total(nodes: list["Node"], root: Annotated[Optional["Node"], Option()] = None) -> int:  # noqa: UP037, UP045
        return sum(node.x for node in nodes) + (0 if root is None else root.x)

    assert app.call("total", nodes=[{"x": 1}, {"x": 2}], root={"x": 4}).unwrap() == 7


@pytest.mark.parametrize("annotation", [list["Nowhere"], Optional["Nowhere"], dict[str, list["Nowhere"]]])  # type: ignore[name-defined] # noqa: F821
def test_a_missing_name_inside_an_annotation_is_refused_where_it_is_declared(
    annotation: Any,
) -> None:
    app = Tooli(name="app")

    def pay(amount: int) -> None: ...

    pay.__annotations__["amount"] = annotation
    with pytest.raises(DeclarationError) as caught:
        app.command()(pay)
    reason = f"the annotation {annotation!r} cannot be read: name 'Nowhere' is not defined"
    assert str(caught.value) == f"pay: amount: {reason}"


def test_an_annotation_that_refers_to_itself_by_name_is_refused() -> None:
    def store(data: Any) -> None: ...

    endless: Any = types.GenericAlias(list, ("endless",))
    store.__annotations__["data"] = endless
    with pytest.raises(DeclarationError, match="refers to itself; declare it with `type`"):
        describe(store, ("store",), {}, {"endless": endless})


def test_a_stream_of_what_only_type_checkers_know_is_still_a_stream() -> None:
    def numbers() -> Any:
        return iter((1, 2))

    numbers.__annotations__["return"] = Iterator["Nowhere"]  # type: ignore[name-defined] # noqa: F821
    command = describe(numbers, ("numbers",), {})
    assert command.is_stream


def test_a_result_may_be_of_a_class_inside_the_function_around() -> None:
    @dataclass
    class Point:
        x: int

    app = Tooli(name="app")

    @app.command
    def point(x: int) -> Point:
        return Point(x)

    assert app.call("point", x=1).unwrap() == Point(1)
    command = app.runtime.catalog.find(("point",))
    assert command is not None
    assert command.returns is Point


def test_a_result_that_only_type_checkers_know_counts_as_not_annotated() -> None:
    app = Tooli(name="app")

    @app.command
    def pay(amount: int) -> OnlyForTypeCheckers | int:
        return amount

    @app.command
    def pay_all(amounts: list[int]) -> OnlyForTypeCheckers | int:
        return sum(amounts)

    assert app.call("pay", amount=1).unwrap() == 1
    assert app.call("pay-all", amounts=[1, 2]).unwrap() == 3
    assert [command.returns for command in app.runtime.catalog.commands()] == [UNSET, UNSET]


def test_a_function_with_open_keywords_is_refused() -> None:
    def anything(**options: int) -> None: ...

    with pytest.raises(DeclarationError, match=r"it: param 'options': \*\*options cannot be described"):
        describe(anything, ("it",), {})


def test_an_unbound_method_is_refused() -> None:
    app = Tooli(name="app")
    with pytest.raises(DeclarationError, match="sell: param 'self': declare the bound method instead"):
        app.command()(Shop.sell)


def test_a_builtin_without_a_signature_is_refused() -> None:
    with pytest.raises(DeclarationError, match="cannot be a command"):
        describe(dict, ("it",), {})


@pytest.mark.parametrize(
    ("name", "spelling"),
    [("from_", "--from"), ("max_size", "--max-size"), ("_hidden", "--hidden"), ("_", "--_")],
)
def test_underscores_become_hyphens_and_outer_ones_are_dropped(name: str, spelling: str) -> None:
    for annotation in ("str", "list[str]"):
        scope: dict[str, Any] = {}
        exec(f"def it(*, {name}: {annotation}): pass", scope)
        assert describe(scope["it"], ("it",), {}).params[0].names == (spelling,)


NAMES = ("alpha", "beta", "gamma", "delta", "eps", "zeta", "eta")
ANNOTATIONS = (
    "",
    ": int",
    ": str",
    ": 'int'",
    ": list[int]",
    ": 'dict[str, int]'",
    ": float | None",
    ": None",
)
DEFAULTS = ("1", "'x'", "None", "[]", "1.5", "(1, 2)", "int")


@st.composite
def sources(draw: st.DrawFn) -> str:
    """Write a function with random params of every kind."""
    names = draw(st.permutations(NAMES))[: draw(st.integers(0, len(NAMES)))]
    cuts = sorted(draw(st.integers(0, len(names))) for _ in range(2))
    groups = names[: cuts[0]], names[cuts[0] : cuts[1]], names[cuts[1] :]
    first_default = draw(st.integers(0, cuts[1]))
    parts = []
    for index, name in enumerate(groups[0] + groups[1]):
        default = f" = {draw(st.sampled_from(DEFAULTS))}" if index >= first_default else ""
        parts.append(f"{name}{draw(st.sampled_from(ANNOTATIONS))}{default}")
        if groups[0] and index == len(groups[0]) - 1:
            parts.append("/")
    star = draw(st.sampled_from(["", "*rest", "*rest: int"]))
    if star or groups[2]:
        parts.append(star or "*")
    for name in groups[2]:
        default = draw(st.sampled_from(["", *(f" = {default}" for default in DEFAULTS)]))
        parts.append(f"{name}{draw(st.sampled_from(ANNOTATIONS))}{default}")
    if draw(st.booleans()):
        parts.append("**more")
    head = draw(st.sampled_from(["def", "async def"]))
    arrow = draw(st.sampled_from(["", " -> int", " -> 'list[int]'", " -> None"]))
    body = draw(st.sampled_from(["pass", "yield 1", "local = 1"]))
    postponed = draw(st.sampled_from(["", "from __future__ import annotations\n"]))
    return f"{postponed}{head} it({', '.join(parts)}){arrow}: {body}"


@settings(max_examples=150, deadline=None)
@given(sources())
def test_the_quick_reading_equals_the_complete_one(source: str) -> None:
    scope: dict[str, Any] = {}
    exec(source, scope)
    function = scope["it"]
    assert _read_code(function, None) == inspect_signature(function)


@settings(max_examples=100, deadline=None)
@given(sources())
def test_a_function_read_late_cannot_fail_to_be_declared(source: str) -> None:
    """Plain functions are described at first use: nothing about them may be wrong then."""
    scope: dict[str, Any] = {}
    exec(source, scope)
    function = scope["it"]
    if is_plain(function):
        command = describe(function, ("it",), {})
        assert [param.name for param in command.params] == list(inspect.signature(function).parameters)
