"""The pipeline: steps in order, middleware around the function, failures as outcomes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Generator, Iterator
from typing import Annotated, Any

import pytest

from tooli import AgentContext, CallOptions, Depends, ToolError, Tooli
from tooli.errors import DeclarationError

LATER = CallOptions(timeout=60)


def outcomes(app: Tooli, name: str, **arguments: Any) -> list[Any]:
    """Return what a command gives in every way of calling it: results, or error messages."""

    async def main() -> Any:
        return await app.acall(name, **arguments)

    ended = [app.call(name, **arguments), app.call(name, options=LATER, **arguments), asyncio.run(main())]
    return [one.error.message if one.error else one.result for one in ended]


def test_middleware_goes_outermost_first_and_comes_back_in_reverse() -> None:
    app = Tooli(name="app")
    events: list[str] = []

    @app.middleware
    def outer(call: Any) -> Generator[None, Any, Any]:
        events.append(f"outer {call.command.name}")
        result = yield
        events.append(f"outer {result}")
        return result + 1

    @app.middleware
    def inner(call: Any) -> Generator[None, Any, Any]:
        events.append("inner")
        result = yield
        events.append(f"inner {result}")
        return result * 10

    @app.command
    def plain(number: int) -> int:
        events.append("function")
        return number

    @app.command
    async def awaited(number: int) -> int:
        await asyncio.sleep(0)
        events.append("function")
        return number

    for name in ("plain", "awaited"):
        events.clear()
        assert outcomes(app, name, number=4) == [41] * 3
        assert events == [f"outer {name}", "inner", "function", "inner 4", "outer 40"] * 3


def test_middleware_that_returns_nothing_keeps_the_result() -> None:
    app = Tooli(name="app")

    @app.middleware
    def watch(call: Any) -> Generator[None, Any, None]:
        yield

    @app.command
    def zero() -> int:
        return 0

    assert outcomes(app, "zero") == [0] * 3


def test_middleware_may_answer_by_itself() -> None:
    app = Tooli(name="app")
    reached: list[str] = []

    @app.middleware
    def cached(call: Any) -> Generator[None, Any, Any]:
        if call.arguments["key"] == "known":
            return "from the cache"
        return (yield)

    @app.command
    def look_up(key: str) -> str:
        reached.append(key)
        return "looked up"

    assert outcomes(app, "look-up", key="known") == ["from the cache"] * 3
    assert reached == []
    assert outcomes(app, "look-up", key="other") == ["looked up"] * 3


def test_middleware_sees_exceptions_and_may_replace_or_swallow_them() -> None:
    app = Tooli(name="app")
    seen: list[str] = []

    @app.middleware
    def guard(call: Any) -> Generator[None, Any, Any]:
        try:
            return (yield)
        except KeyError:
            raise ToolError("replaced", code="E3001") from None
        except IndexError:
            return "swallowed"
        except Exception as error:
            seen.append(type(error).__name__)
            raise

    @app.command
    def fail(how: str) -> None:
        raise {"key": KeyError, "index": IndexError, "value": ValueError}[how]("bad")

    assert outcomes(app, "fail", how="key") == ["replaced"] * 3
    assert outcomes(app, "fail", how="index") == ["swallowed"] * 3
    assert outcomes(app, "fail", how="value") == ["unexpected ValueError: bad"] * 3
    assert seen == ["ValueError"] * 3


def test_middleware_that_fails_before_or_after_the_call_fails_it() -> None:
    app = Tooli(name="app")
    reached: list[str] = []

    @app.middleware
    def bad(call: Any) -> Generator[None, Any, Any]:
        if call.arguments["when"] == "before":
            raise ToolError("before")
        yield
        if call.arguments["when"] == "twice":
            yield
        raise ToolError("after")

    @app.command
    def run(when: str) -> None:
        reached.append(when)

    assert outcomes(app, "run", when="before") == ["before"] * 3
    assert reached == []
    assert outcomes(app, "run", when="after") == ["after"] * 3
    assert (
        outcomes(app, "run", when="twice")
        == ["unexpected RuntimeError: middleware bad yielded more than once"] * 3
    )


def test_middleware_wraps_streams_of_both_kinds() -> None:
    app = Tooli(name="app")
    events: list[str] = []

    @app.middleware
    def count(call: Any) -> Generator[None, Any, Any]:
        items = yield
        events.append("made")
        if hasattr(items, "__anext__"):
            return items

        def counted() -> Iterator[int]:
            try:
                yield from items
            finally:
                events.append("closed")

        return counted()

    @app.command
    def items() -> Iterator[int]:
        events.append("started")
        yield 1
        yield 2

    @app.command
    async def async_items() -> AsyncIterator[int]:
        events.append("started")
        yield 1
        yield 2

    assert outcomes(app, "items") == [[1, 2]] * 3
    assert events == ["made", "started", "closed"] * 3
    events.clear()
    stream = app.stream("items")
    assert next(stream) == 1
    stream.close()
    assert events == ["made", "started", "closed"]
    assert outcomes(app, "async-items") == [[1, 2]] * 3


def test_middleware_has_to_be_a_generator_function() -> None:
    app = Tooli(name="app")
    with pytest.raises(DeclarationError, match="generator function"):

        @app.middleware
        def wrong(call: Any) -> None: ...


def test_mapped_exceptions_become_their_errors() -> None:
    app = Tooli(name="app")

    class LockedError(Exception): ...

    class DeeplyLockedError(LockedError): ...

    app.map_error(LockedError, code="E3002", exit_code=21, suggestion="Wait.", is_retryable=True)

    @app.command
    def lock(deep: bool = False) -> None:
        raise (DeeplyLockedError if deep else LockedError)("by ann")

    @app.command
    def lock_two() -> None:
        raise ExceptionGroup("group", [LockedError("by bob")])

    error = app.call("lock", deep=True).error
    assert error is not None
    assert error.to_dict() == {
        "code": "E3002",
        "category": "state",
        "message": "by ann",
        "suggestion": {
            "action": "retry_with_modified_input",
            "fix": "Wait.",
            "applicability": "maybe_incorrect",
        },
        "is_retryable": True,
    }
    assert error.exit_code == 21
    assert outcomes(app, "lock") == ["by ann"] * 3
    assert outcomes(app, "lock-two") == ["by bob"] * 3


def test_the_context_knows_its_call_everywhere() -> None:
    app = Tooli(name="app", version="1.0.0")

    def dependency(ctx: AgentContext) -> AgentContext:
        return ctx

    @app.command
    def plain(ctx: AgentContext, other: Annotated[AgentContext, Depends(dependency)]) -> list[Any]:
        ctx.next("other", when="always", name="x")
        return [ctx.caller.category, other.caller.category, ctx.session, ctx.dry_run, ctx.cancelled]

    @app.command
    async def awaited(ctx: AgentContext) -> list[Any]:
        return [ctx.caller.category, ctx.deadline is None]

    @app.command
    def items(ctx: AgentContext) -> Iterator[str]:
        yield ctx.caller.category

    assert outcomes(app, "plain") == [["python_api", "python_api", None, False, False]] * 3
    assert app.call("plain").meta["next"] == [
        {"command": "other", "when": "always", "arguments": {"name": "x"}}
    ]
    assert outcomes(app, "awaited") == [
        ["python_api", True],
        ["python_api", False],
        ["python_api", True],
    ]
    assert outcomes(app, "items") == [["python_api"]] * 3


def test_the_time_spent_on_validation_and_on_making_a_thread_is_not_the_functions() -> None:
    app = Tooli(name="app")

    @app.command
    def left(ctx: AgentContext) -> float:
        assert ctx.deadline is not None
        return ctx.deadline

    assert app.call("left", options=CallOptions(timeout=50)).unwrap() > 49


def test_progress_and_log_go_nowhere_without_a_listener() -> None:
    app = Tooli(name="app")

    @app.command
    def work(ctx: AgentContext) -> list[int]:
        ctx.progress(1, 2, "half")
        ctx.log("line", level="debug", a=1)
        ctx.echo("hello")
        return list(ctx.track([1, 2]))

    assert outcomes(app, "work") == [[1, 2]] * 3


def test_confirm_is_answered_by_yes_or_nobody() -> None:
    app = Tooli(name="app")

    @app.command
    def risky(ctx: AgentContext) -> bool:
        return ctx.confirm("Sure?")

    assert app.call("risky", yes=True).result is True
    error = app.call("risky").error
    assert error is not None
    assert (error.code, error.exit_code) == ("E4905", 101)
