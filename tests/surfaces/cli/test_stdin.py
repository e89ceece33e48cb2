"""Data on the command line: paths, URLs, `-`, pipes, files, FIFOs and terminals, and silence that ends."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pexpect
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import RunApp

APP = """
    from collections.abc import Iterator
    from pathlib import Path
    from tooli import StdinOr

    @app.command
    def count(data: StdinOr[str], unit: str = "lines"):
        return [data.source, data.name, sum(1 for _ in data.lines())]

    @app.command
    def first(data: StdinOr[str]):
        return next(data.lines(), None)

    @app.command
    def shout(data: StdinOr[str]) -> Iterator[str]:
        for line in data.lines():
            yield line.upper()

    @app.command
    def maybe(data: StdinOr[str] | None = None):
        return None if data is None else data.text()

    @app.command
    def search(data: StdinOr[str], pattern: str):
        return [line for line in data.lines() if pattern in line]

    @app.command
    def compare(old: StdinOr[str], new: StdinOr[str]):
        return old.text() == new.text()

    @app.command
    def join(*files: StdinOr[str]):
        return "".join(file.text() for file in files)

    @app.command
    def digest(data: StdinOr[bytes]):
        return data.read().hex()

    @app.command
    def rows(n: int, fail: bool = False) -> Iterator[dict]:
        for number in range(n):
            yield {"n": number}
        if fail:
            raise ToolError("out of rows", code="E3001")

    @app.command
    def listed(n: int) -> list[dict]:
        return [{"n": number} for number in range(n)]

    @app.command(pipe_input={"format": "jsonl"})
    def total(rows: StdinOr[Iterator[dict]]) -> int:
        return sum(row["n"] for row in rows.read())

    @app.command
    def write(text: str, to: Annotated[Path, Option(allow_dash=True, exists=True)] = Path("-")):
        return str(to)

    @app.command
    async def later(data: StdinOr[str]):
        return data.text()

    @app.command(isolate=True)
    def apart(data: StdinOr[str]):
        return data.text()
