"""Paths at which there is nothing: the error says where to look."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from tooli import Tooli

ELSEWHERE = "POST /commands/NAME runs a command; GET /manifest lists them."


def books() -> Tooli:
    app = Tooli("books", version="1.0.0")
    app.command("list")(lambda: None)
    app.command("purge", hidden=True)(lambda: None)
    app.group("db").command("dump-all")(lambda: None)
    return app


def suggestion(path: str, site: Any = None) -> dict[str, Any]:
    """Return what is said about a path that leads nowhere."""
    with TestClient(site or books().asgi(), base_url="http://localhost") as client:
        answer = client.get(path)
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["field"]) == (404, "E3910", "path")
    told: dict[str, Any] = error["suggestion"]
    return told


@pytest.mark.parametrize(
    ("path", "fix"),
    [
        ("/docs", "The page is at /, the OpenAPI document at /openapi.json."),
        ("/redoc", "The page is at /, the OpenAPI document at /openapi.json."),
        ("/swagger.json", "The OpenAPI document is at /openapi.json."),
        ("/favicon.ico", ELSEWHERE),
        ("/purge", ELSEWHERE),
        ("/lists", ELSEWHERE),
    ],
)
def test_what_other_servers_have_is_pointed_to(path: str, fix: str) -> None:
    assert suggestion(path) == {"action": "fix", "fix": fix, "applicability": "maybe_incorrect"}


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("/list", "POST /commands/list"),
        ("/db/dump-all", "POST /commands/db/dump-all"),
        ("/db/dump_all", "POST /commands/db/dump-all"),
    ],
)
def test_a_command_is_pointed_to(path: str, line: str) -> None:
    assert suggestion(path) == {
        "action": "retry_with_modified_input",
        "fix": "Commands are below /commands.",
        "example": line,
        "applicability": "maybe_incorrect",
    }


def test_below_a_mount_the_whole_path_is_told() -> None:
    site = Starlette(routes=[Mount("/tools", app=books().asgi())])
    assert suggestion("/tools/list", site)["example"] == "POST /tools/commands/list"
    assert suggestion("/tools/docs", site)["fix"] == (
        "The page is at /tools/, the OpenAPI document at /tools/openapi.json."
    )


def test_those_without_a_token_do_not_learn_which_commands_there_are(tmp_path: Path) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text("ann annsownlongtoken42\n")
    tokens.chmod(0o600)
    assert suggestion("/list", books().asgi(token_file=str(tokens)))["fix"] == ELSEWHERE
