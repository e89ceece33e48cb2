"""A command line as a process: one document, the specified exit status, never a traceback."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conftest import RunApp

ENDINGS = """
    class Stop(BaseException): pass

    class Silent(Exception):
        def __str__(self): raise ValueError("no text")

    class Mute(BaseException):
        def __str__(self): return 7

    class Odd:
        def __init__(self): self.me = self

    @app.command
    def end(how: str):
        print("stray")
        if how == "value": raise ValueError("bad")
        if how == "tool": raise ToolError("locked", code="E3001", exit_code=21, details={"by": "ann"})
        if how == "file": open("/nowhere/at/all")
        if how == "exit0": sys.exit(0)
        if how == "exit3": sys.exit(3)
        if how == "exit-text": sys.exit("gave up")
        if how == "Exit4": raise Exit(4)
        if how == "Exit-empty": raise Exit(0, [])
        if how == "base": raise Stop("enough")
        if how == "silent": raise Silent
        if how == "mute": raise Mute
        if how == "deep":
            def again(): again()
            again()
        if how == "memory": raise MemoryError
        if how == "huge": bytearray(1 << 62)
        if how == "group": raise ExceptionGroup("both", [ValueError("a"), FileNotFoundError(2, "gone", "f")])
        if how == "group1": raise ExceptionGroup("one", [FileNotFoundError(2, "gone", "f")])
        if how == "stop": raise StopIteration(5)
        if how == "generator-exit": raise GeneratorExit
        if how == "eof": raise EOFError
        if how == "object": return object()
        if how == "cycle":
            loop = []; loop.append(loop); return loop
        if how == "details": raise ToolError("kept", code="E3001", details={"o": object()})
        return how

    @app.command
    def other(): pass
