"""Outcomes that are kept: what a repeated call gets is what the first one got."""

from __future__ import annotations

import asyncio
import dataclasses
import datetime
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tooli import AgentContext, CallOptions, Exit, ToolError, Tooli
from tooli.content import Audio, Document, File, Image

KEY = CallOptions(idempotency_key="order-1")


@dataclasses.dataclass
class Receipt:
    order: str
    day: datetime.date


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("TOOLI_STORE", raising=False)


def code_of(result: Any) -> str | None:
    return result.error.code if result.error is not None else None


@pytest.mark.parametrize(
    ("error", "runs"),
    [
        (ToolError("gone", code="E3001", details={"id": 7}, exit_code=21), 1),
        (ToolError("later", code="E4903"), 2),
        (ConnectionError("no route"), 2),
        (ValueError("a bug"), 1),
        (SystemExit(3), 1),
        (Exit(4), 1),
    ],
)
def test_errors_are_kept_unless_trying_again_may_help(error: BaseException, runs: int) -> None:
    app, done = Tooli("app"), []

    @app.command(capabilities=["state:mutate"])
    def fail() -> None:
        done.append(1)
        raise error

    first, second = app.call("fail", options=KEY), app.call("fail", options=KEY)
    assert first.error == second.error
    assert len(done) == runs
    assert ("idempotent_replay" in second.meta) == (runs == 1)


def test_a_command_that_leaves_with_a_result_is_a_success() -> None:
    app, done = Tooli("app"), []

    @app.command(capabilities=["state:mutate"])
    def leave() -> None:
        done.append(1)
        raise Exit(0, {"left": True})

    assert [app.call("leave", options=KEY).result for _ in range(2)] == [{"left": True}] * 2
    assert done == [1]


def test_a_result_that_cannot_be_written_is_an_error_that_does_not_run_twice() -> None:
    app, done = Tooli("app"), []

    @app.command(capabilities=["state:mutate"])
    def odd() -> object:
        done.append(1)
        return {"handle": object()}

    results = [app.call("odd", options=KEY) for _ in range(2)]
    assert [code_of(result) for result in results] == ["E5902", "E5902"]
    assert done == [1]


def test_an_error_whose_details_cannot_be_written_is_kept_without_them() -> None:
    app, done = Tooli("app"), []

    @app.command(capabilities=["state:mutate"])
    def fail() -> None:
        done.append(1)
        raise ToolError("no", code="E3001", details={"handle": object()})

    app.call("fail", options=KEY)
    again = app.call("fail", options=KEY)
    assert again.error is not None
    assert (again.error.code, again.error.message, again.error.details, done) == ("E3001", "no", None, [1])


def test_a_result_that_can_be_read_only_once_is_whole_both_times() -> None:
    app = Tooli("app")

    @app.command(capabilities=["state:mutate"])
    def squares() -> Any:
        return {"squares": (number * number for number in range(3))}

    results = [app.call("squares", options=KEY).result for _ in range(2)]
    assert results == [{"squares": [0, 1, 4]}] * 2


def test_python_callers_get_the_declared_type_both_times() -> None:
    app = Tooli("app")

    @app.command(capabilities=["state:mutate"])
    def charge(order: str) -> Receipt:
        return Receipt(order, datetime.date(2026, 11, 15))

    @app.command(capabilities=["state:mutate"])
    def wrong() -> list[int]:
        return ["not", "a", "number"]  # type: ignore[list-item] # a function may say one thing and do another

    results = [app.call("charge", order="a", options=KEY).result for _ in range(2)]
    assert results == [Receipt("a", datetime.date(2026, 11, 15))] * 2
    assert app.call("wrong", options=KEY).result == app.call("wrong", options=KEY).result


