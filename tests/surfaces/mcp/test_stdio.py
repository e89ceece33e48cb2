"""The standard streams: only messages on stdout, calls answered at the end of stdin, signals obeyed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest
from tests.conftest import scrubbed
from tests.surfaces.mcp.client import MODERN

APP = Path(__file__).with_name("served_app.py")
PATIENCE = 120
"""Seconds until a server counts as hanging, on a machine that does much else."""
HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"elicitation": {}},
    "clientInfo": {"name": "t", "version": "1"},
}
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}


def request(number: int, method: str, **params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"


OPENING = request(0, "initialize", **HELLO) + '{"jsonrpc":"2.0","method":"notifications/initialized"}\n'


def tool(number: int, name: str, **arguments: Any) -> str:
    return request(number, "tools/call", name=name, arguments=arguments)


def start(*args: str, **streams: Any) -> subprocess.Popen[str]:
    streams = {name: streams.get(name, subprocess.PIPE) for name in ("stdin", "stdout", "stderr")}
    return subprocess.Popen([sys.executable, str(APP), *(args or ("mcp", "serve"))], text=True, **streams)


def said(process: subprocess.Popen[str], lines: str) -> tuple[dict[Any, Any], str]:
    out, err = process.communicate(lines, timeout=PATIENCE)
    messages = [json.loads(line) for line in out.splitlines()]
    return {message["id"]: message for message in messages if "id" in message}, err


@pytest.fixture(scope="module")
def messages() -> list[dict[str, Any]]:
    """What one server says to lines that are no messages, calls that take a while, and an end of stdin."""
    lone = tool(107, "add", a="\ud800", b=2)
    deep = '{"jsonrpc":"2.0","id":108,"params":' + "[" * 5000 + "]" * 5000 + "}\n"
    calls = "".join(tool(number, "report", steps=number) for number in range(1, 20))
    lines = 'nonsense\n{"no":"message"}\n\n' + OPENING + lone + deep + tool(20, "add", a=1, b=2) + calls
    out, _ = start().communicate(lines, timeout=PATIENCE)
    return [json.loads(line) for line in out.splitlines()]


def piped(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream


@pytest.mark.parametrize("line", [("mcp", "serve"), ("--serve-mcp", "stdio"), ("--serve-mcp",)])
def test_stray_prints_of_code_and_children_go_to_stderr(line: tuple[str, ...]) -> None:
    process = start(*line)
    answers, err = said(process, OPENING + tool(1, "noisy"))
    assert answers[1]["result"]["structuredContent"] == {"result": "done"}
    assert sorted(answers) == [0, 1]
    for stray in ("stray", "raw", "child"):
        assert stray in err
    assert process.returncode == 0


def test_calls_in_flight_are_answered_when_stdin_ends(messages: list[dict[str, Any]]) -> None:
    answers = {message["id"]: message for message in messages if message.get("id") is not None}
    assert sorted(answers) == [*range(21), 107]
    assert all(answers[number]["result"]["isError"] is False for number in range(1, 20))


def test_a_question_that_nobody_can_answer_any_more_does_not_keep_the_server() -> None:
    process = start()
    out, _ = process.communicate(OPENING + tool(1, "critical"), timeout=PATIENCE)
    answers = {message.get("id"): message for message in map(json.loads, out.splitlines())}
    error = answers[1]["result"]["structuredContent"]["error"]
    assert error["code"] == "E4905"


def test_stdin_and_stdout_may_be_files(tmp_path: Path) -> None:
    given, taken = tmp_path / "in", tmp_path / "out"
    given.write_text(OPENING + tool(1, "add", a=1, b=2))
    with given.open() as stdin, taken.open("w") as stdout:
        process = start(stdin=stdin, stdout=stdout)
        process.communicate(timeout=PATIENCE)
    answers = {message["id"]: message for message in map(json.loads, taken.read_text().splitlines())}
    assert answers[1]["result"]["structuredContent"] == {"result": 3}


def test_what_is_no_message_is_answered_with_an_error(messages: list[dict[str, Any]]) -> None:
    nameless = [message["error"]["code"] for message in messages if message.get("id", 0) is None]
    assert nameless == [-32700, -32600, -32700]  # the last one for what is nested too deeply
    (added,) = [message for message in messages if message.get("id") == 20]
    assert added["result"]["structuredContent"] == {"result": 3}


def test_a_request_that_is_no_message_is_answered_under_its_id(messages: list[dict[str, Any]]) -> None:
    (answer,) = [message for message in messages if message.get("id") == 107]
    assert answer["error"]["code"] == -32600


@pytest.mark.slow
def test_a_message_without_end_does_not_stop_the_server() -> None:
    endless = '{"jsonrpc":"2.0","id":9,"method":"' + "x" * (65 << 20) + '"}\n'
    answers, _ = said(start(), OPENING + endless + tool(1, "add", a=1, b=2))
    assert answers[None]["error"]["code"] == -32700
    assert answers[1]["result"]["structuredContent"] == {"result": 3}


def test_calls_of_the_newer_era_need_no_opening() -> None:
    lines = request(1, "tools/call", name="add", arguments={"a": 1, "b": 2}, _meta=ENVELOPE)
    answers, _ = said(start(), lines)
    result = answers[1]["result"]
    assert (result["resultType"], result["structuredContent"]) == ("complete", {"result": 3})


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_the_server_and_its_calls(number: signal.Signals) -> None:
    process = start()
    stdin, stdout = piped(process.stdin), piped(process.stdout)
    hanging = request(1, "tools/call", name="hang", arguments={"name": "x"}, _meta={"progressToken": 1})
    stdin.write(OPENING + hanging)
    stdin.flush()
    assert json.loads(stdout.readline())["id"] == 0
    assert json.loads(stdout.readline())["method"] == "notifications/progress"
    process.send_signal(number)
    process.wait(PATIENCE)
    rest = [json.loads(line) for line in stdout]
    assert all("jsonrpc" in message for message in rest)
    assert process.returncode == 0
    process.communicate()


def test_a_client_that_is_gone_ends_the_server() -> None:
    process = start()
    stdin, stdout = piped(process.stdin), piped(process.stdout)
    hanging = request(1, "tools/call", name="hang", arguments={"name": "x"}, _meta={"progressToken": 1})
    stdin.write(OPENING + hanging)
    stdin.flush()
    stdout.readline()
    stdout.readline()
    stdout.close()
    stdin.close()
    assert process.wait(PATIENCE) == 0
    piped(process.stderr).close()


def test_servers_have_no_deadline_of_their_callers(tmp_path: Path) -> None:
    environ = scrubbed(tmp_path, TOOLI_TIMEOUT="0.2", TOOLI_CALLER="some-agent", PATH="")
    process = subprocess.Popen(
        [sys.executable, str(APP), "mcp", "serve"],
        text=True,
        env=environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    stdin, stdout = piped(process.stdin), piped(process.stdout)
    stdin.write(OPENING)
    stdin.flush()
    assert json.loads(stdout.readline())["id"] == 0  # the imports alone take longer than the deadline
    stdin.write(tool(1, "add", a=1, b=2))
    stdin.flush()
    assert json.loads(stdout.readline())["result"]["structuredContent"] == {"result": 3}
    process.communicate(timeout=PATIENCE)
