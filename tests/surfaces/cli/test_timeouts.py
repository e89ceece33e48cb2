"""Deadlines of a process: it ends in time with one envelope, and leaves no child behind."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import RunApp

SLOW = """
    import asyncio, re, signal, subprocess, threading
    from collections.abc import AsyncIterator, Iterator

    def note(text):
        with open("notes", "a") as file: file.write(text + "\\n")

    @app.command
    def sleeps():
        try: time.sleep(60)
        finally: note("finally")

    @app.command
    async def awaits():
        try: await asyncio.sleep(60)
        finally: note("finally")

    @app.command
    async def awaits_in_finally():
        try: await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.2)
            note("finally")

    @app.command
    async def refuses_to_be_cancelled():
        while True:
            try: await asyncio.sleep(60)
            except asyncio.CancelledError: pass

    @app.command
    async def leaves_a_task_that_refuses():
        async def refuse():
            while True:
                try: await asyncio.sleep(60)
                except asyncio.CancelledError: pass
        task = asyncio.create_task(refuse())
        await asyncio.sleep(60)

    @app.command
    def computes():
        try:
            n = 0
            while True: n += 1
        finally: note("finally")

    @app.command
    async def computes_in_a_loop():
        try:
            n = 0
            while True: n += 1
        finally: note("finally")

    @app.command
    def catches_exceptions():
        while True:
            try:
                n = 0
                while True: n += 1
            except Exception: pass

    @app.command
    def catches_everything():
        while True:
            try:
                n = 0
                while True: n += 1
            except BaseException: note("caught")

    @app.command
    def pretends():
        try: time.sleep(60)
        except BaseException: return "all is well"

    @app.command
    def replaces():
        try: time.sleep(60)
        finally: raise ValueError("in the clean-up")

    @app.command
    def lingers():
        try: time.sleep(60)
        finally: time.sleep(60)

    @app.command
    def handles_signals():
        signal.signal(signal.SIGINT, lambda *_: None)
        time.sleep(60)

    @app.command
    def runs_a_loop():
        async def inner():
            try: await asyncio.sleep(60)
            finally: note("finally")
        asyncio.run(inner())

    @app.command
    def keeps_threads():
        threading.Thread(target=time.sleep, args=(60,)).start()
        time.sleep(60)

    @app.command(isolate=True)
    def holds_the_interpreter(): re.match(r"(a+)+$", "a" * 60 + "b")

    @app.command(isolate=True)
    def isolated_with_children():
        child = subprocess.Popen(["sleep", "60"], start_new_session=True)
        note(str(child.pid))
        time.sleep(60)

    def started(*line, **more):
        child = subprocess.Popen(line, stdout=subprocess.PIPE, text=True, **more)
        note(str(child.pid))
        return child

    @app.command
    def runs_a_child(): subprocess.run(["sh", "-c", "echo $$ >> notes; exec sleep 60"])

    @app.command
    def leaves_a_child():
        started("sleep", "60")
        started("sleep", "60", start_new_session=True)
        time.sleep(60)

    @app.command
    def leaves_grandchildren():
        started("sh", "-c", "sleep 60 & echo $! >> notes; wait")
        started("sh", "-c", "sleep 60 & echo $! >> notes").wait()
        started("sh", "-c", "(setsid sleep 60 & echo $! >> notes) &").wait()
        time.sleep(60)

    @app.command
    def stalls() -> Iterator[int]:
        try:
            yield 1
            yield 2
            time.sleep(60)
            yield 3
        finally: note("finally")

    @app.command
    async def stalls_async() -> AsyncIterator[int]:
        try:
            yield 1
            yield 2
            await asyncio.sleep(60)
            yield 3
        finally: note("finally")

    @app.command(isolate=True)
    def stalls_isolated() -> Iterator[int]:
        yield 1
        yield 2
        time.sleep(60)

    def connection():
        try: yield "open"
        finally: note("closed")

    async def async_connection():
        try: yield "open"
        finally:
            await asyncio.sleep(0.01)
            note("closed")

    @app.command
    def depends(c: Annotated[str, Depends(connection)], d: Annotated[str, Depends(async_connection)]):
        time.sleep(60)

    @app.command
    async def depends_async(
        c: Annotated[str, Depends(connection)], d: Annotated[str, Depends(async_connection)]
    ):
        await asyncio.sleep(60)

    def slow_connection(): time.sleep(60)

    @app.command
    def slow_dependency(c: Annotated[str, Depends(slow_connection)]): pass

    def slow_to_close():
        yield 1
        time.sleep(60)

    @app.command
    def slow_clean_up(c: Annotated[int, Depends(slow_to_close)]): pass
