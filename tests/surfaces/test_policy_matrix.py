"""Policy level × behaviour × surface: every cell, from one table."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

import pytest

from tooli import CallOptions, ToolError
from tooli.errors import code_row
from tooli.policy.decide import TABLE as RULES

APP = Path(__file__).with_name("policy_app.py")
LEVELS = ("off", "standard", "strict")
RUNS, HOLDS = "runs", "holds back"
EXITS = {"E1010": 2, "E2001": 30, "E2002": 30, "E2005": 30, "E2903": 101, "E2904": 30}


@dataclass(frozen=True)
class Cell:
    """A behaviour, and what becomes of it under `off`, `standard` and `strict`."""

    name: str
    command: str
    expected: tuple[str, str, str]
    """`runs`, `holds back`, an error's code, or `warns` and the code the call would have under strict."""
    arguments: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    environ: dict[str, str] = field(default_factory=dict)


def always(outcome: str) -> tuple[str, str, str]:
    return (outcome, outcome, outcome)


YES, DRY = {"yes": True}, {"dry_run": True}
TABLE = [
    Cell("destructive without a yes", "wipe", (RUNS, "E1010", "E1010")),
    Cell("destructive with a yes", "wipe", always(RUNS), options=YES),
    Cell("destructive in a dry run", "plan", always(HOLDS), options=DRY),
    Cell("high danger without a yes", "risky", (RUNS, "E1010", "E1010")),
    Cell("high danger with a yes", "risky", always(RUNS), options=YES),
    Cell("critical danger", "critical", always("E2903")),
    Cell("critical danger with a yes", "critical", always("E2903"), options=YES),
    Cell("approval", "approved", always("E2903")),
    Cell("approval with a yes", "approved", always("E2903"), options=YES),
    Cell("approval with a yes in the environment", "approved", always("E2903"), environ={"TOOLI_YES": "1"}),
    Cell("approval with a made-up token", "approved", always("E2903"), options={"approval": "AAAA"}),
    Cell("a person in the loop", "watched", always("E2903"), options=YES),
    Cell("approval in a dry run", "approved-plan", always(HOLDS), options=DRY),
    Cell("approval in a dry run that reads", "peek", always("E2903"), options=DRY),
    Cell("scope missing", "scoped", (RUNS, "warns E2001", "E2001")),
    Cell("scope of the group missing", "vault inside", (RUNS, "warns E2001", "E2001")),
    Cell("scope of the app", "home look", always(RUNS)),
    Cell("scope granted", "scoped", always(RUNS), environ={"TOOLI_AUTH_SCOPES": "a, vault:open"}),
    Cell(
        "scope withdrawn",
        "home look",
        (RUNS, "warns E2001", "E2001"),
        environ={"TOOLI_AUTH_SCOPES": ""},
    ),
    Cell(
        "capability not allowed",
        "fetch",
        (RUNS, "warns E2002", "E2002"),
        environ={"TOOLI_ALLOWED_CAPABILITIES": "fs:read,net:read:example.com"},
    ),
    Cell("capability allowed", "fetch", always(RUNS), environ={"TOOLI_ALLOWED_CAPABILITIES": "net:read"}),
    Cell("capabilities not limited", "fetch", always(RUNS)),
    Cell(
        "capability with a scope allowed",
        "narrow",
        always(RUNS),
        environ={"TOOLI_ALLOWED_CAPABILITIES": "fs:read"},
    ),
    Cell(
        "no capability allowed",
        "fetch",
        (RUNS, "warns E2002", "E2002"),
        environ={"TOOLI_ALLOWED_CAPABILITIES": ""},
    ),
    Cell("capability used undeclared", "sly", (RUNS, RUNS, "E2002")),
    Cell("nothing declared", "undeclared", (RUNS, RUNS, "E2005")),
    Cell("path inside the sandbox", "read", always(RUNS), arguments={"path": str(APP)}),
    Cell("path outside the sandbox", "read", always("E2904"), arguments={"path": "/etc/passwd"}),
    Cell(
        "path out of the sandbox by ..",
        "read",
        always("E2904"),
        arguments={"path": f"{APP.parent}/../conftest.py"},
    ),
]


class Seen(NamedTuple):
    """How a call ended, on whichever surface."""

    code: str | None
    exit: int
    warnings: list[str]


def _application() -> Any:
    spec = importlib.util.spec_from_file_location("policy_app", APP)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["policy_app"] = module
    spec.loader.exec_module(module)
    return module.app


APPLICATION = _application()