"""


@pytest.mark.parametrize(
    ("how", "code", "error", "message"),
    [
        ("value", 70, "E5001", "unexpected ValueError: bad"),
        ("tool", 21, "E3001", "locked"),
        ("file", 10, "E3910", "No such file or directory: /nowhere/at/all"),
        ("exit3", 3, "E4900", "the command ended with exit status 3"),
        ("exit-text", 1, "E4900", "gave up"),
        ("Exit4", 4, "E4900", "the command ended with exit status 4"),
        ("base", 70, "E5001", "unexpected Stop: enough"),
        ("silent", 70, "E5001", "unexpected Silent"),
        ("mute", 70, "E5001", "unexpected Mute"),
        ("deep", 70, "E5001", "RecursionError: maximum recursion depth exceeded"),
        ("memory", 70, "E5001", "MemoryError"),
        ("huge", 70, "E5001", "MemoryError"),
        ("group", 70, "E5001", "unexpected ExceptionGroup: both: unexpected ValueError: a; gone: f"),
        ("group1", 10, "E3910", "gone: f"),
        ("stop", 70, "E5001", "unexpected RuntimeError: raised StopIteration(5)"),
        ("generator-exit", 130, "E4904", "the caller stopped reading"),
        ("eof", 70, "E5001", "unexpected EOFError"),
        ("object", 70, "E5902", "result: this object cannot be written as JSON"),
        ("cycle", 70, "E5902", "result[0]: this list contains itself"),
        ("details", 20, "E3001", "kept"),
    ],
)
def test_every_way_to_fail_is_one_envelope_and_its_exit_status(
    run_app: RunApp, how: str, code: int, error: str, message: str
) -> None:
    ran = run_app(ENDINGS, "end", how, "--json")
    assert (ran.code, ran.error["code"], ran.error["message"]) == (code, error, message)
    assert ran.document["meta"]["tool"] == "app.end"
    assert ran.stderr == "stray\n"
    ran = run_app.again("end", how, "--text")
    assert (ran.code, ran.out) == (code, b"")
    assert error in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(("how", "result"), [("exit0", None), ("Exit-empty", []), ("fine", "fine")])
def test_ways_to_end_well(run_app: RunApp, how: str, result: Any) -> None:
    assert run_app(ENDINGS, "end", how, "--json").result == result


def test_what_cannot_be_written_of_an_error_is_left_out_with_a_warning(run_app: RunApp) -> None:
    document = run_app(ENDINGS, "end", "details", "--json").document
    assert document["error"] == {
        "code": "E3001",
        "category": "state",
        "message": "kept",
        "is_retryable": False,
    }
    assert "details" in document["meta"]["warnings"][0]


def test_two_v_show_the_traceback_on_stderr_only(run_app: RunApp) -> None:
    ran = run_app(ENDINGS, "end", "value", "--json", "-vv")
    assert ran.error["code"] == "E5001"
    assert ran.stderr.startswith("Traceback (most recent call last):\n")
    assert ran.stderr.endswith("ValueError: bad\nstray\n")
    assert "Traceback" not in run_app.again("end", "value", "--json", "-v").stderr


def test_the_module_form_and_a_console_script_behave_alike(run_app: RunApp) -> None:
    plain = run_app(ENDINGS, "end", "tool", "--json")
    as_module = run_app.again("end", "tool", "--json", launch=("-m", "app"))
    script = "import sys; from app import app; sys.exit(app())"
    as_script = run_app.again("end", "tool", "--json", launch=("-c", script))
    for ran in (as_module, as_script):
        assert (ran.code, ran.error, ran.stderr) == (plain.code, plain.error, plain.stderr)


def test_every_usage_mistake_is_one_envelope_with_exit_status_2(run_app: RunApp) -> None:
    run_app.write(ENDINGS)
    lines: tuple[list[str], ...] = (
        ["nope"],
        ["end"],
        ["end", "x", "--bad"],
        ["end", "x", "y"],
        [],
        ["--bad"],
        ["end", "x", "-o", "xml"],
    )
    for line in lines:
        ran = run_app.again(*line)
        assert (ran.code, ran.error["category"], ran.stderr) == (2, "input", ""), line
        assert ran.error["field"]


def test_a_group_that_cannot_be_imported_is_an_envelope(run_app: RunApp) -> None:
    source = 'app.lazy("db", "no_such_module:app")'
    ran = run_app(source, "db", "x", "--json")
    assert (ran.code, ran.error["code"]) == (70, "E5001")
    assert "no_such_module" in ran.error["message"]
    ran = run_app.again("db", "x", "--text")
    assert (ran.code, ran.out) == (70, b"")
    assert "no_such_module" in ran.stderr
    assert "Traceback" not in ran.stderr
    (run_app.folder / "no_such_module.py").write_text("raise SystemExit(9)")
    ran = run_app.again("db", "x", "--json")
    assert (ran.code, ran.error["code"]) == (9, "E4900")
    assert ran.error["message"] == "group 'db': no_such_module ends the process while it is imported"
    (run_app.folder / "no_such_module.py").write_text("raise SystemExit")
    assert (run_app.again("db", "x", "--json").code, run_app.again("--help").code) == (70, 0)
    (run_app.folder / "no_such_module.py").write_text("raise FileNotFoundError(2, 'gone', 'f')")
    assert run_app.again("db", "x", "--json").error["code"] == "E3910"


def test_whatever_prints_stdout_holds_only_the_answer(run_app: RunApp) -> None:
    ran = run_app(
        """
        import subprocess, threading, multiprocessing
        print("at import")

        def in_process(): print("process", flush=True)

        @app.command
        def noisy() -> int:
            print("unflushed", end="")
            sys.stdout.write("write\\n")
            sys.stdout.buffer.write(b"buffer\\n")
            sys.stdout.flush()
            os.write(1, b"descriptor\\n")
            sys.__stdout__.write("original\\n")
            subprocess.run(["echo", "child"])
            os.system("echo shell")
            threading.Thread(target=print, args=("thread",)).start()
            worker = multiprocessing.get_context("fork").Process(target=in_process)
            worker.start()
            worker.join()
            print("é → \\udcff")
            return 1

        @app.command
        def other(): pass

        import atexit
        atexit.register(print, "at exit")
        """,
        "noisy",
        "--json",
    )
    assert ran.result == 1
    for word in ("at import", "unflushed", "write", "buffer", "descriptor", "original", "child", "shell"):
        assert word in ran.stderr
    for word in ("thread", "process", "at exit", "é → \\udcff"):
        assert word in ran.stderr


def test_a_function_may_spoil_its_surroundings(run_app: RunApp) -> None:
    source = """
        import io, signal, shutil

        @app.command
        def spoil(what: str) -> str:
            if what == "close 1": os.close(1)
            if what == "close 2": os.close(2)
            if what == "replace": sys.stdout = io.StringIO()
            if what == "replace all": sys.stdout = sys.stderr = sys.stdin = None
            if what == "break":
                class Broken:
                    def write(self, text): raise RuntimeError
                    def flush(self): raise RuntimeError
                sys.stdout = sys.stderr = Broken()
            if what == "close": sys.stdout.close(); sys.stderr.close()
            if what == "chdir": os.chdir("/")
            if what == "rmdir": os.mkdir("gone"); os.chdir("gone"); os.rmdir("../gone")
            if what == "signals":
                for number in (signal.SIGINT, signal.SIGTERM): signal.signal(number, lambda *_: None)
            if what == "environ": os.environ.clear()
            if what == "modules": [sys.modules.pop(name) for name in list(sys.modules) if "tooli" in name]
            return what

        @app.command
        def other(): pass
    """
    run_app.write(source)
    whats = ("close 1", "close 2", "replace", "replace all", "break", "close", "chdir", "rmdir", "signals")
    for what in (*whats, "environ", "modules"):
        ran = run_app.again("spoil", what, "--json")
        assert ran.result == what
        assert ran.stderr == ""
        assert run_app.again("spoil", what, "--json", "--timeout", "20").result == what
        assert run_app.again("spoil", what, "--text").stdout == what + "\n"


def test_values_that_json_cannot_hold_become_null_or_the_replacement_character(run_app: RunApp) -> None:
    source = """
        @app.command
        def values(word: str) -> list:
            return [float("nan"), float("inf"), word, "\\ud800"]

        @app.command
        def refuse(number: int) -> int: return number
    """
    run_app.write(source)
    ran = run_app.shell("$APP values $'a\\xffb' --json")
    assert ran.result == [None, None, "a\ufffdb", "\ufffd"]
    assert len(ran.document["meta"]["warnings"]) == 4
    ran = run_app.shell("$APP refuse $'a\\xffb' --json")
    assert (ran.code, ran.error["code"], ran.error["field"]) == (2, "E1903", "number")
    ran = run_app.shell("$APP $'\\xff' --json")
    assert (ran.code, ran.error["code"]) == (2, "E1905")
    assert run_app.shell("$APP refuse $'\\xff' --text").code == 2
    ran = run_app.shell("$APP values $'\\xff' --text")
    assert ran.code == 0
    assert "\ufffd" in ran.stdout


@pytest.mark.slow
def test_a_result_of_100_megabytes_arrives_whole(run_app: RunApp) -> None:
    ran = run_app(
        """
        @app.command
        def big(size: int) -> str: return "é" * size

        @app.command
        def other(): pass
        """,
        "big",
        "50000000",
        "--json",
    )
    assert ran.result == "é" * 50_000_000


def test_a_reader_that_goes_away_ends_the_producer_quietly(run_app: RunApp) -> None:
    run_app.write("""
        @app.command
        def big() -> str: return "x" * 10_000_000

        @app.command
        def other(): pass
    """)
    ran = run_app.shell("$APP big --json | head -c 10; echo ${PIPESTATUS[0]}")
    assert (ran.stdout, ran.stderr) == ('{"ok":true141\n', "")
    ran = run_app.shell("$APP big --text | head -c 1; echo ${PIPESTATUS[0]}")
    assert (ran.stdout, ran.stderr) == ("x141\n", "")


SMALL = """
    @app.command
    def small() -> str:
        print("stray")
        return "fine"

    @app.command
    def fail(): raise ValueError("bad")
