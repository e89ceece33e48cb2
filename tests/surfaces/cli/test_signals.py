"""Signals to a process: clean-up runs, one envelope or one last line is written, the status says which."""

from __future__ import annotations

import json
import signal
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Ran, RunApp

WAITING = """
    import asyncio, subprocess, signal
    from collections.abc import AsyncIterator, Iterator

    def ready():
        sys.stderr.write("ready\\n")
        sys.stderr.flush()

    @app.command
    def sleeps():
        try:
            ready()
            time.sleep(60)
        finally:
            sys.stderr.write("finally\\n")

    @app.command
    async def awaits():
        try:
            ready()
            await asyncio.sleep(60)
        finally:
            sys.stderr.write("finally\\n")

    @app.command
    def computes():
        try:
            ready()
            n = 0
            while True: n += 1
        finally:
            sys.stderr.write("finally\\n")

    @app.command
    def waits():
        try:
            child = subprocess.Popen(["sleep", "60"], start_new_session=True)
            ready()
            child.wait()
        finally:
            child.kill()
            sys.stderr.write("finally\\n")

    @app.command
    def runs_a_loop():
        async def inner():
            try:
                ready()
                await asyncio.sleep(60)
            finally:
                sys.stderr.write("finally\\n")
        asyncio.run(inner())

    @app.command
    def threads():
        import threading
        threading.Thread(target=time.sleep, args=(60,)).start()
        try:
            ready()
            time.sleep(60)
        finally:
            sys.stderr.write("finally\\n")

    @app.command
    def items() -> Iterator[int]:
        try:
            yield 1
            ready()
            time.sleep(60)
            yield 2
        finally:
            sys.stderr.write("finally\\n")

    @app.command
    async def async_items() -> AsyncIterator[int]:
        try:
            yield 1
            ready()
            await asyncio.sleep(60)
            yield 2
        finally:
            sys.stderr.write("finally\\n")
"""


def interrupted(run_app: RunApp, number: signal.Signals, *line: str, caller: str | None = None) -> Ran:
    """Send a signal to an app when it says that it is ready, and return how it ended."""
    process = run_app.start(WAITING, *line, env={"TOOLI_CALLER": caller})
    assert process.stderr is not None
    assert process.stderr.readline() == b"ready\n"
    process.send_signal(number)
    return run_app.finish(process)


@pytest.mark.parametrize("caller", [None, "agent"])
@pytest.mark.parametrize("name", ["sleeps", "awaits", "computes", "waits", "runs-a-loop", "threads"])
def test_an_interrupt_is_130_and_one_envelope(run_app: RunApp, name: str, caller: str | None) -> None:
    ran = interrupted(run_app, signal.SIGINT, name, "--json", caller=caller)
    assert (ran.code, ran.stderr) == (130, "finally\n")
    assert (ran.error["code"], ran.error["message"]) == ("E4904", "interrupted")
    assert ran.document["meta"]["tool"] == f"app.{name}"
    assert ran.document["meta"].get("caller_id") == caller


@pytest.mark.parametrize("name", ["sleeps", "awaits", "computes", "waits", "runs-a-loop", "threads"])
def test_a_request_to_terminate_is_143_and_one_envelope(run_app: RunApp, name: str) -> None:
    ran = interrupted(run_app, signal.SIGTERM, name, "--json")
    assert (ran.code, ran.stderr) == (143, "finally\n")
    assert (ran.error["code"], ran.error["message"]) == ("E4904", "terminated")


@pytest.mark.parametrize("caller", [None, "agent"])
@pytest.mark.parametrize("name", ["items", "async-items"])
def test_an_interrupted_stream_ends_with_its_last_line(
    run_app: RunApp, name: str, caller: str | None
) -> None:
    ran = interrupted(run_app, signal.SIGINT, name, "--jsonl", caller=caller)
    assert (ran.code, ran.stderr) == (130, "finally\n")
    first, last = ran.lines
    assert first == 1
    assert last["$tooli"]["ok"] is False
    assert last["$tooli"]["error"]["code"] == "E4904"
    assert last["$tooli"]["meta"]["tool"] == f"app.{name}"


def test_an_interrupt_in_text_mode_is_said_on_stderr(run_app: RunApp) -> None:
    ran = interrupted(run_app, signal.SIGINT, "sleeps", "--text")
    assert (ran.code, ran.out) == (130, b"")
    assert ran.stderr.startswith("finally\nerror: interrupted\n")


def test_an_interrupt_while_a_large_answer_is_written_adds_no_second_document(run_app: RunApp) -> None:
    process = run_app.start(
        """
        @app.command
        def big() -> str: return "x" * 10_000_000

        @app.command
        def other(): pass
        """,
        "big",
        "--json",
    )
    assert process.stdout is not None
    start = process.stdout.read(10)
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 130
    rest = run_app.finish(process).out
    assert start == b'{"ok":true'
    assert b'"ok":false' not in rest


def test_a_terminate_while_threads_keep_the_process_ends_it(run_app: RunApp) -> None:
    process = run_app.start(
        """
        import threading

        @app.command
        def leaves() -> int:
            threading.Thread(target=time.sleep, args=(60,)).start()
            return 1

        @app.command
        def other(): pass
        """,
        "leaves",
        "--json",
    )
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["result"] == 1
    process.send_signal(signal.SIGTERM)
    ran = run_app.finish(process)
    assert ran.code in (-signal.SIGTERM, 143)
    assert (ran.out, ran.stderr) == (b"", "")