def on_cli(cell: Cell) -> Seen:
    words = [f"--{name}={value}" for name, value in cell.arguments.items()]
    for name, value in cell.options.items():
        words += [f"--{name.replace('_', '-')}", *([] if value is True else [str(value)])]
    run = subprocess.run(
        [sys.executable, str(APP), *cell.command.split(), *words, "--json"],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    envelope = json.loads(run.stdout)
    return Seen(envelope.get("error", {}).get("code"), run.returncode, envelope["meta"].get("warnings", []))


def _seen(result: Any) -> Seen:
    error = result.error
    code, status = (error.code, error.exit_code) if error is not None else (None, 0)
    return Seen(code, status, result.meta.get("warnings", []))


def on_python(cell: Cell) -> Seen:
    return _seen(APPLICATION.call(cell.command, options=CallOptions(**cell.options), **cell.arguments))


def on_async_python(cell: Cell) -> Seen:
    called = APPLICATION.acall(cell.command, options=CallOptions(**cell.options), **cell.arguments)
    return _seen(asyncio.run(called))


def on_stream(cell: Cell) -> Seen:
    items = APPLICATION.stream(cell.command, options=CallOptions(**cell.options), **cell.arguments)
    try:
        list(items)
    except ToolError as error:
        return Seen(error.code, error.exit_code, [])
    return Seen(None, 0, items.meta.get("warnings", []))


def on_async_stream(cell: Cell) -> Seen:
    items = APPLICATION.astream(cell.command, options=CallOptions(**cell.options), **cell.arguments)

    async def drain() -> None:
        async for _ in items:
            pass

    try:
        asyncio.run(drain())
    except ToolError as error:
        return Seen(error.code, error.exit_code, [])
    return Seen(None, 0, items.meta.get("warnings", []))


def on_mcp(cell: Cell) -> Seen:
    from mcp.client import Client

    from tooli.surfaces.mcp.server import build_server
    from tooli.surfaces.mcp.service import Service

    switches = {name: value for name, value in cell.options.items() if value is True}
    others = {name: value for name, value in cell.options.items() if value is not True}
    arguments = {**cell.arguments, **switches, **({"_tooli": others} if others else {})}

    async def called() -> Any:
        async with Client(build_server(Service(APPLICATION.runtime))) as client:
            return await client.call_tool(cell.command.replace(" ", "_").replace("-", "_"), arguments)

    result = asyncio.run(called())
    code = result.structured_content["error"]["code"] if result.is_error else None
    return Seen(code, code_row(code).exit if code else 0, result.meta["tooli"].get("warnings", []))


def on_http(cell: Cell) -> Seen:
    from tests.surfaces.http.client import ask_app

    token = "a token of this test"
    granted = cell.environ.get("TOOLI_AUTH_SCOPES", "home:read")  # over HTTP the token grants
    with NamedTemporaryFile("w") as tokens:
        tokens.write(f"ann sha256:{sha256(token.encode()).hexdigest()} {granted.replace(',', ' ')}\n")
        tokens.flush()
        app = APPLICATION.asgi(token_file=tokens.name)
    headers = {f"x_tooli_{name}": str(value) for name, value in cell.options.items()}
    path = f"/commands/{cell.command.replace(' ', '/')}"
    told = ask_app(app, path, cell.arguments, authorization=f"Bearer {token}", **headers)
    status = int(told.headers.get("x-tooli-exit-code", 0))
    envelope = told.envelope
    return Seen(envelope.get("error", {}).get("code"), status, envelope["meta"].get("warnings", []))


SURFACES: dict[str, Callable[[Cell], Seen]] = {
    "cli": on_cli,
    "python": on_python,
    "async": on_async_python,
    "stream": on_stream,
    "astream": on_async_stream,
    "mcp": on_mcp,
    "http": on_http,
}


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that a command writes when it runs; nobody in particular calls."""
    file = tmp_path / "mark"
    monkeypatch.setenv("GUARDED_MARK", str(file))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TOOLI_AGENT_MODE", "0")  # whoever runs the tests is not who calls
    return file


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("cell", TABLE, ids=lambda cell: cell.name)
def test_every_cell_of_the_matrix(
    cell: Cell, level: str, surface: str, mark: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLI_SECURITY_POLICY", level)
    for name, value in cell.environ.items():
        monkeypatch.setenv(name, value)
    expected = cell.expected[LEVELS.index(level)]
    seen = SURFACES[surface](cell)
    code = expected if expected.startswith("E") else None
    assert (seen.code, seen.exit) == (code, EXITS[code] if code else 0)
    assert mark.exists() == (code is None and expected != HOLDS)
    if expected.startswith("warns"):
        [warning] = seen.warnings
        assert warning.endswith(f"({expected.removeprefix('warns ')} under strict)")
    else:
        assert seen.warnings == []


def test_every_rule_has_a_verdict_for_each_level() -> None:
    assert set(RULES) == {"undeclared", "scope", "capability", "approval", "consent"}
    assert {len(verdicts) for verdicts in RULES.values()} == {len(LEVELS)}
