"""`skills add` puts a skill where agents look, and leaves everything else there alone."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, get_args

import pytest
from skills_ref.validator import validate
from tests.conftest import RunApp

from tooli import Tooli
from tooli.builtins.skills import Agent
from tooli.generate.skill_places import PLACES
from tooli.surfaces.cli.borrowed import CapturedStreams, run_contained

APP = """
@app.command(examples=[{"args": []}])
def one() -> int:
    'Give one.'
    return 1
@app.command()
def two() -> int: return 2
"""
USER = {
    "claude-code": ".claude/skills/app",
    "codex": ".agents/skills/app",
    "copilot": ".agents/skills/app",
    "cursor": ".cursor/skills/app",
    "gemini": ".agents/skills/app",
    "windsurf": ".codeium/windsurf/skills/app",
    "goose": ".config/goose/skills/app",
}
PROJECT = {**dict.fromkeys(USER, ".agents/skills/app"), "claude-code": ".claude/skills/app"}
PROJECT |= {"windsurf": ".windsurf/skills/app", "goose": ".goose/skills/app"}


def add(run_app: RunApp, *words: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = run_app(APP, "skills", "add", *words).result
    return rows


def add_here(folder: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> dict[str, Any]:
    """Add for one agent without a process of its own; return the one row."""
    app = Tooli(name="app", version="1.0.0")

    @app.command(examples=[{"args": []}])
    def one() -> int:
        """Give one."""
        return 1

    @app.command()
    def two() -> int:
        return 2

    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(folder))
    (folder / "app.py").touch()
    streams = CapturedStreams()
    environ = {"HOME": str(folder), "TOOLI_AGENT_MODE": "0"}
    runtime = app.runtime.replace(environ=environ, program=("tooli", "run", str(folder / "app.py")))
    status = run_contained(runtime, ["skills", "add", *words, "--json"], streams)
    assert status == 0, bytes(streams.stdout)
    row: dict[str, Any]
    (row,) = json.loads(streams.stdout)["result"]
    return row


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


def test_the_command_knows_the_agents_of_the_table() -> None:
    assert get_args(Agent) == tuple(PLACES)


@pytest.mark.parametrize("agent", USER)
@pytest.mark.parametrize("scope", ["user", "project"])
def test_a_skill_goes_where_the_agent_looks_and_out_again(
    agent: str, scope: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = (USER if scope == "user" else PROJECT)[agent]
    line = (tmp_path, monkeypatch, "--agent", agent, "--scope", scope)
    assert add_here(*line) == {
        "agents": [agent],
        "folder": str(tmp_path / place),
        "action": "add",
        "changed": ["SKILL.md"],
    }
    assert validate(tmp_path / place) == []
    assert add_here(*line)["action"] == "none"
    assert add_here(*line, "--remove")["action"] == "remove"
    assert not (tmp_path / place).exists()
    assert add_here(*line, "--remove")["action"] == "none"


def test_without_agents_it_is_there_once_and_linked_to(run_app: RunApp, tmp_path: Path) -> None:
    (tmp_path / ".cursor").mkdir()
    rows = add(run_app)
    assert [(row["agents"], row["action"]) for row in rows] == [
        (["codex"], "add"),
        (["claude-code"], "link"),
        (["cursor"], "link"),
    ]
    link = tmp_path / ".claude" / "skills" / "app"
    assert os.readlink(link) == os.path.join("..", "..", ".agents", "skills", "app")
    assert (link / "SKILL.md").read_text() == (tmp_path / ".agents/skills/app/SKILL.md").read_text()
    assert {row["action"] for row in add(run_app)} == {"none"}
    assert {row["action"] for row in add(run_app, "--remove")} == {"remove"}
    assert files(tmp_path) == ["app.py"]


def test_a_skill_of_the_user_s_can_be_run_from_anywhere(run_app: RunApp, tmp_path: Path) -> None:
    add(run_app, "--agent", "codex")
    assert f"{tmp_path / 'app.py'} one\n" in (tmp_path / ".agents/skills/app/SKILL.md").read_text()
    add(run_app, "--agent", "claude-code", "--scope", "project")
    assert "$ python app.py one\n" in (tmp_path / ".claude/skills/app/SKILL.md").read_text()


def test_a_dry_run_writes_nothing(run_app: RunApp, tmp_path: Path) -> None:
    (tmp_path / ".agents").mkdir()
    told = run_app(APP, "skills", "add", "--dry-run").result
    assert [(action["action"], action["target"]) for action in told["actions"]] == [
        ("add", str(tmp_path / ".agents/skills/app")),
        ("link", str(tmp_path / ".claude/skills/app")),
    ]
    assert files(tmp_path) == ["app.py"]


def test_another_s_skill_of_that_name_stays(run_app: RunApp, tmp_path: Path) -> None:
    folder = tmp_path / ".agents" / "skills" / "app"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text("mine")
    for words in ((), ("--remove",)):
        ran = run_app(APP, "skills", "add", "--agent", "codex", *words)
        assert (ran.code, ran.error["details"]) == (20, {"folder": str(folder)})
    assert files(tmp_path / ".agents") == ["skills/app/SKILL.md"]
    assert (folder / "SKILL.md").read_text() == "mine"


def test_what_others_put_into_the_folder_stays(run_app: RunApp, tmp_path: Path) -> None:
    add(run_app, "--agent", "codex")
    folder = tmp_path / ".agents" / "skills" / "app"
    (folder / "notes.txt").write_text("mine")
    (folder.parent / "other").mkdir()
    add(run_app, "--agent", "codex", "--remove")
    assert files(folder.parent) == ["app/notes.txt"]
    assert (folder.parent / "other").is_dir()


def test_an_edited_skill_is_kept_beside_the_new_one(run_app: RunApp, tmp_path: Path) -> None:
    add(run_app, "--agent", "codex")
    skill = tmp_path / ".agents" / "skills" / "app" / "SKILL.md"
    before = skill.read_text()
    skill.write_text(before + "\nMore.\n")
    (row,) = add(run_app, "--agent", "codex")
    assert (row["action"], row["backups"]) == ("update", [f"{skill}.tooli-backup"])
    assert skill.read_text() == before
    skill.write_text(before + "\nMore.\n")
    (removed,) = add(run_app, "--agent", "codex", "--remove")
    assert removed["kept"] == ["SKILL.md"]
    assert skill.read_text() == before + "\nMore.\n"


def test_mcp_add_brings_the_skill_of_an_app_that_says_so(run_app: RunApp, tmp_path: Path) -> None:
    keyed = 'app = Tooli(name="app", version="1.0.0", skill_auto_generate=True)\n' + APP
    (row,) = run_app(keyed, "mcp", "add", "--client", "codex").result
    assert row["skill"] == str(tmp_path / ".agents/skills/app")
    assert validate(tmp_path / ".agents/skills/app") == []
    run_app(keyed, "mcp", "add", "--client", "codex", "--remove")
    assert not (tmp_path / ".agents/skills/app").exists()
    run_app(keyed, "skills", "add", "--agent", "codex", "--scope", "project")
    assert run_app(keyed, "generate-skill", "--check").result == {"path": "SKILL.md", "fresh": True}
