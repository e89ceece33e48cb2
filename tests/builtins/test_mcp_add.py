"""`mcp add` enters an app into the files of agents and leaves everything else in them alone."""

from __future__ import annotations

import json
import os
import stat
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import Ran, RunApp

APP = """
@app.command()
def one() -> int: return 1
@app.command()
def two() -> int: return 2
"""
FILES = {
    "claude-code": ".claude.json",
    "claude-desktop": ".config/Claude/claude_desktop_config.json",
    "cursor": ".cursor/mcp.json",
    "vscode": ".config/Code/User/mcp.json",
    "codex": ".codex/config.toml",
    "gemini": ".gemini/settings.json",
    "goose": ".config/goose/config.yaml",
}
linux = pytest.mark.skipif(sys.platform != "linux", reason="names the files of one platform")


def add(run_app: RunApp, *args: str) -> Ran:
    return run_app(APP, "mcp", "add", *args)


def test_codex_gets_what_its_own_program_writes(run_app: RunApp, tmp_path: Path) -> None:
    (result,) = add(run_app, "--client", "codex", "--env", "K=V").result
    line = [sys.executable, str(tmp_path / "app.py"), "mcp", "serve"]
    file = tmp_path / ".codex" / "config.toml"
    assert result == {"client": "codex", "action": "add", "name": "app", "file": str(file), "command": line}
    assert file.read_text() == (
        f'[mcp_servers.app]\ncommand = "{sys.executable}"\nargs = ["{tmp_path}/app.py", "mcp", "serve"]\n'
        '\n[mcp_servers.app.env]\nK = "V"\n'
    )


def test_gemini_gets_what_its_own_program_writes(run_app: RunApp, tmp_path: Path) -> None:
    add(run_app, "--client", "gemini")
    entry = {"command": sys.executable, "args": [f"{tmp_path}/app.py", "mcp", "serve"]}
    expected = json.dumps({"mcpServers": {"app": entry}}, indent=2)
    assert (tmp_path / ".gemini" / "settings.json").read_text() == expected + "\n"


def test_claude_code_keeps_its_other_settings_byte_for_byte(run_app: RunApp, tmp_path: Path) -> None:
    before = (
        '{\n  "firstStartTime": "2026-11-15T11:28:39.139Z",\n  "projects": {"/x": {"mcpServers": {}}},\n'
        '  "mcpServers": {\n    "demo": {\n'
        '      "type": "stdio",\n      "command": "demo",\n      "args": [],\n'
        '      "env": {}\n    }\n  }\n}'
    )
    file = tmp_path / ".claude.json"
    file.write_text(before)
    add(run_app, "--client", "claude-code")
    after = file.read_text()
    head, tail = before[: before.rindex("    }\n") + 5], "\n  }\n}"
    assert after.startswith(head + ',\n    "app": {\n      "type": "stdio",\n')
    assert after.endswith(tail)
    (result,) = add(run_app, "--client", "claude-code", "--remove").result
    assert (result["action"], file.read_text()) == ("remove", before)


@linux
@pytest.mark.parametrize("client", FILES)
def test_a_second_time_changes_nothing_and_says_so(run_app: RunApp, tmp_path: Path, client: str) -> None:
    file = tmp_path / FILES[client]
    assert add(run_app, "--client", client).result[0]["action"] == "add"
    once = file.read_bytes()
    (result,) = add(run_app, "--client", client).result
    assert (result["action"], result["file"], "backup" in result) == ("none", str(file), False)
    assert file.read_bytes() == once
    assert add(run_app, "--client", client, "--remove").result[0]["action"] == "remove"
    emptied = file.read_bytes()
    assert add(run_app, "--client", client, "--remove").result[0]["action"] == "none"
    assert file.read_bytes() == emptied
    assert b"app.py" not in emptied


def test_what_a_person_changed_in_our_entry_stays(run_app: RunApp, tmp_path: Path) -> None:
    file = tmp_path / ".codex" / "config.toml"
    file.parent.mkdir()
    file.write_text(
        '[mcp_servers.app]\ncommand = "old"\nargs = [\n  "mcp",\n  "serve",\n]\n'
        "startup_timeout_sec = 9 # slow\n"
        '\n[mcp_servers.app.env]\nA = "1"\n'
    )
    (result,) = add(run_app, "--client", "codex").result
    assert result["action"] == "update"
    entry = tomllib.loads(file.read_text())["mcp_servers"]["app"]
    assert (entry["command"], entry["startup_timeout_sec"], entry["env"]) == (sys.executable, 9, {"A": "1"})
    assert "# slow" in file.read_text()
    assert Path(result["backup"]).read_text().startswith('[mcp_servers.app]\ncommand = "old"\n')


def test_a_server_of_the_same_name_that_is_not_ours_is_left_alone(run_app: RunApp, tmp_path: Path) -> None:
    file = tmp_path / ".cursor" / "mcp.json"
    file.parent.mkdir()
    file.write_text('{"mcpServers": {"app": {"command": "npx", "args": ["-y", "other"]}}}')
    before = file.read_bytes()
    for words in ((), ("--remove",)):
        error = add(run_app, "--client", "cursor", *words).error
        assert (error["code"], error["field"]) == ("E3900", "name")
    assert file.read_bytes() == before
    (result,) = add(run_app, "--client", "cursor", "--name", "mine").result
    assert (result["name"], list(json.loads(file.read_text())["mcpServers"])) == ("mine", ["app", "mine"])


