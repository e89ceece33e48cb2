"""HTTP: where it listens, whom it answers, how it ends."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import httpx2
import mcp_types as types
import pytest
from tests.conftest import RunApp
from tests.surfaces.mcp.client import Connected, connected, on_sse, web_server

APP = Path(__file__).with_name("served_app.py")
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
HEADERS = {"accept": "application/json, text/event-stream", "content-type": "application/json"}


def test_it_listens_on_this_machine_only(web: str) -> None:
    assert web.startswith("http://127.0.0.1:")
    assert web.endswith("/mcp")


@pytest.mark.parametrize("header", [{"host": "evil.example"}, {"origin": "http://evil.example"}])
def test_pages_of_other_places_are_refused(web: str, header: dict[str, str]) -> None:
    answer = httpx2.post(web, json=PING, headers={**HEADERS, **header})
    assert answer.status_code in (403, 421)


def test_the_old_transport_serves_too() -> None:
    with web_server(APP, "--transport", "sse") as url, connected(lambda: on_sse(url), "legacy") as client:
        assert url.endswith("/sse")
        assert client.result("add", a=1, b=2) == 3
        assert client.result("report", steps=2) == "reported"
        assert client.progress[-1][0] == 2.0


def test_path_and_transport_can_be_chosen_by_the_app(run_app: RunApp) -> None:
    source = """
    app = Tooli("other", mcp_transport="http")

    @app.command()
    def one() -> int:
        return 1

    @app.command()
    def two() -> int:
        return 2
    """
    with web_server(run_app.write(source), "--path", "/elsewhere") as url, connected(url, "legacy") as client:
        assert url.endswith("/elsewhere")
        assert client.result("one") == 1


def test_a_port_that_is_taken_is_an_error_that_says_so(run_app: RunApp) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        source = "@app.command()\ndef one() -> int:\n    return 1\n"
        ran = run_app(source, "tooli", "mcp", "serve", "--transport", "http", "--port", port)
    assert ran.code == 20
    assert (ran.error["code"], ran.error["field"]) == ("E3900", "port")


@pytest.mark.parametrize(
    ("args", "field"),
    [(("--path", "mcp"), "path"), (("--host", "256.0.0.1"), "host"), (("--port", "70000"), "port")],
)
def test_a_place_that_cannot_be_is_named(run_app: RunApp, args: tuple[str, ...], field: str) -> None:
    source = "@app.command()\ndef one() -> int:\n    return 1\n"
    ran = run_app(source, "--serve-mcp", "http", *args)
    assert ran.code == 2
    assert ran.error["field"] == field


def test_a_missing_extra_is_named(run_app: RunApp) -> None:
    blocked = "sys.modules['mcp'] = None\n@app.command()\ndef one() -> int:\n    return 1\n"
    ran = run_app(blocked, "--serve-mcp")
    assert ran.code == 40
    assert ran.error["suggestion"]["fix"] == "Install it: pip install 'tooli[mcp]'"


@pytest.mark.parametrize("setting", ["mcp_transport='pigeon'", "mcp_concurrency=0"])
def test_settings_that_cannot_be_fail_at_declaration(setting: str) -> None:
    line = f"from tooli import Tooli; Tooli('x', {setting})"
    ran = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=False)
    assert f"DeclarationError: x: {setting.partition('=')[0]}" in ran.stderr


def test_no_more_calls_run_at_once_than_the_app_allows(run_app: RunApp) -> None:
    source = """
    import threading
    running, most, lock = 0, 0, threading.Lock()
    three = threading.Barrier(3)

    @app.command()
    def work() -> None:
        global running, most
        with lock:
            running += 1
            most = max(most, running)
        three.wait(20)
        with lock:
            running -= 1

    @app.command()
    def most_at_once() -> int:
        return most
    """
    app = run_app.write(source)
    env = run_app.environment(TOOLI_MCP_CONCURRENCY="3")
    with web_server(app, "--transport", "http", env=env) as url, connected(url, "2026-07-28") as client:
        _all_at_once(client, "work", 12)
        assert client.result("most_at_once") == 3


def _all_at_once(client: Connected, tool: str, times: int) -> None:
    import anyio

    async def run() -> None:
        async with anyio.create_task_group() as group:
            for _ in range(times):
                group.start_soon(client.client.call_tool, tool, {})

    client.portal.call(run)


ASKS = """
    from tooli.annotations import Idempotent

    @app.command(annotations=Idempotent)
    async def ask(ctx: AgentContext) -> dict:
        first = await ctx.aelicit("One?", int, key="one")
        second = await ctx.aelicit("Two?", int)
        return {"sum": first + second}

    @app.command()
    def process() -> int:
        return os.getpid()