"""


def notes(run_app: RunApp) -> list[str]:
    path = run_app.folder / "notes"
    return path.read_text().split() if path.exists() else []


def alive(pid: str) -> bool:
    """Whether a process is there and has not ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in ("Z", "X")


@pytest.mark.parametrize(
    ("name", "noted"),
    [
        ("sleeps", ["finally"]),
        ("awaits", ["finally"]),
        ("awaits-in-finally", ["finally"]),
        ("refuses-to-be-cancelled", []),
        ("leaves-a-task-that-refuses", []),
        ("computes", ["finally"]),
        ("computes-in-a-loop", ["finally"]),
        ("catches-exceptions", []),
        ("catches-everything", ["caught"]),
        ("pretends", []),
        ("replaces", []),
        ("lingers", []),
        ("handles-signals", []),
        ("runs-a-loop", ["finally"]),
        ("keeps-threads", []),
        ("holds-the-interpreter", []),
        ("depends", ["closed", "closed"]),
        ("depends-async", ["closed", "closed"]),
        ("slow-dependency", []),
        ("slow-clean-up", []),
    ],
)
def test_whatever_a_function_does_its_deadline_is_50_and_one_envelope(
    run_app: RunApp, name: str, noted: list[str]
) -> None:
    started = time.monotonic()
    ran = run_app(SLOW, name, "--json", "--timeout", "0.3", timeout=20)
    assert time.monotonic() - started < 15
    assert (ran.code, ran.stderr) == (50, "")
    assert ran.error == {
        "code": "E4901",
        "category": "runtime",
        "message": "the deadline passed",
        "is_retryable": True,
    }
    assert ran.document["meta"]["tool"] == f"app.{name}"
    assert ran.document["meta"]["duration_ms"] >= 300
    assert notes(run_app) == noted


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks for processes in /proc")
@pytest.mark.parametrize(
    ("name", "count"),
    [("runs-a-child", 1), ("leaves-a-child", 2), ("leaves-grandchildren", 6), ("isolated-with-children", 1)],
)
def test_a_deadline_ends_the_children_of_the_call_and_theirs(run_app: RunApp, name: str, count: int) -> None:
    ran = run_app(SLOW, name, "--json", "--timeout", "2", timeout=20)
    assert (ran.code, ran.error["code"]) == (50, "E4901")
    pids = notes(run_app)
    assert len(pids) == count
    assert [pid for pid in pids if alive(pid)] == []


@pytest.mark.parametrize(
    ("name", "noted"),
    [
        ("stalls", ["finally"]),
        ("stalls-async", ["finally"]),
        pytest.param("stalls-isolated", [], marks=pytest.mark.slow),
    ],
)
def test_a_stream_that_stalls_ends_with_its_last_line(run_app: RunApp, name: str, noted: list[str]) -> None:
    seconds = "4" if "isolated" in name else "1"  # a child takes its time to start
    ran = run_app(SLOW, name, "--jsonl", "--timeout", seconds, timeout=20)
    assert (ran.code, ran.stderr) == (50, "")
    assert ran.lines[:2] == [1, 2]
    assert ran.lines[2]["$tooli"]["error"]["code"] == "E4901"
    assert len(ran.lines) == 3
    assert notes(run_app) == noted
    if "isolated" in name:
        return  # what is printed in other forms does not depend on where it ran
    ran = run_app.again(name, "--json", "--timeout", seconds, timeout=20)
    assert (ran.code, ran.error["code"]) == (50, "E4901")
    ran = run_app.again(name, "--plain", "--timeout", seconds, timeout=20)
    assert (ran.code, ran.stdout) == (50, "1\n2\n")
    assert ran.stderr.startswith("error: the deadline passed\n")


