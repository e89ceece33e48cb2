"""Dry runs: a plan of what would be done, from every kind of function, and nothing done."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tooli import AgentContext, CallOptions, DryRunRecorder, Tooli, dry_run_support, record_dry_action
from tooli.annotations import Destructive, ReadOnly
from tooli.errors import DeclarationError
from tooli.execute.dry_run import PLAN_SCHEMA

DRY = CallOptions(dry_run=True)


def add_threaded(app: Tooli, deleted: list[str]) -> None:
    @app.command(annotations=Destructive)
    def threaded(names: list[str], recorder: DryRunRecorder) -> list[str]:
        def work() -> None:
            for name in names:
                if not recorder.record("delete", name, before=name, size=len(name)):
                    deleted.append(name)

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        return names


def cleaner() -> tuple[Tooli, list[str]]:
    """Return an app whose commands delete in every way there is, and what they deleted."""
    app, deleted = Tooli("app"), []

    def delete(name: str) -> str:
        if not record_dry_action("delete", name, before=name, size=len(name)):
            deleted.append(name)
        return name

    @app.command(annotations=Destructive)
    @dry_run_support
    def sync(names: list[str]) -> list[str]:
        return [delete(name) for name in names]

    @app.command("async", annotations=Destructive)
    @dry_run_support
    async def later(names: list[str]) -> list[str]:
        await asyncio.sleep(0)
        return [delete(name) for name in names]

    @app.command(annotations=Destructive)
    @dry_run_support
    def stream(names: list[str]) -> Iterator[str]:
        yield from map(delete, names)

    @app.command(annotations=Destructive)
    @dry_run_support
    async def astream(names: list[str]) -> AsyncIterator[str]:
        for name in names:
            await asyncio.sleep(0)
            yield delete(name)

    add_threaded(app, deleted)
    return app, deleted


def digest(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


PLAN = {
    "actions": [
        {"action": "delete", "target": name, "before": digest(name.encode()), "details": {"size": len(name)}}
        for name in ("a", "bc")
    ],
    "result": ["a", "bc"],
}


@pytest.mark.parametrize("command", ["sync", "async", "stream", "astream", "threaded"])
@pytest.mark.parametrize("timeout", [None, 30])
def test_every_kind_of_function_gives_a_plan_and_does_nothing(command: str, timeout: float | None) -> None:
    app, deleted = cleaner()
    options = DRY.replace(timeout=timeout)
    names = ["a", "bc"]

    async def inside_a_loop() -> list[Any]:
        awaited = await app.acall(command, names=names, options=options)
        called = app.call(command, names=names, options=options)
        streamed = [item async for item in app.astream(command, names=names, options=options)]
        return [awaited.result, called.result, *streamed]

    result = app.call(command, names=names, options=options)
    assert (result.result, result.meta["dry_run"]) == (PLAN, True)
    assert asyncio.run(inside_a_loop()) == [PLAN, PLAN, PLAN]
    assert list(app.stream(command, names=names, options=options)) == [PLAN]
    assert deleted == []
    assert app.call(command, names=names, yes=True).result == names
    assert deleted == names


def test_a_plan_fits_its_schema() -> None:
    app, _ = cleaner()
    result = app.call("sync", names=["a"], options=DRY.replace(response_format="detailed"))
    assert result.meta["output_schema"] == PLAN_SCHEMA
    Draft202012Validator.check_schema(PLAN_SCHEMA)
    Draft202012Validator(PLAN_SCHEMA).validate(json.loads(result.model_dump_json())["result"])


def test_fields_of_a_plan_can_be_asked_for() -> None:
    app, _ = cleaner()
    result = app.call("sync", names=["a"], options=DRY.replace(fields="actions.target"))
    assert result.result == {"actions": [{"target": "a"}]}


def test_plans_of_calls_at_the_same_time_do_not_mix() -> None:
    app, deleted = cleaner()

    async def main() -> list[Any]:
        calls = [app.acall("async", names=[str(number)], options=DRY) for number in range(20)]
        real = app.acall("async", names=["real"], yes=True)
        return [result.result for result in await asyncio.gather(*calls, real)]

    *plans, done = asyncio.run(main())
    assert [[action["target"] for action in plan["actions"]] for plan in plans] == [
        [str(number)] for number in range(20)
    ]
    assert (done, deleted) == (["real"], ["real"])


def test_a_command_that_looks_at_the_context_gives_what_it_returns() -> None:
    app = Tooli("app")

    @app.command(annotations=Destructive)
    def wipe(ctx: AgentContext) -> dict[str, bool]:
        return {"held_back": ctx.dry_run}

    assert app.call("wipe", dry_run=True).result == {"actions": [], "result": {"held_back": True}}


def test_a_command_that_has_the_context_for_something_else_is_refused() -> None:
    app, done = Tooli("app"), []

    @app.command(annotations=Destructive)
    def wipe(ctx: AgentContext) -> None:
        ctx.progress(1)
        done.append(1)

    result = app.call("wipe", dry_run=True)
    assert result.error is not None
    assert (result.error.code, result.error.field, done) == ("E1913", "dry_run", [])


def test_a_dangerous_command_that_declares_nothing_else_is_refused() -> None:
    app, done = Tooli("app"), []

    @app.command(danger_level="high")
    def wipe() -> None:
        done.append(1)

    assert not app.call("wipe", dry_run=True).ok
    assert (app.call("wipe", dry_run=True, yes=True).error is not None, done) == (True, [])


def test_a_command_that_only_reads_runs_as_usual() -> None:
    app = Tooli("app")

    @app.command(annotations=ReadOnly)
    @dry_run_support
    def look() -> int:
        return 7

    result = app.call("look", dry_run=True)
    assert (result.result, result.meta["dry_run"]) == (7, True)


def test_a_limit_does_not_reach_the_items_a_plan_holds_back() -> None:
    app = Tooli("app")

    @app.command(annotations=Destructive)
    @dry_run_support
    def wipe() -> Iterator[str]:
        for name in "ab":
            record_dry_action("delete", name)
            yield name

    result = app.call("wipe", options=CallOptions(dry_run=True, limit=1))
    actions = [{"action": "delete", "target": name} for name in "ab"]
    assert result.result == {"actions": actions, "result": ["a", "b"]}


def test_a_failed_dry_run_is_a_failure() -> None:
    app = Tooli("app")

    @app.command(annotations=Destructive)
    @dry_run_support
    def wipe() -> None:
        record_dry_action("delete", "a")
        raise FileNotFoundError("b")

    result = app.call("wipe", dry_run=True)
    assert (result.error and result.error.code, result.meta["dry_run"]) == ("E3910", True)


def test_the_function_stays_plain_python() -> None:
    def delete(name: str) -> str:
        return name if record_dry_action("delete", name) else f"deleted {name}"

    assert dry_run_support(delete) is delete
    assert delete("a") == "deleted a"
    with DryRunRecorder() as recorder:
        assert delete("a") == "a"
        with DryRunRecorder() as inner:
            assert delete("b") == "b"
        assert delete("c") == "c"
    assert delete("d") == "deleted d"
    assert [action["target"] for action in recorder.actions] == ["a", "c"]
    assert inner.plan() == {"actions": [{"action": "delete", "target": "b"}]}
    assert DryRunRecorder(active=False).record("delete", "a") is False


def test_digests_are_of_files_texts_bytes_and_data(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"file")
    with DryRunRecorder() as recorder:
        record_dry_action("write", file, before=file, after=b"new")
        record_dry_action("make", tmp_path / "b.txt", before=tmp_path / "b.txt", after="text")
        record_dry_action("set", "row", before={"b": 1, "a": 2}, after={"a": 2, "b": 1})
    written, made, row = recorder.actions
    assert (written["before"], written["after"]) == (digest(b"file"), digest(b"new"))
    assert "before" not in made
    assert made["after"] == digest(b"text")
    assert row["before"] == row["after"] == digest(b'{"a":2,"b":1}')


class Cleaner:
    @dry_run_support
    def method(self) -> None:
        record_dry_action("delete", "a")

    def __call__(self) -> None:
        record_dry_action("delete", "a")


def marked(times: int = 1) -> None:
    for _ in range(times):
        any(record_dry_action("delete", name) for name in "a")


@functools.wraps(marked)
def wrapped(times: int = 1) -> None:
    marked(times)


@pytest.mark.parametrize(
    "function", [Cleaner().method, Cleaner(), marked, wrapped, functools.partial(marked, times=1)]
)
def test_support_is_seen_through_methods_partials_wrappers_and_objects(function: Callable[..., Any]) -> None:
    app = Tooli("app")
    app.command("clean", annotations=Destructive)(function)
    assert app.call("clean", dry_run=True).result == {"actions": [{"action": "delete", "target": "a"}]}


def test_what_cannot_be_marked_is_a_mistake_of_the_declaration() -> None:
    with pytest.raises(DeclarationError, match="cannot be marked"):
        dry_run_support(len)


def test_the_schema_says_which_commands_have_a_dry_run() -> None:
    from tooli.schema.json_schema import command_schema

    app, _ = cleaner()

    @app.command(annotations=Destructive)
    def wipe() -> None:
        """Wipe."""

    schemas = {command.name: command_schema(command) for command in app.runtime.catalog.commands()}
    assert [name for name, schema in schemas.items() if "dry_run" not in schema] == ["wipe"]
    assert schemas["sync"]["dry_run"] is True