"""
AGENT: dict[str, str | None] = {"TOOLI_CALLER": "tester", "TOOLI_STDIN_WAIT": "0.3"}


@pytest.fixture
def silent() -> Iterator[int]:
    """An open pipe through which nothing comes."""
    reading, writing = os.pipe()
    yield reading
    os.close(reading)
    os.close(writing)


@pytest.mark.parametrize("way", ["path", "dash", "pipe", "file", "fifo", "named", "substitution"])
def test_the_same_data_comes_by_every_way(run_app: RunApp, way: str) -> None:
    run_app.write(APP)
    (run_app.folder / "data").write_text("one\ntwo\n")
    os.mkfifo(run_app.folder / "fifo")
    lines = {
        "path": "$APP count data",
        "dash": "$APP count - < data",
        "pipe": "cat data | $APP count",
        "file": "$APP count < data",
        "fifo": "cat data > fifo & $APP count fifo",
        "named": "$APP count --data data",
        "substitution": "$APP count <(cat data)",
    }
    source, _, lines_counted = run_app.shell(lines[way]).result
    assert lines_counted == 2
    assert source == ("stdin" if way in ("dash", "pipe", "file") else "file")


def test_a_socket_on_stdin_is_read(run_app: RunApp) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.sendall(b"one\n")
        ours.shutdown(socket.SHUT_WR)
        assert run_app(APP, "count", stdin=theirs.fileno()).result == ["stdin", "stdin", 1]


def test_an_empty_pipe_is_empty_data(run_app: RunApp) -> None:
    assert run_app(APP, "count", stdin=b"").result == ["stdin", "stdin", 0]


@pytest.mark.parametrize("line", ["$APP count < /dev/null", "$APP count <&-"])
def test_nothing_on_stdin_is_no_input(run_app: RunApp, line: str) -> None:
    run_app.write(APP)
    ran = run_app.shell(line)
    assert (ran.code, ran.error["code"], ran.error["field"]) == (2, "E1906", "data")
    assert ran.error["message"] == "data: no input was given"
    assert ran.error["suggestion"] == {
        "action": "retry_with_modified_input",
        "fix": "Give data as a path or a URL, or pipe data in.",
        "example": "python app.py count --data '<data: PATH e.g. file.txt>'",
        "applicability": "has_placeholders",
    }


def test_a_dash_and_a_closed_stdin_is_no_input(run_app: RunApp) -> None:
    run_app.write(APP)
    ran = run_app.shell("$APP count - <&-")
    assert (ran.code, ran.error["message"]) == (2, "data: stdin is closed")


@pytest.mark.parametrize("args", [("count",), ("count", "-")])
def test_a_silent_stdin_ends_the_call_of_an_agent(
    run_app: RunApp, silent: int, args: tuple[str, ...]
) -> None:
    ran = run_app(APP, *args, stdin=silent, env=AGENT)
    assert (ran.code, ran.error["code"]) == (2, "E1906")
    assert ran.error["message"] == "data: nothing came on stdin within 0.3 s"


def test_a_silent_stdin_lets_an_agents_call_use_its_default(run_app: RunApp, silent: int) -> None:
    ran = run_app(APP, "maybe", stdin=silent, env=AGENT)
    assert ran.result is None
    assert ran.document["meta"]["warnings"] == ["data: nothing came on stdin within 0.3 s; not read"]


def test_the_wait_has_to_be_a_number(run_app: RunApp) -> None:
    ran = run_app(APP, "count", stdin=b"", env={"TOOLI_STDIN_WAIT": "long"})
    assert (ran.code, ran.error["field"]) == (2, "TOOLI_STDIN_WAIT")


def test_a_producer_may_take_its_time_when_no_machine_waits(run_app: RunApp) -> None:
    process = run_app.start(APP, "first", stdin=subprocess.PIPE)
    assert process.stdin is not None
    with process:
        process.stdin.write(b"late\n")
        process.stdin.close()
        assert process.stdout is not None
        assert b'"late"' in process.stdout.read()


def test_a_declared_default_is_used_when_nothing_is_piped(run_app: RunApp) -> None:
    assert run_app(APP, "maybe").result is None
    assert run_app.again("maybe", stdin=b"piped").result == "piped"


def test_words_go_to_the_params_that_need_them(run_app: RunApp) -> None:
    assert run_app(APP, "search", "tw", stdin=b"one\ntwo\n").result == ["two"]
    (run_app.folder / "data").write_text("three\n")
    assert run_app.again("search", "data", "th").result == ["three"]


def test_only_one_input_can_come_from_stdin(run_app: RunApp) -> None:
    ran = run_app(APP, "compare", "-", "-", stdin=b"x")
    assert (ran.code, ran.error["code"], ran.error["field"]) == (2, "E1909", "new")
    assert ran.error["message"] == "old and new cannot both be read from stdin"
    (run_app.folder / "a").write_text("x")
    assert run_app.again("compare", "a", "-", stdin=b"x").result is True
    assert run_app.again("compare", "--new", "-", "--old", "a", stdin=b"x").result is True
    assert run_app.again("compare", "--old", "a", stdin=b"x").result is True


def test_any_number_of_inputs_is_read(run_app: RunApp) -> None:
    run_app.write(APP)
    (run_app.folder / "a").write_text("1")
    (run_app.folder / "b").write_text("3")
    assert run_app.again("join", "a", "-", "b", stdin=b"2").result == "123"
    assert run_app.again("join").result == ""
    assert run_app.again("join", "-", "-", stdin=b"2").error["code"] == "E1909"


def test_bytes_arrive_as_they_are(run_app: RunApp) -> None:
    assert run_app(APP, "digest", stdin=b"\xff\x00\r\n").result == "ff000d0a"


def test_data_that_is_not_utf8_names_the_byte(run_app: RunApp) -> None:
    ran = run_app(APP, "count", stdin=b"one\ntw\xff\n")
    assert (ran.code, ran.error["code"], ran.error["field"]) == (65, "E1908", "data")
    assert ran.error["message"] == "data: stdin: not valid UTF-8: byte 0xff at offset 6"


def test_a_directory_is_no_file(run_app: RunApp) -> None:
    ran = run_app(APP, "count", ".")
    assert (ran.code, ran.error["code"]) == (2, "E1903")
    assert ran.error["message"] == "data: '.' is a directory, not a file"


def test_a_path_that_does_not_exist_is_repaired(run_app: RunApp) -> None:
    run_app.write(APP)
    (run_app.folder / "orders.csv").write_text("1\n")
    ran = run_app.again("count", "order.csv")
    assert (ran.code, ran.error["code"]) == (10, "E1907")
    assert ran.error["suggestion"]["example"] == "python app.py count orders.csv"


@pytest.mark.parametrize("line", ["$APP first < sparse", "cat sparse | $APP first", "$APP first sparse"])
def test_five_gigabytes_cost_no_more_than_the_line_that_is_read(run_app: RunApp, line: str) -> None:
    run_app.write(APP)
    with (run_app.folder / "sparse").open("wb") as file:
        file.write(b"first\n")
        file.truncate(5_000_000_000)
    assert run_app.shell(f"ulimit -v 200000; {line}").result == "first"


def test_gigabytes_without_a_line_end_are_no_line(run_app: RunApp) -> None:
    run_app.write(APP)
    with (run_app.folder / "sparse").open("wb") as file:
        file.truncate(5_000_000_000)
    ran = run_app.shell("ulimit -v 200000; $APP first < sparse")
    assert (ran.code, ran.error["code"]) == (65, "E1908")


def test_lines_are_answered_before_the_next_ones_come(run_app: RunApp) -> None:
    process = run_app.start(APP, "shout", stdin=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        for word in (b"one", b"two"):
            process.stdin.write(word + b"\n")
            process.stdin.flush()
            assert process.stdout.readline() == b'"' + word.upper() + b'"\n'
        process.stdin.close()
        assert process.stdout.read() == b""
    assert process.returncode == 0


def test_async_and_isolated_commands_read_stdin_too(run_app: RunApp) -> None:
    assert run_app(APP, "later", stdin=b"hi").result == "hi"
    assert run_app.again("apart", stdin=b"hi").result == "hi"


def test_one_commands_stream_is_anothers_input(run_app: RunApp) -> None:
    run_app.write(APP)
    assert run_app.shell("$APP rows 5 | $APP total").result == 10
    assert run_app.shell("$APP listed 5 --jsonl | $APP total").result == 10
    assert run_app.shell("$APP listed 5 | $APP total").result == 10


def test_a_failure_in_a_pipe_goes_on_through_it(run_app: RunApp) -> None:
    run_app.write(APP)
    ran = run_app.shell("$APP rows 2 --fail | $APP total")
    assert (ran.code, ran.error["code"]) == (40, "E4902")
    assert ran.error["message"] == "stdin: app.rows failed: out of rows"


def test_an_output_destination_can_be_a_dash(run_app: RunApp) -> None:
    assert run_app(APP, "write", "x").result == "-"
    assert run_app.again("write", "x", "--to", "-").result == "-"
    assert run_app.again("write", "x", "--to", "gone").error["code"] == "E1907"


def test_a_url_is_read_until_the_deadline(run_app: RunApp) -> None:
    released = threading.Event()

    class Slow(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/never":
                released.wait(30)
                return
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"one\ntwo\n")

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Slow) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            url = f"http://127.0.0.1:{server.server_address[1]}"
            assert run_app(APP, "count", f"{url}/data").result == ["url", f"{url}/data", 2]
            ran = run_app.again("count", f"{url}/never", "--timeout", "0.3")
            assert (ran.code, ran.error["code"]) == (50, "E4901")
        finally:
            released.set()
            server.shutdown()
            thread.join()


def test_a_host_that_does_not_exist_is_a_dependency(run_app: RunApp) -> None:
    ran = run_app(APP, "count", "http://nowhere.invalid/data")
    assert (ran.code, ran.error["code"], ran.error["field"]) == (40, "E4902", "data")


def test_a_person_at_a_terminal_is_told_that_nothing_was_piped(run_app: RunApp) -> None:
    run_app.write(APP)
    child = terminal(run_app, "count", "--plain")
    child.expect("no input was given")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 2


def test_a_person_can_type_what_a_dash_stands_for(run_app: RunApp) -> None:
    run_app.write(APP)
    child = terminal(run_app, "count", "-", "--plain")
    child.sendline("one")
    child.sendline("two")
    child.sendeof()
    child.expect("stdin\tstdin\t2|stdin[\r\n]+stdin[\r\n]+2")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def terminal(run_app: RunApp, *args: str) -> pexpect.spawn[str]:
    """Run the app that was written last at a terminal."""
    return pexpect.spawn(
        sys.executable,
        ["app.py", *args],
        cwd=str(run_app.folder),
        env=run_app.environment(TERM="dumb"),
        encoding="utf-8",
        timeout=20,
    )


def test_help_says_that_data_may_be_left_out(run_app: RunApp) -> None:
    page = run_app(APP, "count", "--help", "--plain").stdout
    assert "[DATA] PATH|URL|-" in page
