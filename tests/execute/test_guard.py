"""Capabilities at run time: under strict a call does what its command declares, however it is made."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import pytest

from tooli import AgentContext, CallOptions, Depends, StdinOr, Tooli
from tooli.errors import ToolError

if TYPE_CHECKING:
    from tests.conftest import RunApp


@pytest.fixture(autouse=True)
def quiet_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("SECURITY_POLICY", "AUTH_SCOPES", "ALLOWED_CAPABILITIES", "AUDIT_LOG"):
        monkeypatch.delenv(f"TOOLI_{name}", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret"
    path.write_text("hunter2")
    return path


def strict(function: Callable[..., Any], *capabilities: str, **settings: Any) -> Tooli:
    app = Tooli("app", security_policy="strict", **settings)
    app.command("run", capabilities=list(capabilities or ("none",)))(function)
    return app


def missing(result: Any) -> list[str]:
    """Return the capability that a refused call names."""
    assert result.error is not None, result
    assert result.error.code == "E2002", result.error
    named: list[str] = result.error.details["missing"]
    return named


def read(path: Path) -> str:
    return path.read_text()


async def aread(path: Path) -> str:
    return await asyncio.create_task(asyncio.to_thread(path.read_text))


def lines(path: Path) -> Iterator[str]:
    yield "first"
    yield path.read_text()


async def alines(path: Path) -> AsyncIterator[str]:
    yield "first"
    yield path.read_text()


@pytest.mark.parametrize("function", [read, aread, lines, alines])
@pytest.mark.parametrize("timeout", [None, 20.0])
def test_what_is_not_declared_is_refused_however_the_call_is_made(
    function: Any, timeout: float | None, secret: Path
) -> None:
    app, options = strict(function), CallOptions(timeout=timeout)
    needed = [f"fs:read:{secret}"]
    assert missing(app.call("run", path=secret, options=options)) == needed
    assert missing(asyncio.run(app.acall("run", path=secret, options=options))) == needed


@pytest.mark.parametrize("function", [read, aread, lines, alines])
@pytest.mark.parametrize("timeout", [None, 20.0])
def test_what_is_declared_is_done(function: Any, timeout: float | None, secret: Path) -> None:
    app, options = strict(function, f"fs:read:{secret.parent}"), CallOptions(timeout=timeout)
    assert "hunter2" in app.call("run", path=secret, options=options).unwrap()
    assert "hunter2" in asyncio.run(app.acall("run", path=secret, options=options)).unwrap()


def test_a_path_at_home_may_be_told_and_declared_with_a_tilde(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    note = tmp_path / "home" / "note"
    note.write_text("milk")
    [needed] = missing(strict(read).call("run", path=note))
    assert needed == "fs:read:~/note"
    assert strict(read, needed).call("run", path=note).unwrap() == "milk"


def test_a_stream_ends_where_it_is_refused(secret: Path) -> None:
    items = strict(lines).stream("run", path=secret)
    assert next(items) == "first"
    with pytest.raises(ToolError, match="needs the capability fs:read"):
        next(items)

    async def collect() -> list[str]:
        return [item async for item in strict(alines).astream("run", path=secret)]

    with pytest.raises(ToolError, match="needs the capability fs:read"):
        asyncio.run(collect())


APP = """
    from collections.abc import Iterator
    @app.command(capabilities=["none"], isolate=True)
    def isolated(path: str) -> str:
        try:
            return open(path).read()
        except Exception:
            return "hidden"
    @app.command(capabilities=["none"], isolate=True)
    def isolated_lines(path: str) -> Iterator[str]:
        yield "first"
        yield open(path).read()
    @app.command(capabilities=["fs:read:."], isolate=True)
    def allowed(path: str) -> str:
        return open(path).read()
    @app.command(capabilities=["none"])
    def helped() -> str:
        import beside
        return beside.WORD
    @app.command(capabilities=["none"])
    def late(path: str) -> str:
        time.sleep(60)
