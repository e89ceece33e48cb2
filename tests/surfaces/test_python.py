"""Commands called from Python: results instead of exceptions, deadlines, streams, threads and event loops."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import inspect
import signal
import threading
import time
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import pytest

from tooli import AgentContext, CallOptions, Depends, Exit, ToolError, Tooli, TooliResult
from tooli.errors import ToolTimeoutError

if TYPE_CHECKING:
    from tests.conftest import RunApp

SOON = CallOptions(timeout=0.2)
LATER = CallOptions(timeout=60)


def test_a_call_gives_a_frozen_result() -> None:
    app = Tooli(name="app", version="1.0.0")

    @app.command
    def add(a: int, b: int = 2) -> int:
        return a + b

    ended = app.call("add", a="1")
    assert (ended.ok, ended.result, ended.error, ended.unwrap()) == (True, 3, None, 3)
    assert ended.meta == {"tool": "app.add", "version": "1.0.0", "duration_ms": ended.meta["duration_ms"]}
    assert ended.model_dump() == {"ok": True, "result": 3, "meta": dict(ended.meta)}
    with pytest.raises(AttributeError):
        ended.ok = False  # type: ignore[misc] # it is frozen
    assert add(1) == 3


def test_errors_are_returned_and_unwrap_raises_them() -> None:
    app = Tooli(name="app")

    class Odd(Exception):
        def __str__(self) -> str:
            raise ValueError("no text")

    @app.command
    def fail(how: str) -> None:
        if how == "tool":
            raise ToolError("locked", code="E3001", details={"by": "ann"}, exit_code=21)
        if how == "odd":
            raise Odd
        if how == "exit":
            raise Exit(7)
        if how == "system":
            raise SystemExit(8)
        raise StopIteration(9)

    ended = app.call("fail", how="tool")
    assert ended.error is not None
    assert (ended.error.code, ended.error.exit_code, ended.error.details) == ("E3001", 21, {"by": "ann"})
    with pytest.raises(ToolError, match="locked") as raised:
        ended.unwrap()
    assert raised.value.to_dict() == ended.error.to_dict()
    messages = {how: app.call("fail", how=how).error for how in ("odd", "exit", "system", "stop")}
    assert {how: (error.message, error.exit_code) for how, error in messages.items() if error} == {
        "odd": ("unexpected Odd", 70),
        "exit": ("the command ended with exit status 7", 7),
        "system": ("the command ended with exit status 8", 8),
        "stop": ("unexpected RuntimeError: raised StopIteration(9)", 70),
    }
    given: list[tuple[str, dict[str, Any]]] = [("nope", {}), ("fail", {}), ("fail", {"how": "x", "more": 1})]
    for name, arguments in given:
        error = app.call(name, **arguments).error
        assert error is not None
        assert error.category == "input"


def test_the_same_failures_come_out_of_acall() -> None:
    app = Tooli(name="app")

    @app.command
    def fail(how: str) -> None:
        raise {"stop": StopIteration(9), "system": SystemExit(8), "exit": Exit(7)}[how]

    @app.command
    async def afail(how: str) -> None:
        raise {"stop": StopAsyncIteration(9), "system": SystemExit(8), "exit": Exit(7)}[how]

    async def main() -> list[int]:
        async with asyncio.timeout(20):
            ended = [
                await app.acall(name, how=how)
                for name in ("fail", "afail")
                for how in ("stop", "system", "exit")
            ]
        return [one.error.exit_code for one in ended if one.error]

    assert asyncio.run(main()) == [70, 8, 7, 70, 8, 7]


def test_switches_and_options_are_no_arguments_unless_a_param_has_their_name() -> None:
    app = Tooli(name="app")

    @app.command(capabilities=["fs:delete"])
    def delete(ctx: AgentContext) -> bool:
        return ctx.dry_run

    @app.command
    def own(yes: int, options: str) -> list[Any]:
        return [yes, options]

    assert app.call("delete").error.code == "E1010"  # type: ignore[union-attr] # it failed
    assert app.call("delete", yes=True).result is False
    assert app.call("delete", dry_run=True).result is True
    assert app.call("delete", options=CallOptions(yes=True)).result is False
    assert app.call("own", yes=5, options="o").result == [5, "o"]  # type: ignore[arg-type] # a param's
    refused = app.call("delete", options="o")  # type: ignore[arg-type] # no param's
    assert (refused.error.code, refused.error.field) == ("E1902", "options")  # type: ignore[union-attr] # failed


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf"), "1", True])
def test_a_timeout_that_is_no_positive_number_is_refused(timeout: Any) -> None:
    app = Tooli(name="app")

    @app.command
    def nothing() -> None: ...

    error = app.call("nothing", options=CallOptions(timeout=timeout)).error
    assert error is not None
    assert (error.code, error.field) == ("E1903", "timeout")


def test_accessors_have_the_commands_signature_and_give_results() -> None:
    app = Tooli(name="app")

    @app.command
    def find_files(pattern: str, ctx: AgentContext, *, root: str = ".") -> list[str]:
        """Find files."""
        return [pattern, root]

    @app.command
    def total(*numbers: int) -> int:
        return sum(numbers)

    db = app.group("db")

    @db.command
    def migrate(steps: int = 1) -> int:
        return steps

    find = app.api.find_files
    assert find("*.py", root="src").result == ["*.py", "src"]
    assert app.find_files("a").result == ["a", "."]  # type: ignore[attr-defined] # made on demand
    assert list(inspect.signature(find).parameters) == ["pattern", "root"]
    assert (find.__name__, find.__doc__) == ("find_files", "Find files.")
    assert app.api.db.migrate(3).result == app.call("db migrate", steps=3).result == 3
    assert app.call("db.migrate").result == app.call("db_migrate".replace("_", " ")).result == 1
    assert app.api.total(1, 2, 3).result == 6
    assert app.api.total().result == 0
    for ended in (find("a", "b"), find("a", pattern="b"), find(), find("a", ctx=1)):
        assert ended.error is not None
        assert ended.error.category == "input"
    assert find("a", options=SOON).ok
    with pytest.raises(AttributeError, match="nope"):
        _ = app.api.nope


def test_a_sync_command_is_left_at_its_deadline_and_told_so() -> None:
    app = Tooli(name="app")
    left = threading.Event()
    seen: list[bool] = []

    @app.command
    def busy(ctx: AgentContext) -> None:
        try:
            count = 0
            while True:
                count += 1
        finally:
            seen.append(ctx.cancelled)
            left.set()

    ended = app.call("busy", options=SOON)
    assert ended.error is not None
    assert (ended.error.code, ended.error.exit_code) == ("E4901", 50)
    assert left.wait(20)
    assert seen == [True]


def test_the_wait_ends_at_the_deadline_whatever_the_command_does() -> None:
    app = Tooli(name="app")
    release = threading.Event()

    @app.command
    def stubborn() -> None:
        while not release.is_set():
            with contextlib.suppress(BaseException):
                release.wait(60)

    @app.command
    async def stubborn_async() -> None:
        while not release.is_set():
            with contextlib.suppress(BaseException):
                await asyncio.sleep(0.05)

    for name in ("stubborn", "stubborn-async"):
        ended = app.call(name, options=SOON)
        assert ended.error is not None
        assert ended.error.code == "E4901"
    release.set()


def test_a_call_within_its_deadline_is_as_without_one() -> None:
    app = Tooli(name="app")
    finals: list[str] = []
    variable: contextvars.ContextVar[str] = contextvars.ContextVar("variable")

    @app.command
    def plain() -> str:
        try:
            return variable.get()
        finally:
            finals.append("plain")

    @app.command
    async def awaited() -> str:
        try:
            await asyncio.sleep(0)
            return variable.get()
        finally:
            finals.append("awaited")

    @app.command
    def own() -> None:
        raise TimeoutError("mine")

    variable.set("here")
    assert app.call("plain", options=LATER).unwrap() == "here"
    assert app.call("awaited", options=LATER).unwrap() == "here"
    assert finals == ["plain", "awaited"]
    assert app.call("own", options=LATER).error.message == "mine"  # type: ignore[union-attr] # it failed


def test_an_async_commands_finally_runs_before_the_wait_ends() -> None:
    app = Tooli(name="app")
    finals: list[str] = []

    @app.command
    async def slow() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0)
            finals.append("finally")

    async def in_loop() -> TooliResult[Any]:
        return app.call("slow", options=SOON)  # a sync call in a running loop

    async def awaited() -> TooliResult[Any]:
        return await app.acall("slow", options=SOON)

    for ended in (app.call("slow", options=SOON), asyncio.run(in_loop()), asyncio.run(awaited())):
        assert ended.error is not None
        assert ended.error.code == "E4901"
    assert finals == ["finally"] * 3


def test_an_async_command_can_be_called_inside_a_running_loop() -> None:
    app = Tooli(name="app")

    @app.command
    async def twice(number: int) -> int:
        await asyncio.sleep(0)
        return number * 2

    @app.command
    async def numbers() -> AsyncIterator[int]:
        yield 1
        await asyncio.sleep(0)
        yield 2

    async def main() -> list[Any]:
        return [
            app.call("twice", number=4).unwrap(),
            list(app.stream("numbers")),
            app.call("numbers").unwrap(),
        ]

    assert asyncio.run(main()) == [8, [1, 2], [1, 2]]


def test_acall_runs_sync_commands_in_a_thread_with_the_context_copied() -> None:
    app = Tooli(name="app")
    variable: contextvars.ContextVar[str] = contextvars.ContextVar("variable")

    @app.command
    def where() -> tuple[bool, str]:
        return threading.current_thread() is threading.main_thread(), variable.get()

    @app.command
    async def awhere() -> bool:
        return threading.current_thread() is threading.main_thread()

    async def main() -> tuple[Any, Any]:
        variable.set("copied")
        return (await app.acall("where")).unwrap(), (await app.acall("awhere")).unwrap()

    assert asyncio.run(main()) == ((False, "copied"), True)


def test_cancelling_a_task_runs_an_async_commands_finally_and_its_clean_up() -> None:
    app = Tooli(name="app")
    events: list[str] = []

    async def connection() -> AsyncIterator[str]:
        try:
            yield "open"
        except asyncio.CancelledError:
            events.append("cancelled")
            raise
        finally:
            await asyncio.sleep(0)
            events.append("closed")

    @app.command
    async def slow(c: Annotated[str, Depends(connection)]) -> None:
        try:
            events.append("started")
            await asyncio.sleep(60)
        finally:
            events.append("finally")

    async def main() -> None:
        task = asyncio.create_task(app.acall("slow"))
        while "started" not in events:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert events == ["started", "finally", "cancelled", "closed"]


def test_cancelling_a_task_tells_a_sync_commands_thread_then_cleans_up_there() -> None:
    app = Tooli(name="app")
    events: list[str] = []
    threads: set[int] = set()
    started, closed = threading.Event(), threading.Event()

    def connection() -> Iterator[str]:
        threads.add(threading.get_ident())
        yield "open"

    def other() -> Iterator[str]:
        try:
            yield "open"
        finally:
            threads.add(threading.get_ident())
            events.append("closed")
            closed.set()

    @app.command
    def busy(c: Annotated[str, Depends(connection)], d: Annotated[str, Depends(other)]) -> None:
        threads.add(threading.get_ident())
        try:
            started.set()
            count = 0
            while True:
                count += 1
        finally:
            events.append("finally")

    async def main() -> None:
        task = asyncio.create_task(app.acall("busy"))
        while not started.is_set():
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert closed.wait(20)
    assert events == ["finally", "closed"]
    assert len(threads) == 1


@pytest.mark.parametrize("options", [None, LATER])
def test_an_interrupt_of_a_call_propagates(options: CallOptions | None) -> None:
    app = Tooli(name="app")
    events: list[str] = []
    closed = threading.Event()

    def connection() -> Iterator[str]:
        try:
            yield "open"
        finally:
            events.append("closed")
            closed.set()

    @app.command
    def slow(c: Annotated[str, Depends(connection)]) -> None:
        main = threading.main_thread().ident
        assert main is not None
        try:
            signal.pthread_kill(main, signal.SIGINT)
            count = 0
            while True:
                count += 1
        finally:
            events.append("finally")

    with pytest.raises(KeyboardInterrupt):
        app.call("slow", options=options)
    assert closed.wait(20)
    assert events == ["finally", "closed"]


def test_an_interrupt_of_a_call_inside_a_running_loop_cancels_the_command() -> None:
    app = Tooli(name="app")
    events: list[str] = []

    @app.command
    async def slow() -> None:
        main = threading.main_thread().ident
        assert main is not None
        try:
            signal.pthread_kill(main, signal.SIGINT)
            await asyncio.sleep(60)
        finally:
            events.append("finally")

    async def main() -> None:
        handler = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            with pytest.raises(KeyboardInterrupt):
                app.call("slow")
        finally:
            signal.signal(signal.SIGINT, handler)

    asyncio.run(main())
    assert events == ["finally"]


def test_exceptions_that_are_no_errors_propagate() -> None:
    app = Tooli(name="app")

    class Stop(BaseException): ...

    @app.command
    def stop() -> None:
        raise Stop

    with pytest.raises(Stop):
        app.call("stop")
    with pytest.raises(Stop):
        app.call("stop", options=LATER)

    async def main() -> None:
        with pytest.raises(Stop):
            await app.acall("stop")

    asyncio.run(main())


@pytest.fixture
def streams() -> tuple[Tooli, list[str]]:
    """An app with a stream of each kind, and what happens in them."""
    app = Tooli(name="app")
    events: list[str] = []

    def connection() -> Iterator[str]:
        events.append("open")
        try:
            yield "c"
        finally:
            events.append("closed")

    async def async_connection() -> AsyncIterator[str]:
        events.append("open async")
        try:
            yield "d"
        finally:
            await asyncio.sleep(0)
            events.append("closed async")

    @app.command
    def items(
        c: Annotated[str, Depends(connection)],
        d: Annotated[str, Depends(async_connection)],
        count: int = 2,
        fail: bool = False,
    ) -> Iterator[int]:
        try:
            for number in range(count):
                events.append(str(number))
                yield number
            if fail:
                raise ToolError("broke", code="E3001")
        finally:
            events.append("finally")

    @app.command
    async def async_items(
        c: Annotated[str, Depends(connection)],
        d: Annotated[str, Depends(async_connection)],
        count: int = 2,
        fail: bool = False,
    ) -> AsyncIterator[int]:
        try:
            for number in range(count):
                events.append(str(number))
                yield number
            if fail:
                raise ToolError("broke", code="E3001")
        finally:
            await asyncio.sleep(0)
            events.append("finally")

    return app, events


KINDS = pytest.mark.parametrize("name", ["items", "async-items"])
TIMES = pytest.mark.parametrize("options", [None, LATER])
ENDING = ["finally", "closed async", "closed"]


@KINDS
@TIMES
def test_stream_gives_items_then_meta_after_clean_up(
    streams: tuple[Tooli, list[str]], name: str, options: CallOptions | None
) -> None:
    app, events = streams
    items = app.stream(name, options=options)
    assert (items.meta, events) == (None, [])
    assert [next(items), events[-1], next(items)] == [0, "0", 1]
    assert events == ["open", "open async", "0", "1"]
    assert list(items) == []
    assert events[4:] == ENDING
    assert items.meta is not None
    assert items.meta["tool"] == f"app.{name}"


@KINDS
@TIMES
def test_stream_raises_at_a_failure_after_the_items_so_far(
    streams: tuple[Tooli, list[str]], name: str, options: CallOptions | None
) -> None:
    app, events = streams
    items = app.stream(name, fail=True, options=options)
    assert [next(items), next(items)] == [0, 1]
    with pytest.raises(ToolError, match="broke") as raised:
        next(items)
    assert raised.value.code == "E3001"
    assert events[-3:] == ENDING
    assert items.meta is not None


@KINDS
@TIMES
def test_closing_a_stream_early_cleans_up_at_once(
    streams: tuple[Tooli, list[str]], name: str, options: CallOptions | None
) -> None:
    app, events = streams
    items = app.stream(name, options=options)
    assert next(items) == 0
    items.close()
    assert events == ["open", "open async", "0", *ENDING]
    assert list(items) == []


@KINDS
@TIMES
def test_astream_does_the_same(
    streams: tuple[Tooli, list[str]], name: str, options: CallOptions | None
) -> None:
    app, events = streams

    async def main() -> None:
        items = app.astream(name, options=options)
        assert [item async for item in items] == [0, 1]
        assert events == ["open", "open async", "0", "1", *ENDING]
        assert items.meta is not None
        events.clear()
        items = app.astream(name, fail=True, options=options)
        assert [await anext(items), await anext(items)] == [0, 1]
        with pytest.raises(ToolError, match="broke"):
            await anext(items)
        assert events[-3:] == ENDING
        assert items.meta is not None
        events.clear()
        items = app.astream(name, options=options)
        assert await anext(items) == 0
        await items.aclose()
        assert events == ["open", "open async", "0", *ENDING]

    asyncio.run(main())


def test_streams_of_commands_that_return_at_once() -> None:
    app = Tooli(name="app")

    @app.command
    def rows() -> list[int]:
        return [1, 2]

    @app.command
    def one() -> int:
        return 3

    @app.command
    def nothing() -> None: ...

    assert [list(app.stream(name)) for name in ("rows", "one", "nothing")] == [[1, 2], [3], []]
    with pytest.raises(ToolError, match="nope"):
        next(app.stream("nope"))

    async def main() -> list[Any]:
        with pytest.raises(ToolError, match="nope"):
            await anext(app.astream("nope"))
        return [item async for item in app.astream("rows")]

    assert asyncio.run(main()) == [1, 2]


@KINDS
def test_a_stream_has_its_time_for_each_item_and_fails_at_one_that_stalls(name: str) -> None:
    app = Tooli(name="app")
    finals: list[str] = []
    ended = threading.Event()

    @app.command
    def items() -> Iterator[int]:
        try:
            yield 1
            yield 2
            count = 0
            while True:
                count += 1
        finally:
            finals.append("finally")
            ended.set()

    @app.command
    async def async_items() -> AsyncIterator[int]:
        try:
            yield 1
            yield 2
            await asyncio.sleep(60)
        finally:
            finals.append("finally")
            ended.set()

    stream = app.stream(name, options=SOON)
    assert [next(stream), next(stream)] == [1, 2]
    with pytest.raises(ToolError) as raised:
        next(stream)
    assert raised.value.code == "E4901"
    assert ended.wait(20)
    ended.clear()

    async def main() -> None:
        stream = app.astream(name, options=SOON)
        assert [await anext(stream), await anext(stream)] == [1, 2]
        with pytest.raises(ToolError) as raised:
            await anext(stream)
        assert raised.value.code == "E4901"

    asyncio.run(main())
    assert ended.wait(20)
    assert finals == ["finally"] * 2


def test_one_app_serves_many_threads_from_the_first_call_on() -> None:
    app = Tooli(name="app")
    barrier = threading.Barrier(32)
    wrong: list[Any] = []
    runtimes: list[Any] = []

    def made() -> Iterator[list[int]]:
        yield []

    @app.command
    def add(a: int, b: int, own: Annotated[list[int], Depends(made)]) -> int:
        own.append(a)
        assert len(own) == 1
        return a + b

    @app.command
    def fail(a: int) -> None:
        raise ToolError(str(a), code="E3001")

    sub = app.group("deep")
    sub.command(add)

    def work(thread: int) -> None:
        barrier.wait()
        runtimes.append(app.runtime)
        for number in range(200):
            sums = app.call("add", a=thread, b=str(number)), app.call("deep add", a=thread, b=number)
            error = app.call("fail", a=number).error
            if (
                {one.result for one in sums} != {thread + number}
                or error is None
                or error.message != str(number)
            ):
                wrong.append((sums, error))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len({id(runtime) for runtime in runtimes}) == 1


def test_two_hundred_acalls_run_at_the_same_time() -> None:
    app = Tooli(name="app")

    @app.command
    async def awaited(number: int) -> int:
        await asyncio.sleep(0.01)
        return number

    @app.command
    def threaded(number: int) -> int:
        time.sleep(0.01)
        return number

    async def main() -> list[int]:
        calls = [app.acall(name, number=n) for n in range(200) for name in ("awaited", "threaded")]
        return [ended.unwrap() for ended in await asyncio.gather(*calls)]

    assert asyncio.run(main()) == [n for n in range(200) for _ in range(2)]
    assert not [
        thread for thread in threading.enumerate() if thread.name == "tooli-call" and thread.daemon is False
    ]


def test_deadlines_hold_in_threads() -> None:
    app = Tooli(name="app")

    @app.command
    def nap(seconds: float) -> str:
        time.sleep(seconds)
        return "slept"

    results: dict[str, TooliResult[Any]] = {}

    def work(name: str, seconds: float, options: CallOptions) -> None:
        results[name] = app.call("nap", seconds=seconds, options=options)

    threads = [
        threading.Thread(target=work, args=("late", 5, SOON)),
        threading.Thread(target=work, args=("fine", 0, LATER)),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results["fine"].result == "slept"
    assert results["late"].error is not None
    with pytest.raises(ToolError) as raised:
        results["late"].unwrap()
    assert raised.value.code == ToolTimeoutError.default_code


def test_python_calls_leave_stdout_alone(run_app: RunApp) -> None:
    ran = run_app(
        """
        @app.command
        def prints() -> int:
            print("mine")
            return 1

        if __name__ == "__main__":
            print(app.call("prints").result)
            print(app.call("prints", options=CallOptions(timeout=20)).result)
            sys.exit(5)
        """
    )
    assert (ran.code, ran.stdout, ran.stderr) == (5, "mine\n1\nmine\n1\n", "")
