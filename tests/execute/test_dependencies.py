"""Dependencies: made once per call, through whatever they need, and cleaned up in reverse."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Annotated, Any

import pytest

from tooli import AgentContext, CallOptions, Depends, ToolError, Tooli, TooliResult

Call = Callable[..., TooliResult[Any]]


@pytest.fixture(params=["call", "call with a deadline", "acall", "call in a loop"])
def call(request: pytest.FixtureRequest) -> Callable[[Tooli], Call]:
    """Every way of calling."""

    def bind(app: Tooli) -> Call:
        def run(name: str, **arguments: Any) -> TooliResult[Any]:
            async def awaited() -> TooliResult[Any]:
                if request.param == "acall":
                    return await app.acall(name, **arguments)
                return app.call(name, **arguments)

            if request.param == "call":
                return app.call(name, **arguments)
            if request.param == "call with a deadline":
                return app.call(name, options=CallOptions(timeout=60), **arguments)
            return asyncio.run(awaited())

        return run

    return bind


def test_sync_and_async_dependencies_mix_in_every_call(call: Callable[[Tooli], Call]) -> None:
    app = Tooli(name="app")
    events: list[str] = []

    def plain() -> str:
        return "plain"

    async def awaited() -> str:
        await asyncio.sleep(0)
        return "awaited"

    def opened(base: Annotated[str, Depends(plain)]) -> Iterator[str]:
        events.append("open")
        yield f"opened {base}"
        events.append("close")

    async def async_opened(inner: Annotated[str, Depends(opened)]) -> AsyncIterator[str]:
        events.append("open async")
        yield f"async {inner}"
        await asyncio.sleep(0)
        events.append("close async")

    @app.command
    def sync(
        a: Annotated[str, Depends(async_opened)],
        b: Annotated[str, Depends(awaited)],
        c: Annotated[str, Depends(opened)],
    ) -> list[str]:
        events.append("function")
        return [a, b, c]

    @app.command
    async def asynchronous(
        a: Annotated[str, Depends(async_opened)], b: Annotated[str, Depends(awaited)], c: str = "c"
    ) -> list[str]:
        events.append("function")
        return [a, b, c]

    assert call(app)("sync").unwrap() == ["async opened plain", "awaited", "opened plain"]
    assert events == ["open", "open async", "function", "close async", "close"]
    events.clear()
    assert call(app)("asynchronous").unwrap() == ["async opened plain", "awaited", "c"]
    assert events == ["open", "open async", "function", "close async", "close"]


def test_a_dependency_is_made_once_for_each_call(call: Callable[[Tooli], Call]) -> None:
    app = Tooli(name="app")
    made: list[object] = []

    def fresh() -> None:  # None is a value too
        made.append(object())

    def one(f: Annotated[None, Depends(fresh)]) -> int:
        return 1

    @app.command
    def use(
        a: Annotated[int, Depends(one)], b: Annotated[None, Depends(fresh)], c: Annotated[int, Depends(one)]
    ) -> int:
        return a + c

    assert call(app)("use").unwrap() == 2
    assert len(made) == 1
    assert call(app)("use").unwrap() == 2
    assert len(made) == 2


def test_a_failed_calls_error_is_raised_in_the_dependencies(call: Callable[[Tooli], Call]) -> None:
    app = Tooli(name="app")
    events: list[str] = []

    def transaction() -> Iterator[str]:
        try:
            yield "t"
            events.append("commit")
        except ValueError as error:
            events.append(f"rollback {error}")
            raise
        finally:
            events.append("closed")

    async def swallowing() -> AsyncIterator[str]:
        try:
            yield "s"
        except ValueError:
            events.append("seen")

    @app.command
    def use(
        t: Annotated[str, Depends(transaction)], s: Annotated[str, Depends(swallowing)], fail: bool = False
    ) -> str:
        if fail:
            raise ValueError("bad")
        return "fine"

    assert call(app)("use").unwrap() == "fine"
    assert events == ["commit", "closed"]
    events.clear()
    error = call(app)("use", fail=True).error
    assert error is not None
    assert error.message == "unexpected ValueError: bad"
    assert events == ["seen", "rollback bad", "closed"]


def test_a_clean_up_that_fails_keeps_no_other_from_running(call: Callable[[Tooli], Call]) -> None:
    app = Tooli(name="app")
    events: list[str] = []

    def outer() -> Iterator[str]:
        try:
            yield "outer"
        except ToolError as error:
            events.append(f"outer saw {error.message}")
            raise
        finally:
            events.append("outer closed")

    def middle() -> Iterator[str]:
        try:
            yield "middle"
        finally:
            raise ToolError("middle broke", code="E3001")

    async def inner() -> AsyncIterator[str]:
        try:
            yield "inner"
        finally:
            events.append("inner closed")
            raise ValueError("inner broke")

    @app.command
    def use(
        a: Annotated[str, Depends(outer)],
        b: Annotated[str, Depends(middle)],
        c: Annotated[str, Depends(inner)],
        fail: bool = False,
    ) -> None:
        if fail:
            raise KeyError("function")

    for fail in (False, True):
        events.clear()
        error = call(app)("use", fail=fail).error
        assert error is not None
        assert (error.code, error.message) == ("E3001", "middle broke")
        assert events == ["inner closed", "outer saw middle broke", "outer closed"]


def test_a_dependency_that_fails_cleans_up_those_before_it(call: Callable[[Tooli], Call]) -> None:
    app = Tooli(name="app")
    events: list[str] = []

    def first() -> Iterator[int]:
        try:
            yield 1
        finally:
            events.append("closed")

    def second() -> int:
        raise ToolError("no second", code="E4001")

    def empty() -> Iterator[int]:
        yield from ()

    @app.command
    def use(a: Annotated[int, Depends(first)], b: Annotated[int, Depends(second)]) -> None:
        events.append("function")

    @app.command
    def use_empty(a: Annotated[int, Depends(first)], b: Annotated[int, Depends(empty)]) -> None:
        events.append("function")

    error = call(app)("use").error
    assert error is not None
    assert error.message == "no second"
    assert events == ["closed"]
    error = call(app)("use-empty").error
    assert error is not None
    assert "yielded nothing" in error.message
    assert events == ["closed", "closed"]


def test_dependencies_are_overridden_for_tests(call: Callable[[Tooli], Call]) -> None:
    app = Tooli(name="app")

    def database() -> str:
        raise AssertionError("the real one")

    def fake(ctx: AgentContext) -> Iterator[str]:
        yield f"fake for {ctx.caller.category}"

    def repository(db: Annotated[str, Depends(database)]) -> str:
        return f"repository on {db}"

    @app.command
    def use(r: Annotated[str, Depends(repository)], db: Annotated[str, Depends(database)]) -> list[str]:
        return [r, db]

    app.dependency_overrides[database] = fake
    assert call(app)("use").unwrap() == ["repository on fake for python_api", "fake for python_api"]
    del app.dependency_overrides[database]
    assert call(app)("use").error is not None


def test_dependencies_are_no_arguments() -> None:
    app = Tooli(name="app")

    def secret() -> str:
        return "s"

    @app.command
    def use(s: Annotated[str, Depends(secret)], n: int = 1) -> str:
        return s * n

    error = app.call("use", s="mine").error
    assert error is not None
    assert (error.code, error.field) == ("E1902", "s")
    assert app.call("use", n=2).result == "ss"


def test_a_circle_of_dependencies_and_a_param_nothing_fills_are_errors(call: Callable[[Tooli], Call]) -> None:
    app = Tooli(name="app")

    def needy(name: str) -> str:
        return name

    @app.command
    def use(n: Annotated[str, Depends(needy)]) -> None: ...

    error = call(app)("use").error
    assert error is not None
    assert "'name'" in error.message


def test_callables_of_every_kind_are_dependencies(call: Callable[[Tooli], Call]) -> None:
    import functools

    app = Tooli(name="app")

    class Settings:
        def __init__(self, debug: bool = False) -> None:
            self.debug = debug

        def value(self) -> str:
            return "method"

    @app.command
    def use(
        a: Annotated[Any, Depends(Settings)],
        b: Annotated[Any, Depends(Settings().value)],
        c: Annotated[Any, Depends(functools.partial(Settings, debug=True))],
    ) -> list[Any]:
        return [a.debug, b, c.debug]

    assert call(app)("use").unwrap() == [False, "method", True]


def test_injected_params_may_stand_anywhere() -> None:
    app = Tooli("app")

    @app.command
    def before_all(ctx: AgentContext, *names: str) -> list[str]:
        return [*names, str(ctx.dry_run)]

    @app.command
    def between(first: int, ctx: AgentContext, second: int, /) -> int:
        return first - second

    @app.command
    def after(first: int, /, ctx: AgentContext, *, second: int = 1) -> int:
        return first - second

    assert app.call("before-all", names=["a", "b"]).unwrap() == ["a", "b", "False"]
    assert app.call("between", first=5, second=2).unwrap() == 3
    assert app.call("after", first=5).unwrap() == 4
