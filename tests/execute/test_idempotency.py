"""Calls with an idempotency key: run once, told again, never taken for done when they are not known to be."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tooli import AgentContext, CallOptions, SecretInput, StdinOr, Tooli
from tooli.annotations import Destructive, ReadOnly

KEY = CallOptions(idempotency_key="order-1")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("TOOLI_STORE", raising=False)
    return tmp_path / "state" / "tooli" / "app" / "store.db"


def shop() -> tuple[Tooli, list[Any]]:
    """Return an app, and what its commands did."""
    app, done = Tooli("app", version="1.0.0"), []

    @app.command(capabilities=["state:mutate"])
    def charge(order: str, amount: int = 1) -> dict[str, Any]:
        done.append(order)
        return {"order": order, "amount": amount, "number": len(done)}

    return app, done


def code_of(result: Any) -> str | None:
    return result.error.code if result.error is not None else None


def test_the_same_key_and_arguments_give_the_stored_outcome() -> None:
    app, done = shop()
    first = app.call("charge", order="a", options=KEY)
    second = app.call("charge", order="a", amount="1", options=KEY)
    assert first.result == second.result == {"order": "a", "amount": 1, "number": 1}
    assert "idempotent_replay" not in first.meta
    assert second.meta["idempotent_replay"] is True
    assert done == ["a"]


def test_without_a_key_every_call_runs() -> None:
    app, done = shop()
    app.call("charge", order="a")
    app.call("charge", order="a")
    assert done == ["a", "a"]


def test_other_arguments_under_the_same_key_are_refused() -> None:
    app, done = shop()
    app.call("charge", order="a", options=KEY)
    refused = app.call("charge", order="b", options=KEY)
    assert (code_of(refused), refused.error and refused.error.exit_code) == ("E3902", 20)
    assert done == ["a"]


def test_a_key_belongs_to_an_app_a_command_a_version_and_a_principal() -> None:
    runs: list[str] = []
    for name, version in (("app", "1"), ("app", "2"), ("other", "1")):
        app = Tooli(name, version=version)

        @app.command(capabilities=["state:mutate"])
        def one() -> None:
            runs.append("one")

        @app.command(capabilities=["state:mutate"])
        def two() -> None:
            runs.append("two")

        for command in ("one", "two", "one", "two"):
            assert app.call(command, options=KEY).ok
    assert runs == ["one", "two"] * 3


def test_two_principals_do_not_share_a_key() -> None:
    from tooli.execute import Call
    from tooli.execute.pipeline import run
    from tooli.surfaces.python import CALLER

    app, done = shop()
    command = app.runtime.catalog.find(("charge",))
    assert command is not None
    callers = [CALLER.replace(principal="ann"), CALLER.replace(principal="bob"), CALLER, CALLER]
    for caller, remote in zip(callers, (True, True, True, False), strict=True):
        for _ in range(2):
            assert run(Call(app.runtime, command, {"order": "a"}, KEY, caller, remote=remote)).ok
    assert len(done) == 4


def test_a_command_that_only_reads_ignores_the_key() -> None:
    app, done = Tooli("app"), []

    @app.command(annotations=ReadOnly)
    def look() -> int:
        done.append(1)
        return len(done)

    assert [app.call("look", options=KEY).result for _ in range(2)] == [1, 2]


def test_a_command_that_declares_nothing_keeps_to_its_key() -> None:
    app, done = Tooli("app"), []

    @app.command
    def work() -> int:
        done.append(1)
        return len(done)

    assert [app.call("work", options=KEY).result for _ in range(2)] == [1, 1]


def test_a_dry_run_uses_up_no_key(state: Path) -> None:
    app, done = Tooli("app"), []

    @app.command(annotations=Destructive)
    def wipe(ctx: AgentContext) -> bool:
        if not ctx.dry_run:
            done.append(1)
        return ctx.dry_run

    options = CallOptions(idempotency_key="k", dry_run=True)
    assert app.call("wipe", options=options).meta["dry_run"] is True
    assert not state.exists()
    assert app.call("wipe", options=options.replace(dry_run=False, yes=True)).result is False
    assert done == [1]


@pytest.mark.parametrize("key", ["", "x" * 256, "a\nb", 7, b"k"])
def test_a_key_that_is_none_is_refused(key: Any) -> None:
    app, done = shop()
    result = app.call("charge", order="a", options=CallOptions(idempotency_key=key))
    assert result.error is not None
    assert (result.error.code, result.error.field, done) == ("E1903", "idempotency_key", [])


def test_mistakes_in_the_arguments_use_up_no_key() -> None:
    app, done = shop()
    assert code_of(app.call("charge", order="a", amount="many", options=KEY)) == "E1903"
    assert app.call("charge", order="a", amount=2, options=KEY).ok
    assert done == ["a"]


def test_a_stream_that_is_left_early_is_interrupted() -> None:
    app = Tooli("app")

    @app.command(capabilities=["state:mutate"])
    def made() -> Iterator[int]:
        yield 1
        yield 2

    items = app.stream("made", options=KEY)
    assert next(items) == 1
    items.close()
    refused = app.call("made", options=KEY)
    assert refused.error is not None
    assert (refused.error.code, refused.error.is_retryable) == ("E3903", False)
    assert refused.error.details is not None
    assert refused.error.details["ended"] == "the call was stopped"


def test_async_callers_share_the_key_with_sync_ones() -> None:
    app, done = shop()

    async def main() -> list[Any]:
        calls = [app.acall("charge", order="a", options=KEY) for _ in range(20)]
        return [(await result).result for result in map(asyncio.ensure_future, calls)]

    results = asyncio.run(main())
    assert results == [app.call("charge", order="a", options=KEY).result] * 20
    assert done == ["a"]


def test_threads_that_call_at_once_run_it_once() -> None:
    app, done = Tooli("app"), []
    gate = threading.Barrier(9)

    @app.command(capabilities=["state:mutate"])
    def charge() -> int:
        done.append(1)
        return len(done)

    results: list[Any] = []

    def call() -> None:
        gate.wait()
        results.append(app.call("charge", options=KEY).result)

    threads = [threading.Thread(target=call) for _ in range(8)]
    for thread in threads:
        thread.start()
    gate.wait()
    for thread in threads:
        thread.join()
    assert (results, done) == ([1] * 8, [1])


@pytest.mark.parametrize("is_async", [False, True])
def test_a_call_that_cannot_wait_longer_says_that_another_runs(is_async: bool) -> None:
    app = Tooli("app")
    started, go_on = threading.Event(), threading.Event()

    @app.command(capabilities=["state:mutate"])
    def slow() -> str:
        started.set()
        go_on.wait(30)
        return "done"

    first: list[Any] = []
    thread = threading.Thread(target=lambda: first.append(app.call("slow", options=KEY)))
    thread.start()
    started.wait(30)
    hurried = KEY.replace(timeout=0.3)
    refused = (
        asyncio.run(app.acall("slow", options=hurried)) if is_async else app.call("slow", options=hurried)
    )
    go_on.set()
    thread.join()
    assert refused.error is not None
    assert (refused.error.code, refused.error.exit_code, refused.error.is_retryable) == ("E3901", 20, True)
    assert first[0].result == app.call("slow", options=KEY).result == "done"


@pytest.mark.parametrize("is_async", [False, True])
def test_a_deadline_in_the_middle_leaves_an_interrupted_run(is_async: bool) -> None:
    app = Tooli("app")

    @app.command(capabilities=["state:mutate"])
    def slow() -> None:
        end = time.monotonic() + 20
        while time.monotonic() < end:
            pass

    hurried = KEY.replace(timeout=0.2)
    late = asyncio.run(app.acall("slow", options=hurried)) if is_async else app.call("slow", options=hurried)
    assert code_of(late) == "E4901"
    refused = app.call("slow", options=KEY)
    while code_of(refused) == "E3901":  # until the function has noticed, it is in progress
        refused = app.call("slow", options=KEY)
    assert refused.error is not None
    assert refused.error.code == "E3903"
    assert refused.error.details is not None
    assert refused.error.details["ended"] == "the deadline passed"


def test_a_timeout_of_the_functions_own_can_be_tried_again() -> None:
    app, done = Tooli("app"), []

    @app.command(capabilities=["state:mutate"])
    def ask() -> str:
        done.append(1)
        if len(done) == 1:
            raise TimeoutError("the bank did not answer")
        return "paid"

    options = KEY.replace(timeout=60)
    assert code_of(app.call("ask", options=options)) == "E4901"
    assert app.call("ask", options=options).result == "paid"


def test_a_cancelled_async_call_is_interrupted() -> None:
    app = Tooli("app")
    started = threading.Event()

    @app.command(capabilities=["state:mutate"])
    async def slow() -> None:
        started.set()
        await asyncio.sleep(30)

    async def main() -> Any:
        task = asyncio.ensure_future(app.acall("slow", options=KEY))
        while not started.is_set():
            await asyncio.sleep(0)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        return await app.acall("slow", options=KEY)

    assert code_of(asyncio.run(main())) == "E3903"


def test_an_interrupt_from_the_keyboard_leaves_an_interrupted_run() -> None:
    app = Tooli("app")

    @app.command(capabilities=["state:mutate"])
    def work() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        app.call("work", options=KEY)
    assert code_of(app.call("work", options=KEY)) == "E3903"


def test_secrets_are_compared_and_never_stored(state: Path) -> None:
    from pydantic import BaseModel, SecretStr

    class Card(BaseModel):
        number: SecretStr

    app, done = Tooli("app"), []

    @app.command(capabilities=["state:mutate"])
    def pay(token: SecretInput[str], card: Card) -> str:
        done.append((token.reveal(), card.number.get_secret_value()))
        return "paid"

    def call(token: str, number: str) -> Any:
        return app.call("pay", token=token, card={"number": number}, options=KEY)

    assert call("hunter2-token", "4111-1111").result == "paid"
    assert call("hunter2-token", "4111-1111").meta["idempotent_replay"] is True
    assert code_of(call("hunter3-token", "4111-1111")) == "E3902"
    assert code_of(call("hunter2-token", "4222-2222")) == "E3902"
    assert len(done) == 1
    kept = b"".join(file.read_bytes() for file in state.parent.iterdir())
    assert b"hunter2-token" not in kept
    assert b"4111-1111" not in kept


def test_an_input_counts_by_its_name_and_is_not_read_again(tmp_path: Path) -> None:
    app, done = Tooli("app"), []

    @app.command(capabilities=["state:mutate"])
    def load(source: StdinOr[str]) -> int:
        done.append(source.text())
        return len(done)

    file = tmp_path / "rows.txt"
    file.write_text("one")
    assert app.call("load", source=str(file), options=KEY).result == 1
    file.write_text("two")
    assert app.call("load", source=str(file), options=KEY).result == 1
    assert done == ["one"]


def test_arguments_are_compared_by_what_they_are_not_by_their_order() -> None:
    app, done = Tooli("app"), []

    @app.command(capabilities=["state:mutate"])
    def put(data: dict[str, Any], tags: set[str], ratio: float = 0.5) -> int:
        done.append(1)
        return len(done)

    for data in ({"a": 1, "b": 2}, {"b": 2, "a": 1}):
        assert app.call("put", data=data, tags=["x", "y"], options=KEY).result == 1
    assert app.call("put", ratio=0.5, tags=["y", "x"], data={"a": 1, "b": 2}, options=KEY).result == 1
    assert code_of(app.call("put", tags=["y", "x"], data={"a": 1, "b": 3}, options=KEY)) == "E3902"


def test_a_store_that_cannot_be_used_stops_the_call_before_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, done = shop()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TOOLI_STORE", f"sqlite:///{tmp_path}/file/store.db")
    assert code_of(app.call("charge", order="a", options=KEY)) == "E4902"
    monkeypatch.setenv("TOOLI_STORE", "mysql://host")
    assert code_of(app.call("charge", order="a", options=KEY)) == "E1903"
    assert done == []


def test_an_outcome_that_cannot_be_kept_is_given_with_a_warning(state: Path) -> None:
    app = Tooli("app")

    @app.command(capabilities=["state:mutate"])
    def charge() -> str:
        with contextlib.closing(sqlite3.connect(state)) as database:
            database.execute("DROP TABLE entries")
        return "paid"

    result = app.call("charge", options=KEY)
    assert result.result == "paid"
    assert "the outcome is not kept under its key" in result.meta["warnings"][0]


def test_the_app_may_name_its_store(tmp_path: Path, state: Path) -> None:
    app, done = Tooli("app", store=f"sqlite:///{tmp_path}/mine.db"), []

    @app.command(capabilities=["state:mutate"])
    def work() -> None:
        done.append(1)

    app.call("work", options=KEY)
    app.call("work", options=KEY)
    assert (done, (tmp_path / "mine.db").is_file(), state.exists()) == ([1], True, False)


def test_a_call_that_would_wait_for_itself_says_so() -> None:
    app = Tooli("app")

    @app.command(capabilities=["state:mutate"])
    def tangle() -> Any:
        return app.call("tangle", options=KEY).unwrap()

    assert code_of(app.call("tangle", options=KEY)) == "E3901"
    assert code_of(app.call("tangle", options=KEY.replace(timeout=60))) == "E3901"