def test_a_stream_has_its_time_for_each_item(run_app: RunApp) -> None:
    ran = run_app(
        """
        from collections.abc import Iterator

        @app.command
        def items() -> Iterator[int]:
            for number in range(5):
                time.sleep(0.3)
                yield number

        @app.command
        def other(): pass
        """,
        *("items", "--jsonl", "--timeout", "1"),
    )
    assert (ran.code, ran.lines) == (0, [0, 1, 2, 3, 4])


FINE = """
    import asyncio
    from collections.abc import Iterator

    @app.command
    def quick(ctx: AgentContext) -> list:
        try: return [ctx.deadline is not None, round(ctx.deadline or 0)]
        finally: sys.stderr.write("finally\\n")

    @app.command
    async def quick_async() -> str:
        try:
            await asyncio.sleep(0.01)
            return "fine"
        finally: sys.stderr.write("finally\\n")

    @app.command(timeout=77)
    def declared(ctx: AgentContext) -> int: return round(ctx.deadline)

    @app.command(timeout=0.2)
    def too_slow(): time.sleep(60)

    @app.command
    def own_timeout(): raise TimeoutError("mine")

    @app.command
    def many() -> Iterator[int]: yield from range(1000)
"""


def test_a_deadline_that_is_not_reached_changes_nothing(run_app: RunApp) -> None:
    ran = run_app(FINE, "quick", "--json", "--timeout", "50")
    assert (ran.result, ran.stderr) == ([True, 50], "finally\n")
    ran = run_app.again("quick-async", "--json", "--timeout", "50")
    assert (ran.result, ran.stderr) == ("fine", "finally\n")
    ran = run_app.again("many", "--jsonl", "--timeout", "50")
    assert (ran.code, ran.lines) == (0, list(range(1000)))
    ran = run_app.again("own-timeout", "--json", "--timeout", "50")
    assert (ran.code, ran.error["message"]) == (50, "mine")


def test_the_nearest_word_about_the_deadline_counts(run_app: RunApp) -> None:
    run_app.write(FINE)
    agent: dict[str, str | None] = {"TOOLI_CALLER": "agent"}
    assert run_app.again("quick", "--json").result == [False, 0]
    assert run_app.again("quick", "--json", env=agent).result == [True, 120]
    assert run_app.again("quick", "--json", env={"CI": "1"}).result == [False, 0]
    assert run_app.again("quick", "--json", env={"TOOLI_TIMEOUT": "30"}).result == [True, 30]
    assert run_app.again("quick", "--json", env={**agent, "TOOLI_TIMEOUT": "30"}).result == [True, 30]
    both: dict[str, str | None] = {**agent, "TOOLI_TIMEOUT": "30"}
    assert run_app.again("quick", "--json", "--timeout", "40", env=both).result == [True, 40]
    assert run_app.again("declared", "--json", env=agent).result == 77
    assert run_app.again("declared", "--json", env={"TOOLI_TIMEOUT": "30"}).result == 30
    assert run_app.again("declared", "--json", "--timeout", "40").result == 40
    assert run_app.again("too-slow", "--json").code == 50


@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf", "1e400", "soon", ""])
def test_a_timeout_that_is_no_positive_number_is_refused(run_app: RunApp, value: str) -> None:
    ran = run_app(FINE, "quick", "--json", f"--timeout={value}")
    assert (ran.code, ran.error["code"], ran.error["field"]) == (2, "E1903", "timeout")
    if value:
        ran = run_app.again("quick", "--json", env={"TOOLI_TIMEOUT": value})
        assert (ran.code, ran.error["code"], ran.error["field"]) == (2, "E1903", "TOOLI_TIMEOUT")
