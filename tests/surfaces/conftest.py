"""Every surface as one function: a command and its arguments in, the envelope out."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tooli import CallOptions, TooliResult
from tooli.errors import code_row

APP = Path(__file__).with_name("parity_app.py")
Envelope = dict[str, Any]
Surface = Callable[..., Envelope]


def _module() -> Any:
    import importlib.util

    spec = importlib.util.spec_from_file_location("parity_app", APP)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["parity_app"] = module
    spec.loader.exec_module(module)
    return module


APPLICATION = _module().app


def _words(arguments: dict[str, Any]) -> list[str]:
    """Return arguments as the command line spells them."""
    words = []
    for name, value in arguments.items():
        flag = f"--{name.replace('_', '-')}"
        if isinstance(value, bool):
            words.append(flag if value else f"--no-{flag[2:]}")
        elif isinstance(value, list):
            words += [f"{flag}={item}" for item in value]
        else:
            words.append(f"{flag}={json.dumps(value) if isinstance(value, dict) else value}")
    return words


def _flags(options: dict[str, Any]) -> list[str]:
    words = []
    for name, value in options.items():
        words.append(f"--{name.replace('_', '-')}")
        if value is not True:
            words.append(str(value))
    return words


def on_cli(command: str, arguments: dict[str, Any], **options: Any) -> Envelope:
    environ = {**os.environ, "TOOLI_AGENT_MODE": "0"}  # whoever runs the tests is not who calls
    line = [sys.executable, str(APP), *command.split(), *_words(arguments), *_flags(options), "--json"]
    run = subprocess.run(line, capture_output=True, text=True, env=environ, check=False)
    assert run.stdout.count("\n") == 1
    envelope: Envelope = json.loads(run.stdout)
    return {**envelope, "exit": run.returncode}


def _told(result: TooliResult[Any]) -> Envelope:
    try:
        envelope = result.model_dump()
    except Exception as error:  # a result that cannot be told is found out when it is told
        return {"ok": False, "error": error.to_dict(), "exit": error.exit_code}  # type: ignore[attr-defined]
    return {**envelope, "exit": result.error.exit_code if result.error else 0}


def on_python(command: str, arguments: dict[str, Any], **options: Any) -> Envelope:
    return _told(APPLICATION.call(command, options=CallOptions(**options), **arguments))


def on_async_python(command: str, arguments: dict[str, Any], **options: Any) -> Envelope:
    return _told(asyncio.run(APPLICATION.acall(command, options=CallOptions(**options), **arguments)))


LOCAL: dict[str, Surface] = {"cli": on_cli, "python": on_python, "async": on_async_python}


@pytest.fixture(params=LOCAL.values(), ids=list(LOCAL))
def local_surface(request: pytest.FixtureRequest) -> Surface:
    """A surface of the parity app whose callers share its files and variables."""
    return request.param  # type: ignore[no-any-return] # pytest types it as Any


def _on_mcp(client: Any) -> Surface:
    """Return the parity app as an MCP server, seen through the SDK's client."""
    from mcp.shared.exceptions import MCPError

    def on_mcp(command: str, arguments: dict[str, Any], **options: Any) -> Envelope:
        switches = {name: options.pop(name) for name in ("yes", "dry_run") if name in options}
        shaping = {"_tooli": options} if options else {}
        tool = command.replace(" ", "_").replace("-", "_")
        try:
            told = client.call(tool, **arguments, **switches, **shaping)
        except MCPError as failure:  # what there is no tool for
            error = failure.error.data["error"]
            return {"ok": False, "error": error, "exit": code_row(error["code"]).exit}
        meta = {
            name: value
            for name, value in told.meta["tooli"].items()
            if name not in ("caller_id", "caller_version", "execution_context")
        }
        if told.is_error:
            exit_code = meta.pop("exit_code")
            return {"ok": False, "error": told.structured_content["error"], "meta": meta, "exit": exit_code}
        return {"ok": True, "result": _unwrapped(told.structured_content), "meta": meta, "exit": 0}

    return on_mcp


def _unwrapped(structured: Any) -> Any:
    return structured["result"] if structured.keys() == {"result"} else structured


def _on_http(url: str) -> Surface:
    """Return the parity app as an HTTP server."""
    from tests.surfaces.http.client import ask

    def on_http(command: str, arguments: dict[str, Any], **options: Any) -> Envelope:
        key = {"idempotency_key": options.pop("idempotency_key")} if "idempotency_key" in options else {}
        headers = {f"x_tooli_{name}": str(value) for name, value in options.items()}
        told = ask(url, f"/commands/{command.replace(' ', '/')}", arguments, **key, **headers)
        return {**told.envelope, "exit": int(told.headers.get("x-tooli-exit-code", 0))}

    return on_http


ERAS = ("legacy", "2026-07-28")
SERVED = (*ERAS, "http")


@pytest.fixture(scope="session")
def served() -> Iterator[Callable[[str], Surface]]:
    """The parity app served over MCP in each era, and over HTTP; started when it is first asked for."""
    from tests.surfaces.http.client import http_server
    from tests.surfaces.mcp.client import connected, on_stdio

    made: dict[str, Surface] = {}
    with ExitStack() as open_ones:

        def surface_of(name: str) -> Surface:
            if name not in made and name == "http":
                made[name] = _on_http(open_ones.enter_context(http_server(APP)))
            elif name not in made:
                client = connected(lambda: on_stdio(APP), name, answers=False)
                made[name] = _on_mcp(open_ones.enter_context(client))
            return made[name]

        yield surface_of


@pytest.fixture(params=[*LOCAL, *SERVED], ids=[*LOCAL, *(f"mcp-{era}" for era in ERAS), "http"])
def surface(request: pytest.FixtureRequest, served: Callable[[str], Surface]) -> Surface:
    """A surface of the parity app."""
    return LOCAL.get(request.param) or served(request.param)
