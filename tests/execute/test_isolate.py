"""Calls in a child process: same answers, hard deadlines, nothing left behind."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import RunApp

ISOLATED = """
    import asyncio, subprocess
    if __name__ == "__main__": os.environ["PARENT"] = str(os.getpid())
    from collections.abc import AsyncIterator, Iterator
    from tooli.errors import NotFoundError

    class Odd(Exception):
        def __init__(self, a, b): super().__init__(f"{a} {b}")

    @app.command(isolate=True)
    def work(how: str = "value") -> object:
        print("stray", flush=True)
        if how == "value": return {"apart": os.getppid() == int(os.environ["PARENT"])}
        if how == "tool": raise NotFoundError("gone", details={"a": 1}, suggestion="Look.")
        if how == "odd": raise Odd(1, 2)
        if how == "exit": sys.exit(5)
        if how == "kill": os.kill(os.getpid(), 9)
        if how == "_exit": os._exit(3)
        if how == "lambda": return lambda: 1
        if how == "big": return "x" * 3_000_000

    @app.command(isolate=True)
    async def awaited(n: int = 1) -> int:
        await asyncio.sleep(0)
        return n

    @app.command(isolate=True)
    def items(fail: bool = False) -> Iterator[int]:
        yield 1
        yield 2
        if fail: raise ValueError("bad")

    @app.command(isolate=True)
    async def async_items() -> AsyncIterator[int]:
        yield 1
        await asyncio.sleep(0)
        yield 2

    @app.command(isolate=True)
    def endless() -> Iterator[int]:
        with open("pid", "w") as file: file.write(str(os.getpid()))
        while True:
            yield 1

    @app.command(isolate=True)
    def slow():
        with open("pid", "w") as file: file.write(str(os.getpid()))
        sys.stderr.write("ready\\n")
        sys.stderr.flush()
        time.sleep(60)

    @app.command(isolate=True)
    def leaves_a_child() -> int:
        return subprocess.Popen(["sleep", "60"]).pid
"""


def alive(pid: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in ("Z", "X")


def test_the_function_runs_in_a_child_and_its_prints_stay_off_stdout(run_app: RunApp) -> None:
    ran = run_app(ISOLATED, "work", "--json")
    assert (ran.result, ran.stderr) == ({"apart": True}, "stray\n")
    assert run_app.again("work", "--how", "big", "--json").result == "x" * 3_000_000
    assert run_app.again("awaited", "--n", "4", "--json").result == 4


@pytest.mark.parametrize(
    ("how", "code", "error", "message"),
    [
        ("tool", 10, "E3910", "gone"),
        ("odd", 70, "E5001", "Odd: 1 2"),
        ("exit", 5, "E4900", "the command ended with exit status 5"),
        ("kill", 70, "E4900", "the isolated call ended without an answer (exit status -9)"),
        ("_exit", 70, "E4900", "the isolated call ended without an answer (exit status 3)"),
    ],
)
def test_failures_cross_the_border(run_app: RunApp, how: str, code: int, error: str, message: str) -> None:
    ran = run_app(ISOLATED, "work", "--how", how, "--json")
    assert (ran.code, ran.error["code"], ran.error["message"]) == (code, error, message)
    assert ran.stderr == "stray\n"
    if how == "tool":
        assert ran.error["details"] == {"a": 1}
        assert ran.error["suggestion"]["fix"] == "Look."


def test_a_result_that_cannot_cross_is_not_serialisable(run_app: RunApp) -> None:
    ran = run_app(ISOLATED, "work", "--how", "lambda", "--json")
    assert (ran.code, ran.error["code"]) == (70, "E5902")
    assert "cannot be pickled" in ran.error["message"]


def test_streams_cross_item_by_item(run_app: RunApp) -> None:
    assert run_app(ISOLATED, "items", "--jsonl").lines == [1, 2]
    assert run_app.again("async-items", "--json").result == [1, 2]
    ran = run_app.again("items", "--fail", "--jsonl")
    assert (ran.code, ran.lines[:2]) == (70, [1, 2])
    assert ran.lines[2]["$tooli"]["error"]["message"] == "unexpected ValueError: bad"


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks for processes in /proc")
def test_no_child_is_left_behind(run_app: RunApp) -> None:
    run_app.write(ISOLATED)
    ran = run_app.shell("$APP endless --jsonl | head -1; echo ${PIPESTATUS[0]}")
    assert ran.stdout == "1\n141\n"
    assert not alive(int((run_app.folder / "pid").read_text()))
    assert not alive(run_app.again("leaves-a-child", "--json").result)


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks for processes in /proc")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_to_the_parent_ends_the_child(run_app: RunApp, number: signal.Signals, code: int) -> None:
    process = run_app.start(ISOLATED, "slow", "--json")
    assert process.stderr is not None
    assert process.stderr.readline() == b"ready\n"
    process.send_signal(number)
    ran = run_app.finish(process)
    assert (ran.code, ran.error["code"]) == (code, "E4904")
    assert not alive(int((run_app.folder / "pid").read_text()))


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks for processes in /proc")
def test_python_callers_leave_no_child_behind_either(run_app: RunApp) -> None:
    source = (
        ISOLATED.replace("\n    ", "\n")
        + """
if __name__ == "__main__":
    late = app.call("slow", options=CallOptions(timeout=4))

    async def main():
        task = asyncio.create_task(app.acall("slow"))
        while not os.path.exists("pid"): await asyncio.sleep(0.01)
        task.cancel()
        try: await task
        except asyncio.CancelledError: return "cancelled"

    first = open("pid").read()
    os.remove("pid")
    ended = asyncio.run(main())
    second = open("pid").read()
    for _ in range(1000):
        if not os.path.exists(f"/proc/{second}"): break
        time.sleep(0.01)
    gone = [not os.path.exists(f"/proc/{pid}") for pid in (first, second)]
    items = app.stream("endless")
    next(items)
    items.close()
    gone.append(not os.path.exists(f"/proc/{open('pid').read()}"))
    print([late.error.code, ended, gone])
    sys.exit(0)
"""
    )
    ran = run_app(source)
    assert ran.stdout == "['E4901', 'cancelled', [True, True, True]]\n", ran.stderr


def test_what_cannot_be_pickled_is_said_so(run_app: RunApp) -> None:
    ran = run_app(
        """
        def made():
            @app.command(isolate=True)
            def local() -> int: return 1

            @app.command
            def other(): pass

        made()
        """,
        *("local", "--json"),
    )
    assert (ran.code, ran.error["code"]) == (70, "E5001")
    assert "pickled" in ran.error["message"]
