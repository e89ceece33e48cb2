"""Each agent's file is where that agent looks for it, on each platform."""

from __future__ import annotations

from pathlib import PurePath, PurePosixPath, PureWindowsPath

import pytest

from tooli.generate.clients.table import CLIENTS, Surroundings

POSIX = {"home": PurePosixPath("/home/ann"), "project": PurePosixPath("/src/p")}
MAC = {"home": PurePosixPath("/Users/ann"), "project": PurePosixPath("/src/p")}
WINDOWS = {"home": PureWindowsPath(r"C:\Users\ann"), "project": PureWindowsPath(r"D:\p")}
APPDATA = {"APPDATA": r"C:\Users\ann\AppData\Roaming"}


@pytest.mark.parametrize(
    ("client", "linux", "mac", "windows"),
    [
        ("claude-code", ".claude.json", ".claude.json", ".claude.json"),
        (
            "claude-desktop",
            ".config/Claude/claude_desktop_config.json",
            "Library/Application Support/Claude/claude_desktop_config.json",
            "AppData/Roaming/Claude/claude_desktop_config.json",
        ),
        ("cursor", ".cursor/mcp.json", ".cursor/mcp.json", ".cursor/mcp.json"),
        (
            "vscode",
            ".config/Code/User/mcp.json",
            "Library/Application Support/Code/User/mcp.json",
            "AppData/Roaming/Code/User/mcp.json",
        ),
        ("codex", ".codex/config.toml", ".codex/config.toml", ".codex/config.toml"),
        ("gemini", ".gemini/settings.json", ".gemini/settings.json", ".gemini/settings.json"),
        (
            "goose",
            ".config/goose/config.yaml",
            ".config/goose/config.yaml",
            "AppData/Roaming/Block/goose/config/config.yaml",
        ),
    ],
)
def test_the_users_file(client: str, linux: str, mac: str, windows: str) -> None:
    user = CLIENTS[client].user
    assert user(Surroundings(platform="linux", environ={}, **POSIX)) == POSIX["home"] / linux
    assert user(Surroundings(platform="darwin", environ={}, **MAC)) == MAC["home"] / mac
    assert user(Surroundings(platform="win32", environ=APPDATA, **WINDOWS)) == WINDOWS["home"] / windows
    assert user(Surroundings(platform="win32", environ={}, **WINDOWS)) == WINDOWS["home"] / windows


@pytest.mark.parametrize(
    ("client", "file"),
    [
        ("claude-code", ".mcp.json"),
        ("claude-desktop", None),
        ("cursor", ".cursor/mcp.json"),
        ("vscode", ".vscode/mcp.json"),
        ("codex", ".codex/config.toml"),
        ("gemini", ".gemini/settings.json"),
        ("goose", None),
    ],
)
def test_the_projects_file(client: str, file: str | None) -> None:
    found = CLIENTS[client].file("project", Surroundings(platform="linux", environ={}, **POSIX))
    assert (str(found) if found else None) == (f"/src/p/{file}" if file else None)


@pytest.mark.parametrize(
    ("client", "variable", "file"),
    [
        ("claude-code", "CLAUDE_CONFIG_DIR", "/elsewhere/.claude.json"),
        ("claude-desktop", "XDG_CONFIG_HOME", "/elsewhere/Claude/claude_desktop_config.json"),
        ("vscode", "XDG_CONFIG_HOME", "/elsewhere/Code/User/mcp.json"),
        ("codex", "CODEX_HOME", "/elsewhere/config.toml"),
        ("goose", "XDG_CONFIG_HOME", "/elsewhere/goose/config.yaml"),
    ],
)
def test_variables_that_agents_obey_move_their_file(client: str, variable: str, file: str) -> None:
    around = Surroundings(platform="linux", environ={variable: "/elsewhere"}, **POSIX)
    assert CLIENTS[client].user(around) == PurePath(file)