"""


def test_several_processes_answer_and_a_question_may_be_answered_to_another(run_app: RunApp) -> None:
    app = run_app.write(ASKS)
    with web_server(app, "--transport", "http", "--workers", "2") as url:
        for _ in range(3):
            with connected(url, "2026-07-28") as client:
                client.answer = lambda params: types.ElicitResult(
                    action="accept", content={"value": 1 if params.message == "One?" else 2}
                )
                assert client.result("ask") == {"sum": 3}
                assert len(client.asked) == 2
        with connected(url, "legacy") as client:
            assert client.result("process") > 0


def test_several_processes_refuse_an_app_that_asks_and_may_not_run_twice(run_app: RunApp) -> None:
    ran = run_app(
        ASKS.replace("annotations=Idempotent", ""), "mcp", "serve", "--transport=http", "--workers=2"
    )
    assert (ran.code, ran.error["code"], ran.error["field"]) == (2, "E1909", "workers")
    assert ran.error["message"].startswith("workers: ask may ask the caller")


ASKS_ELSEWHERE = """
    from tooli import Depends
    from tooli.annotations import Destructive

    def sure(ctx: AgentContext) -> bool:
        return ctx.confirm("Sure?")

    def note(word: str) -> None:
        with open(__file__ + ".log", "a") as log:
            log.write(word + " ")

    @app.command()
    def charge(ctx: AgentContext) -> bool:
        note("charged")
        return sure(ctx)

    @app.command()
    def depends(agreed: Annotated[bool, Depends(sure)]) -> bool:
        return agreed

    @app.command(annotations=Destructive)
    def wipe() -> str:
        note("wiped")
        return "gone"
"""


def test_a_question_that_only_shows_when_it_is_asked_ends_a_call_that_may_not_run_twice(
    run_app: RunApp,
) -> None:
    app = run_app.write(ASKS_ELSEWHERE)
    with (
        web_server(app, "--transport", "http", "--workers", "2") as url,
        connected(url, "2026-07-28") as client,
    ):
        client.answer = lambda params: types.ElicitResult(action="accept", content={"confirm": True})
        for name in ("charge", "depends"):
            error = client.error(name)
            assert (error["code"], error["field"]) == ("E1909", "workers")
            reason = f"workers: {name} may ask the caller, and would run again with the answer"
            assert error["message"] == reason
        assert client.asked == []
        assert client.result("wipe") == "gone"
        assert len(client.asked) == 1
    assert (run_app.folder / "app.py.log").read_text() == "charged wiped "


@pytest.mark.parametrize("transport", ["stdio", "sse"])
def test_a_transport_of_one_process_refuses_several(run_app: RunApp, transport: str) -> None:
    ran = run_app(ASKS, "mcp", "serve", "--workers=2", f"--transport={transport}")
    assert (ran.code, ran.error["code"], ran.error["field"]) == (2, "E1909", "workers")
    assert ran.error["message"] == f"workers: --transport {transport} is served by one process"
    assert ran.error["suggestion"]["fix"] == "Use --transport http, or one worker."


def test_variables_fill_a_remote_callers_param_only_where_one_is_declared() -> None:
    environ = {**os.environ, "SERVED_TIMES": "3", "SERVED_NAMED_TIMES": "3", "SERVED_DECLARED": "x"}
    with web_server(APP, "--transport", "http", env=environ) as url, connected(url, "legacy") as client:
        assert client.error("named")["code"] == "E1901"
        assert client.result("named", times=2) == "xx"
