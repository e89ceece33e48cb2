"""Streams on the command line: items as they come, in constant memory, closed whatever happens."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import RunApp

STREAMS = """
    import asyncio
    from collections.abc import AsyncIterator, Iterator

    def note(text):
        with open("notes", "a") as file: file.write(text + "\\n")

    @app.command
    def items(count: int = 3, fail: bool = False) -> Iterator[dict]:
        try:
            for number in range(count):
                yield {"n": number}
            if fail: raise ToolError("broke", code="E3001")
        finally: note("finally")

    @app.command
    async def async_items(count: int = 3, fail: bool = False) -> AsyncIterator[dict]:
        try:
            for number in range(count):
                yield {"n": number}
            if fail: raise ToolError("broke", code="E3001")
        finally:
            await asyncio.sleep(0)
            note("finally")

    @app.command
    def rows() -> list[dict]: return [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]

    @app.command
    def one() -> dict: return {"a": 1}

    @app.command
    def nothing() -> None: pass

    @app.command
    def odd() -> Iterator[object]:
        try:
            yield 1
            yield object()
            yield 2
        finally: note("finally")

    @app.command
    def lossy(count: int) -> Iterator[float]:
        for _ in range(count): yield float("nan")

    @app.command
    def lossy_rows() -> list[float]: return [float("nan")]
