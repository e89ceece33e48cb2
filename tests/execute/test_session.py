"""A session's first call of a command tells the shape of its result, and no later one does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import RunApp

SOURCE = """
    @app.command
    def add(a: int, b: int) -> int: return a + b

    @app.command
    def name() -> str: return "x"
"""


def test_only_the_first_call_of_a_command_in_a_session_has_the_schema(
    run_app: RunApp, tmp_path: Path
) -> None:
    env: dict[str, str | None] = {
        "TOOLI_SESSION_ID": "s1",
        "TOOLI_CALLER": "agent",
        "XDG_STATE_HOME": str(tmp_path / "state"),
    }
    first = json.loads(run_app(SOURCE, "add", "1", "2", env=env).stdout)
    assert first["meta"]["output_schema"] == {"type": "integer"}
    assert first["meta"]["session_id"] == "s1"
    again = json.loads(run_app(SOURCE, "add", "1", "2", env=env).stdout)
    assert "output_schema" not in again["meta"]
    other = json.loads(run_app(SOURCE, "name", env=env).stdout)
    assert other["meta"]["output_schema"] == {"type": "string"}
    new = json.loads(run_app(SOURCE, "add", "1", "2", env={**env, "TOOLI_SESSION_ID": "s2"}).stdout)
    assert new["meta"]["output_schema"] == {"type": "integer"}


def test_a_session_without_a_place_to_remember_gets_no_schema(run_app: RunApp, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    env: dict[str, str | None] = {"TOOLI_SESSION_ID": "s1", "XDG_STATE_HOME": str(blocked)}
    assert "output_schema" not in json.loads(run_app(SOURCE, "add", "1", "2", env=env).stdout)["meta"]