@pytest.mark.parametrize(
    ("client", "file", "text", "line"),
    [
        ("cursor", ".cursor/mcp.json", '{\n  "mcpServers": {\n    "a": 1\n    "b": 2\n  }\n}', 4),
        ("codex", ".codex/config.toml", "a = 1\nb =\n", 2),
        ("goose", ".config/goose/config.yaml", "a: 1\nb: [1\nc: 2\n", 3),
        ("gemini", ".gemini/settings.json", '{"mcpServers": []}', 1),
        ("gemini", ".gemini/settings.json", '{"mcpServers": null}', 1),
        ("gemini", ".gemini/settings.json", "[]", 1),
        ("gemini", ".gemini/settings.json", b"{\n\xff}", 2),
    ],
)
def test_a_broken_file_is_an_error_with_its_line_and_stays(
    run_app: RunApp, tmp_path: Path, client: str, file: str, text: str | bytes, line: int
) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    before = path.read_bytes()
    ran = add(run_app, "--client", "claude-code", "--client", client)
    assert (ran.code, ran.error["code"]) == (65, "E1908")
    assert ran.error["details"] == {"file": str(path), "line": line}
    assert path.read_bytes() == before
    assert not (tmp_path / ".claude.json").exists()  # all files are looked at before one is written


def test_a_key_with_nothing_behind_it_is_an_empty_table_where_people_write_it_so(
    run_app: RunApp, tmp_path: Path
) -> None:
    file = tmp_path / ".config/goose/config.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("model: m\nextensions:\n")
    (result,) = add(run_app, "--client", "goose").result
    assert result["action"] == "add"
    assert file.read_text().startswith("model: m\nextensions:\n  app:\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
@pytest.mark.parametrize("make", ["mkfifo", "mkdir"])
def test_a_pipe_or_a_folder_in_the_files_place_is_an_error(
    run_app: RunApp, tmp_path: Path, make: str
) -> None:
    getattr(os, make)(tmp_path / ".claude.json")
    ran = add(run_app, "--client", "claude-code")
    assert (ran.code, ran.error["code"], ran.error["field"]) == (20, "E3900", "client")
    assert ran.error["message"] == f"{tmp_path / '.claude.json'} is not a regular file"


@pytest.mark.skipif(sys.platform == "win32", reason="links and modes")
def test_links_are_followed_and_permissions_kept(run_app: RunApp, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "claude.json"
    real.parent.mkdir()
    real.write_text("{}")
    real.chmod(0o600)
    (tmp_path / ".claude.json").symlink_to(real)
    (result,) = add(run_app, "--client", "claude-code").result
    assert (tmp_path / ".claude.json").is_symlink()
    assert "app" in json.loads(real.read_text())["mcpServers"]
    assert result["backup"] == f"{real}.tooli-backup"
    for path in (real, Path(result["backup"])):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert sorted(os.listdir(real.parent)) == ["claude.json", "claude.json.tooli-backup"]


def test_a_dry_run_says_what_would_be_done(run_app: RunApp, tmp_path: Path) -> None:
    ran = add(run_app, "--client", "cursor", "--scope", "project", "--dry-run")
    assert ran.document["meta"]["dry_run"] is True
    assert "cursor" in ran.stdout
    assert not (tmp_path / ".cursor").exists()


def test_without_a_client_the_only_one_here_is_taken(run_app: RunApp, tmp_path: Path) -> None:
    error = add(run_app).error
    assert (error["code"], error["field"], error["details"]["found"]) == ("E1901", "client", [])
    (tmp_path / ".gemini").mkdir()
    assert [item["client"] for item in add(run_app).result] == ["gemini"]
    (tmp_path / ".codex").mkdir()
    assert add(run_app).error["details"]["found"] == ["codex", "gemini"]


def test_an_agent_without_a_project_file_says_so(run_app: RunApp) -> None:
    error = add(run_app, "--client", "goose", "--scope", "project").error
    assert (error["code"], error["field"]) == ("E1909", "scope")


def test_a_name_that_agents_do_not_take_is_refused(run_app: RunApp) -> None:
    error = add(run_app, "--client", "cursor", "--name", "a b").error
    assert (error["field"], error["suggestion"]["fix"]) == ("name", "Use a-b.")


@pytest.mark.parametrize(
    ("client", "file", "text"),
    [
        ("codex", ".codex/config.toml", 'mcp_servers = {b = {command = "b"}}\n'),
        ("goose", ".config/goose/config.yaml", "extensions: {b: {enabled: true}}\n"),
    ],
)
def test_a_file_in_a_form_that_would_be_lost_is_left_alone(
    run_app: RunApp, tmp_path: Path, client: str, file: str, text: str
) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(text)
    error: dict[str, Any] = add(run_app, "--client", client).error
    assert error["message"] == f"{path} is written in a form that cannot be changed without writing it anew"
    assert path.read_text() == text