"""


def test_an_isolated_call_is_watched_in_its_child(run_app: RunApp) -> None:
    env: dict[str, str | None] = {"TOOLI_SECURITY_POLICY": "strict"}
    (run_app.folder / "secret").write_text("hunter2")
    needed = ["fs:read:~/secret"]  # the app's folder is its home
    refused = run_app(APP, "isolated", "secret", env=env)
    assert (refused.code, refused.error["code"], refused.error["details"]["missing"]) == (30, "E2002", needed)
    refused = run_app.again("isolated-lines", "secret", "--json", env=env)
    assert refused.error["details"]["missing"] == needed
    assert run_app.again("allowed", "secret", env=env).result == "hunter2"


def test_a_module_beside_the_app_is_imported_and_its_bytecode_kept(run_app: RunApp) -> None:
    env: dict[str, str | None] = {"TOOLI_SECURITY_POLICY": "strict", "PYTHONDONTWRITEBYTECODE": None}
    (run_app.folder / "beside.py").write_text("import ctypes, asyncio, tempfile\nWORD = 'helped'")
    assert run_app(APP, "helped", env=env).result == "helped"
    assert list((run_app.folder / "__pycache__").glob("beside.*.pyc"))
    (run_app.folder / "beside.py").write_text("WORD = open('secret', 'w')  # another size")
    assert run_app.again("helped", env=env).error["code"] == "E2002"


def test_the_deadline_of_a_watched_command_holds(run_app: RunApp) -> None:
    late = run_app(APP, "late", "x", "--timeout", "0.2", env={"TOOLI_SECURITY_POLICY": "strict"})
    assert (late.code, late.error["code"]) == (50, "E4901")


def test_tools_resources_and_prompts_are_watched_over_mcp(secret: Path) -> None:
    pytest.importorskip("mcp")
    from tests.surfaces.mcp.client import MODERN, connected

    from tooli.surfaces.mcp.server import build_server
    from tooli.surfaces.mcp.service import Service

    app = strict(lambda path: Path(path).read_text())
    with connected(build_server(Service(app.runtime)), MODERN) as client:
        error = client.error("run", path="secret")
    assert (error["code"], error["details"]["missing"]) == ("E2002", [f"fs:read:{secret}"])


def test_resources_and_prompts_are_watched(secret: Path) -> None:
    app = Tooli("app", security_policy="strict")

    @app.resource("app://secret", capabilities=["none"])
    def told() -> str:
        return secret.read_text()

    @app.prompt("ask", capabilities=["none"])
    def ask() -> str:
        return secret.read_text()

    assert missing(app.read_resource("app://secret")) == [f"fs:read:{secret}"]
    assert missing(app.render_prompt("ask")) == [f"fs:read:{secret}"]


def test_dependencies_are_watched_and_cleaned_up(secret: Path) -> None:
    cleaned = []

    def database() -> Iterator[str]:
        try:
            yield "open"
        finally:
            cleaned.append("database")

    def key() -> str:
        return secret.read_text()

    app = Tooli("app", security_policy="strict")

    @app.command(capabilities=["none"])
    def run(base: Annotated[str, Depends(database)], key: Annotated[str, Depends(key)]) -> str:
        return key

    assert missing(app.call("run")) == [f"fs:read:{secret}"]
    assert cleaned == ["database"]


def test_middleware_is_watched(secret: Path) -> None:
    app = strict(lambda: 1)

    @app.middleware
    def note(call: Any) -> Iterator[None]:
        yield
        secret.write_text("seen")

    assert missing(app.call("run")) == [f"fs:write:{secret}"]


@pytest.mark.parametrize("ending", [None, ValueError("other"), SystemExit(0)])
def test_a_hidden_refusal_is_how_the_call_ends(ending: BaseException | None, secret: Path) -> None:
    def hide() -> str:
        try:
            return secret.read_text()
        except Exception:
            if ending is not None:
                raise ending from None
            return "nothing"

    assert missing(strict(hide).call("run")) == [f"fs:read:{secret}"]


def test_a_call_inside_a_call_has_to_be_allowed_by_both(secret: Path) -> None:
    app = Tooli("app", security_policy="strict")

    @app.command(capabilities=["fs:read"])
    def inner() -> str:
        return secret.read_text()

    @app.command(capabilities=["none"])
    def closed() -> str:
        return str(app.call("inner").unwrap())

    @app.command(capabilities=["fs:read"])
    def opened() -> str:
        return str(app.call("inner").unwrap())

    assert missing(app.call("closed")) == [f"fs:read:{secret}"]
    assert app.call("opened").unwrap() == "hunter2"


def test_a_command_that_declares_only_auth_may_do_nothing(secret: Path) -> None:
    app = Tooli("app", security_policy="strict", auth_scopes=["a"])
    app.command("run", auth=["a"])(read)
    assert missing(app.call("run", path=secret)) == [f"fs:read:{secret}"]


@pytest.mark.parametrize("level", ["off", "standard"])
def test_nothing_is_watched_below_strict(level: str, secret: Path) -> None:
    app = Tooli("app", security_policy=level)
    app.command("run", capabilities=["none"])(read)
    assert app.call("run", path=secret).unwrap() == "hunter2"


def test_a_refusal_is_in_the_audit_log(secret: Path, tmp_path: Path) -> None:
    app = strict(read, audit_log=tmp_path / "audit")
    missing(app.call("run", path=secret))
    [event] = map(json.loads, (tmp_path / "audit").read_text().splitlines())
    assert (event["event"], event["code"], event["policy"]) == ("denied", "E2002", "strict")
    assert event["reason"] == f"run needs the capability fs:read:{secret}, which it does not declare"


def test_what_a_call_makes_it_may_read_and_remove(tmp_path: Path, secret: Path) -> None:
    def work() -> str:
        import tempfile

        with tempfile.TemporaryDirectory(dir=tmp_path) as name:
            (Path(name) / "sub").mkdir()
            (Path(name) / "sub" / "file").write_text("mine")
            return (Path(name) / "sub" / "file").read_text()

    app = strict(work, f"fs:write:{tmp_path}")
    assert app.call("run", yes=True).unwrap() == "mine"

    def remove() -> None:
        tmp_path.mkdir(exist_ok=True)
        secret.unlink()

    assert missing(strict(remove, f"fs:write:{tmp_path}").call("run", yes=True)) == [f"fs:delete:{secret}"]


def test_what_the_framework_does_for_a_command_is_not_blamed_on_it(tmp_path: Path, secret: Path) -> None:
    def work(data: StdinOr[str], ctx: AgentContext) -> str:
        ctx.progress(1, 2)
        return data.text()

    app = strict(work, audit_log=tmp_path / "audit")
    options = CallOptions(spill=str(tmp_path / "whole"), max_bytes=10)
    assert app.call("run", data=str(secret), options=options).ok
    assert app.call("run", data=str(secret)).unwrap() == "hunter2"


def test_what_every_program_needs_is_free() -> None:
    def work() -> str:
        import importlib.metadata
        import sqlite3
        import uuid
        import warnings
        import wave
        from zoneinfo import ZoneInfo

        warnings.formatwarning("its line is read", UserWarning, __file__, 1)
        with open(os.devnull, "w") as nothing:
            nothing.write(str((sqlite3.connect(":memory:"), uuid.uuid4(), wave, ZoneInfo("UTC"))))
        asyncio.run(asyncio.sleep(0))
        return importlib.metadata.version("pytest")

    assert strict(work).call("run").unwrap() == pytest.__version__


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    do_POST = do_GET

    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture
def port() -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever).start()
        yield server.server_port
        server.shutdown()


def test_hosts_are_judged_by_the_names_that_stand_for_them(port: int) -> None:
    import urllib.request

    def get(host: str, send: bool = False) -> int:
        url = f"http://{host}:{port}/"
        with urllib.request.urlopen(url, data=b"x" if send else None, timeout=20) as answer:
            return int(answer.status)

    reading = strict(get, "net:read:localhost")
    assert reading.call("run", host="localhost").unwrap() == 200
    assert reading.call("run", host="127.0.0.1").unwrap() == 200
    assert missing(reading.call("run", host="127.0.0.2")) == ["net:read:127.0.0.2"]
    assert missing(reading.call("run", host="elsewhere.invalid")) == ["net:read:elsewhere.invalid"]
    assert missing(reading.call("run", host="localhost", send=True)) == ["net:write:localhost"]
    assert strict(get, "net:write:localhost").call("run", host="localhost", send=True).unwrap() == 200
    assert strict(get, "net:read").call("run", host="127.0.0.1").unwrap() == 200


def test_a_pool_that_a_call_filled_serves_others_when_it_has_ended(secret: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        app = strict(lambda: pool.submit(secret.read_text).result())
        assert missing(app.call("run")) == [f"fs:read:{secret}"]
        assert pool.submit(secret.read_text).result() == "hunter2"
