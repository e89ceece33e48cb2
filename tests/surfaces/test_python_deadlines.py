"""Calls from Python that are bounded, cancelled or interrupted: sync, async, in threads, in running loops."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import signal
import threading
import time
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any

import pytest

from tooli import AgentContext, CallOptions, Depends, ToolError, Tooli, TooliResult
from tooli.errors import ToolTimeoutError

SOON = CallOptions(timeout=0.2)
LATER = CallOptions(timeout=60)


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


def test_async_code_that_is_cancelled_is_told_so_and_a_timeout_of_its_own_is_none() -> None:
    app = Tooli(name="app")
    seen: list[bool] = []

    @app.command
    async def wait(ctx: AgentContext) -> None:
        try:
            async with asyncio.timeout(0):
                await asyncio.Event().wait()
        except TimeoutError:
            seen.append(ctx.cancelled)
        try:
            await asyncio.Event().wait()
        finally:
            seen.append(ctx.cancelled)
            await asyncio.sleep(0)
            seen.append(ctx.cancelled)

    async def give_up() -> None:
        call = asyncio.ensure_future(app.acall("wait"))
        while not seen:
            await asyncio.sleep(0)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call

    asyncio.run(give_up())
    assert seen == [False, True, True]


def test_items_without_end_or_pause_are_left_at_the_deadline_and_let_others_go_on() -> None:
    app = Tooli(name="app")
    left: list[str] = []

    @app.command
    async def busy(name: str) -> AsyncIterator[None]:
        try:
            while True:
                yield None
        finally:
            left.append(name)

    async def beside_another() -> TooliResult[Any]:
        call = asyncio.ensure_future(app.acall("busy", name="async", options=SOON))
        turns = 0
        while not call.done():
            turns += 1
            await asyncio.sleep(0)
        assert turns > 1
        return await call

    for ended in (app.call("busy", name="sync", options=SOON), asyncio.run(beside_another())):
        assert ended.error is not None
        assert ended.error.code == "E4901"
    assert left == ["sync", "async"]


@pytest.mark.untraced
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


def test_a_sync_command_has_cleaned_up_when_its_cancelled_task_ends() -> None:
    app = Tooli(name="app")
    begun = threading.Event()
    events: list[str] = []

    @app.command
    def work() -> None:
        begun.set()
        try:
            while True:
                time.sleep(0.001)
        finally:
            time.sleep(0.1)  # longer than the task needs to end by itself
            events.append("cleaned")

    async def main() -> None:
        task = asyncio.ensure_future(app.acall("work"))
        await asyncio.to_thread(begun.wait, 30)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        events.append("ended")

    asyncio.run(main())
    assert events == ["cleaned", "ended"]


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


def test_what_a_command_raises_ends_its_call_and_an_interrupt_goes_on() -> None:
    app = Tooli(name="app")

    class Stop(BaseException): ...

    @app.command
    def stop() -> None:
        raise Stop

    @app.command
    async def leak() -> None:
        task = asyncio.create_task(asyncio.sleep(9))
        task.cancel()
        await task

    @app.command
    def interrupted() -> None:
        raise KeyboardInterrupt

    for name in ("stop", "leak"):
        every = (app.call(name), app.call(name, options=LATER), asyncio.run(app.acall(name)))
        assert [done.error and done.error.code for done in every] == ["E5001"] * 3
    for options in (None, LATER):
        with pytest.raises(KeyboardInterrupt):
            app.call("interrupted", options=options)


def test_a_cancellation_from_outside_goes_on() -> None:
    app = Tooli(name="app")

    @app.command
    async def wait() -> None:
        await asyncio.sleep(60)

    async def main() -> None:
        task = asyncio.create_task(app.acall("wait"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())


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