@pytest.mark.parametrize(
    "made",
    [
        Image(b"\x89PNG\r\n\x1a\n", name="a.png"),
        Audio(b"OggS"),
        File(b"a,b", media_type="text/csv", name="a.csv"),
        File(b"\x00\xff"),
        Document("# Title", media_type="text/markdown"),
    ],
)
def test_a_file_is_a_file_both_times(made: File) -> None:
    app = Tooli("app")

    @app.command(capabilities=["state:mutate"])
    def draw() -> File:
        return made

    for _ in range(2):
        result: Any = app.call("draw", options=KEY).result
        assert type(result) is type(made)
        assert (result.read(), result.media_type, result.name) == (made.read(), made.media_type, made.name)


def test_what_is_said_beside_the_result_is_said_again() -> None:
    app = Tooli("app")

    @app.command
    def undo(order: str) -> None:
        """Undo."""

    @app.command(capabilities=["state:mutate"])
    def charge(ctx: AgentContext) -> float:
        ctx.artifact("receipt.pdf")
        ctx.next("undo", order="a")
        return float("nan")

    first, second = (app.call("charge", options=KEY).model_dump() for _ in range(2))
    assert first["meta"]["artifact"] == second["meta"]["artifact"] == {"path": "receipt.pdf"}
    assert first["meta"]["next"] == second["meta"]["next"]
    assert first["meta"]["warnings"] == second["meta"]["warnings"]
    assert first["result"] is second["result"] is None


def test_the_items_of_a_stream_are_its_outcome() -> None:
    app, done = Tooli("app"), []

    @app.command(capabilities=["state:mutate"])
    def made(count: int) -> Iterator[dict[str, int]]:
        for number in range(count):
            done.append(number)
            yield {"number": number}

    @app.command(capabilities=["state:mutate"])
    async def amade(count: int) -> AsyncIterator[int]:
        for number in range(count):
            done.append(number)
            yield number

    items = [{"number": 0}, {"number": 1}, {"number": 2}]
    assert list(app.stream("made", count=3, options=KEY)) == items
    assert list(app.stream("made", count=3, options=KEY)) == items
    assert app.call("made", count=3, options=KEY).result == items
    page = app.call("made", count=3, options=KEY.replace(limit=1, fields="number"))
    assert (page.result, page.meta["total"]) == (items[:1], 3)
    assert done == [0, 1, 2]

    async def twice() -> list[list[int]]:
        return [[item async for item in app.astream("amade", count=2, options=KEY)] for _ in range(2)]

    assert asyncio.run(twice()) == [[0, 1], [0, 1]]
    assert list(app.stream("made", count=0, options=KEY.replace(idempotency_key="none"))) == []
    assert app.call("made", count=0, options=KEY.replace(idempotency_key="none")).result == []
    assert done == [0, 1, 2, 0, 1]


def test_another_view_of_the_same_outcome_can_be_asked_for() -> None:
    app, done = Tooli("app"), []

    @app.command(capabilities=["state:mutate"])
    def rows() -> list[dict[str, int]]:
        done.append(1)
        return [{"a": 1, "b": 2}, {"a": 3, "b": 4}]

    wrong = app.call("rows", options=KEY.replace(fields="c"))
    right = app.call("rows", options=KEY.replace(fields="b"))
    assert (code_of(wrong), right.result, done) == ("E1910", [{"b": 2}, {"b": 4}], [1])


def test_a_page_keeps_the_whole_outcome() -> None:
    app, done = Tooli("app"), []

    @app.command
    def made() -> Iterator[int]:
        for number in range(5):
            done.append(number)
            yield number

    assert app.call("made", options=KEY.replace(limit=1)).result == [0]
    assert app.call("made", options=KEY).result == done == [0, 1, 2, 3, 4]


def test_what_cannot_be_written_beside_the_result_does_not_keep_it_from_being_kept() -> None:
    app, done = Tooli("app"), []

    @app.command
    def undo(order: str) -> None:
        """Undo."""

    @app.command(capabilities=["state:mutate"])
    def charge(ctx: AgentContext) -> str:
        done.append(1)
        ctx.next("undo", order=object())
        return "paid"

    assert [app.call("charge", options=KEY).result for _ in range(2)] == ["paid", "paid"]
    assert done == [1]