"""


@pytest.mark.parametrize("mode", ["json", "jsonl", "text", "plain"])
@pytest.mark.parametrize(
    ("redirect", "reason"), [(">&-", "Bad file descriptor"), ("> /dev/full", "No space left on device")]
)
def test_an_output_that_cannot_be_written_is_74_and_a_line_on_stderr(
    run_app: RunApp, mode: str, redirect: str, reason: str
) -> None:
    run_app.write(SMALL)
    ran = run_app.shell(f"$APP small --{mode} {redirect}")
    assert (ran.code, ran.out) == (74, b"")
    assert f"error: the output cannot be written: {reason}\ncode: E4906\n" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("redirect", ["<&-", "2>&-", "2> /dev/full", "<&- 2>&-", "0<&- 2>&1"])
def test_other_streams_may_be_closed_or_full(run_app: RunApp, redirect: str) -> None:
    run_app.write(SMALL)
    ran = run_app.shell(f"$APP small --json {redirect}")
    if "2>&1" in redirect:
        assert ran.stdout.endswith("}\nstray\n")
        assert ran.code == 0
    else:
        assert ran.result == "fine"
    ran = run_app.shell(f"$APP fail --text {redirect} | cat; exit ${{PIPESTATUS[0]}}")
    assert ran.code == 70


def test_all_three_streams_may_be_closed(run_app: RunApp) -> None:
    run_app.write(SMALL)
    ran = run_app.shell("$APP small --json <&- >&- 2>&-")
    assert (ran.code, ran.out, ran.stderr) == (74, b"", "")


def test_a_file_the_function_opens_never_takes_the_place_of_a_closed_stream(run_app: RunApp) -> None:
    run_app.write("""
        @app.command
        def opens() -> int:
            with open("file", "w") as file:
                print("stray", flush=True)
                os.write(1, b"stray")
                os.write(2, b"stray")
                return file.fileno()

        @app.command
        def other(): pass
    """)
    for redirect in ("2>&-", "<&-", "<&- 2>&-"):
        assert run_app.shell(f"$APP opens --json {redirect}").result > 2
        assert (run_app.folder / "file").read_text() == ""
    assert run_app.shell("$APP opens --json <&- >&- 2>&-").code == 74
    assert (run_app.folder / "file").read_text() == ""


@pytest.mark.skipif(not hasattr(os, "set_blocking"), reason="the platform has no such pipes")
def test_a_pipe_that_does_not_block_gets_the_whole_answer(run_app: RunApp) -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    process = run_app.start(
        """
        @app.command
        def big() -> str: return "x" * 3_000_000

        @app.command
        def other(): pass
        """,
        "big",
        "--json",
        stdout=writer,
    )
    os.close(writer)
    with open(reader, "rb") as file:
        document = json.loads(file.read())
    run_app.finish(process)
    assert process.returncode == 0
    assert document["result"] == "x" * 3_000_000


def test_a_command_that_ends_the_process_itself_keeps_its_status(run_app: RunApp) -> None:
    ran = run_app(
        """
        @app.command
        def leaves(): os._exit(9)

        @app.command
        def other(): pass
        """,
        "leaves",
        "--json",
    )
    assert (ran.code, ran.out) == (9, b"")


def test_a_forked_child_that_comes_back_says_nothing(run_app: RunApp) -> None:
    source = """
        @app.command
        def forks(how: str) -> str:
            if os.fork():
                os.wait()
                return "parent"
            if how == "fails": raise ValueError("child")
            return "child"

        @app.command
        def other(): pass
    """
    for how in ("returns", "fails"):
        for more in ([], ["--timeout", "20"]):
            assert run_app(source, "forks", how, "--json", *more).result == "parent"


def test_pools_of_processes_and_threads_work_and_are_silent(run_app: RunApp) -> None:
    source = """
        import asyncio, multiprocessing
        from concurrent.futures import ThreadPoolExecutor, ProcessPoolExecutor

        @app.command
        def pools() -> list[float]:
            with multiprocessing.get_context("fork").Pool(2) as pool:
                first = pool.map(abs, [-1, -2])
            with ThreadPoolExecutor(2) as pool:
                first += pool.map(abs, [-3])
            first.append(asyncio.run(asyncio.sleep(0, 4)))
            return first

        @app.command
        def other(): pass
    """
    for more in ([], ["--timeout", "20"]):
        ran = run_app(source, "pools", "--json", *more)
        assert (ran.result, ran.stderr) == ([1, 2, 3, 4], "")


@pytest.mark.untraced
@pytest.mark.parametrize(("seconds", "code"), [("0", 0), ("60", 50)])
def test_an_app_in_a_thread_of_another_program_works(run_app: RunApp, seconds: str, code: int) -> None:
    ran = run_app(
        """
        import threading

        @app.command
        def nap(seconds: float): time.sleep(seconds)

        @app.command
        def other(): pass

        if __name__ == "__main__":
            def work():
                try: app()
                except SystemExit as left: os._exit(left.code)
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
        """,
        *("nap", seconds, "--json", "--timeout", "0.2"),
    )
    assert (ran.code, ran.document["ok"]) == (code, code == 0)


def test_a_deadline_costs_a_call_two_modules(run_app: RunApp) -> None:
    source = """
        @app.command
        def loaded() -> list[str]: return sorted(sys.modules)

        @app.command
        def other(): pass
    """
    plain = run_app(source, "loaded", "--json").result
    agents = run_app.again("loaded", "--json", env={"TOOLI_CALLER": "agent"}).result
    deadline = {"tooli.execute.host", "tooli.surfaces.cli.watchdog"}
    assert set(agents) - set(plain) == {*deadline, "tooli.caller.known_ci"}


def test_help_and_version_fail_like_everything_else(run_app: RunApp) -> None:
    run_app.write(SMALL)
    assert run_app.shell("$APP --version > /dev/full").code == 74
    assert run_app.shell("$APP --help | true; exit ${PIPESTATUS[0]}").code in (0, 141)
    assert run_app.again("--version").stdout == "app 1.0.0\n"


def test_nothing_hangs_on_a_silent_stdin(run_app: RunApp) -> None:
    reader, writer = os.pipe()
    try:
        assert run_app(SMALL, "small", "--json", stdin=reader).result == "fine"
    finally:
        os.close(reader)
        os.close(writer)