"""


def notes(run_app: RunApp) -> str:
    path = run_app.folder / "notes"
    return path.read_text() if path.exists() else ""


@pytest.mark.parametrize("name", ["items", "async-items"])
def test_items_are_lines_in_jsonl_and_an_array_in_json(run_app: RunApp, name: str) -> None:
    ran = run_app(STREAMS, name, "--jsonl")
    assert (ran.code, ran.stdout, ran.stderr) == (0, '{"n":0}\n{"n":1}\n{"n":2}\n', "")
    assert run_app.again(name, "--json").result == [{"n": 0}, {"n": 1}, {"n": 2}]
    assert run_app.again(name, "--plain").stdout == "0\n1\n2\n"
    assert run_app.again(name, "--text").stdout == "n\n0\n1\n2\n"
    assert run_app.again(name).stdout == ran.stdout  # a pipe gets a stream as lines
    assert notes(run_app) == "finally\n" * 5


@pytest.mark.parametrize("name", ["items", "async-items"])
def test_what_a_stream_gave_before_it_failed_is_shown_to_people(run_app: RunApp, name: str) -> None:
    ran = run_app(STREAMS, name, "--fail", "--text")
    assert (ran.code, ran.stdout) == (20, "n\n0\n1\n2\n")
    assert ran.stderr.startswith("error: broke\n")
    assert run_app.again(name, "--fail", "--text", "--count", "0").stdout == ""
    assert run_app.again(name, "--fail", "--json").error["code"] == "E3001"


def test_an_item_that_cannot_be_shown_fails_alone(run_app: RunApp) -> None:
    ran = run_app(STREAMS, "odd", "--text")
    assert (ran.code, ran.stdout) == (70, "")


@pytest.mark.parametrize("name", ["items", "async-items"])
def test_a_failure_in_the_middle_follows_the_items_so_far(run_app: RunApp, name: str) -> None:
    ran = run_app(STREAMS, name, "--count", "2", "--fail", "--jsonl")
    assert (ran.code, ran.lines[:2]) == (20, [{"n": 0}, {"n": 1}])
    last = ran.lines[2]["$tooli"]
    assert (last["ok"], last["error"]["code"], last["meta"]["tool"]) == (False, "E3001", f"app.{name}")
    assert len(ran.lines) == 3
    ran = run_app.again(name, "--count", "2", "--fail", "--json")
    assert (ran.code, ran.error["message"]) == (20, "broke")
    ran = run_app.again(name, "--count", "2", "--fail", "--plain")
    assert (ran.code, ran.stdout) == (20, "0\n1\n")
    assert ran.stderr.startswith("error: broke\n")
    assert notes(run_app) == "finally\n" * 3


def test_results_that_are_no_streams_are_lines_too(run_app: RunApp) -> None:
    assert run_app(STREAMS, "rows", "--jsonl").stdout == '{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n'
    assert run_app.again("rows", "--plain").stdout == "1\tx\n2\ty\n"
    assert run_app.again("one", "--jsonl").stdout == '{"a":1}\n'
    assert run_app.again("nothing", "--jsonl").stdout == ""


def test_an_item_that_cannot_be_written_ends_the_stream(run_app: RunApp) -> None:
    ran = run_app(STREAMS, "odd", "--jsonl")
    first, last = ran.lines
    assert (ran.code, first, last["$tooli"]["error"]["code"]) == (70, 1, "E5902")
    assert last["$tooli"]["meta"]["tool"] == "app.odd"
    assert notes(run_app) == "finally\n"


def test_what_was_lost_is_told_in_few_words_on_stderr(run_app: RunApp) -> None:
    ran = run_app(STREAMS, "lossy", "1000", "--jsonl")
    assert (ran.code, ran.lines) == (0, [None] * 1000)
    assert ran.stderr.count("\n") == 20
    assert run_app.again("lossy", "1000", "--jsonl", "--quiet").stderr == ""
    assert run_app.again("lossy-rows", "--jsonl").stderr.count("NaN became null") == 1
    assert len(run_app.again("lossy-rows", "--json").document["meta"]["warnings"]) == 1


def test_an_item_is_there_before_the_next_is_computed(run_app: RunApp) -> None:
    os.mkfifo(run_app.folder / "gate")
    for name in ("waits", "waits-async"):
        process = run_app.start(
            """
            from collections.abc import AsyncIterator, Iterator

            @app.command
            def waits() -> Iterator[int]:
                for number in range(3):
                    yield number
                    open("gate").read()

            @app.command
            async def waits_async() -> AsyncIterator[int]:
                for number in range(3):
                    yield number
                    open("gate").read()
            """,
            *(name, "--jsonl"),
        )
        assert process.stdout is not None
        for number in range(3):
            assert json.loads(process.stdout.readline()) == number
            (run_app.folder / "gate").write_text("go")
        ran = run_app.finish(process)
        assert (ran.code, ran.out) == (0, b"")


@pytest.mark.parametrize("name", ["items", "async-items"])
@pytest.mark.parametrize("mode", ["jsonl", "plain"])
def test_a_reader_that_goes_away_closes_the_generator(run_app: RunApp, name: str, mode: str) -> None:
    run_app.write(STREAMS)
    ran = run_app.shell(f"$APP {name} --count 1000000 --{mode} | head -1; echo ${{PIPESTATUS[0]}}")
    first = '{"n":0}' if mode == "jsonl" else "0"
    assert (ran.stdout, ran.stderr) == (f"{first}\n141\n", "")
    assert notes(run_app) == "finally\n"


def test_a_full_disk_closes_the_generator(run_app: RunApp) -> None:
    run_app.write(STREAMS)
    ran = run_app.shell("$APP items --jsonl > /dev/full")
    assert ran.code == 74
    assert notes(run_app) == "finally\n"


@pytest.mark.slow
def test_a_long_stream_takes_no_more_memory_than_a_short_one(run_app: RunApp) -> None:
    source = """
        import resource
        from collections.abc import Iterator

        @app.command
        def items(count: int) -> Iterator[dict]:
            for number in range(count):
                yield {"number": number, "text": "x" * 100}
            sys.stderr.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))

        @app.command
        def other(): pass
    """
    run_app.write(source)
    short = run_app.again("items", "1000", "--jsonl")
    long = run_app.again("items", "200000", "--jsonl")
    assert long.out.count(b"\n") == 200_000
    assert int(long.stderr) < int(short.stderr) * 1.2


def test_clean_up_follows_the_last_item(run_app: RunApp) -> None:
    source = """
        import asyncio
        from collections.abc import AsyncIterator, Iterator

        def connection():
            print("open", flush=True)
            try: yield "c"
            finally: print("closed", flush=True)

        async def async_connection():
            print("open async", flush=True)
            try: yield "d"
            finally:
                await asyncio.sleep(0)
                print("closed async", flush=True)

        @app.command
        def items(
            c: Annotated[str, Depends(connection)],
            d: Annotated[str, Depends(async_connection)],
            fail: bool = False,
        ) -> Iterator[str]:
            yield c
            print("between", flush=True)
            yield d
            if fail: raise ValueError

        @app.command
        async def async_items(
            c: Annotated[str, Depends(connection)],
            d: Annotated[str, Depends(async_connection)],
            fail: bool = False,
        ) -> AsyncIterator[str]:
            yield c
            print("between", flush=True)
            yield d
            if fail: raise ValueError
    """
    run_app.write(source)
    for name in ("items", "async-items"):
        for more in ([], ["--fail"], ["--timeout", "20"]):
            ran = run_app.again(name, "--jsonl", *more)
            assert ran.stderr.split("\n") == ["open", "open async", "between", "closed async", "closed", ""]
            assert ran.lines[:2] == ["c", "d"]


def test_middleware_may_wrap_a_stream(run_app: RunApp) -> None:
    ran = run_app(
        """
        from collections.abc import Iterator

        @app.middleware
        def double(call):
            items = yield
            return (item * 2 for item in items)

        @app.command
        def items() -> Iterator[int]: yield from (1, 2)

        @app.command
        def other(): pass
        """,
        *("items", "--jsonl"),
    )
    assert ran.lines == [2, 4]
