"""The agents that start MCP servers: where each keeps its list of them, and what an entry looks like.

Data only; the places were compared with what the agents' own programs write.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from typing import Any, Literal

from tooli.types import Record

Scope = Literal["user", "project"]


class Surroundings(Record):
    """What decides where files lie."""

    platform: str
    """As `sys.platform` says it."""
    home: PurePath
    project: PurePath
    environ: Mapping[str, str]

    def named(self, variable: str, *default: str) -> PurePath:
        """Return the folder that a variable names, or one in the home folder."""
        given = self.environ.get(variable)
        return type(self.home)(given) if given else self.home.joinpath(*default)

    @property
    def settings(self) -> PurePath:
        """Where programs of this platform keep their settings."""
        if self.platform == "win32":
            return self.named("APPDATA", "AppData", "Roaming")
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        return self.named("XDG_CONFIG_HOME", ".config")


class Client(Record):
    """One agent."""

    name: str
    format: str
    """`json` (comments allowed), `toml` or `yaml`."""
    key: str
    """What the list of servers stands under."""
    user: Callable[[Surroundings], PurePath]
    project: tuple[str, ...] = ()
    """The project's file; empty when the agent knows none."""
    entry: Callable[[str, list[str], Mapping[str, str]], dict[str, Any]]
    """Makes an entry of a name, the words of a command line and variables."""
    words: Callable[[Mapping[str, Any]], list[Any]]
    """Gives the command line of an entry."""

    def file(self, scope: Scope, around: Surroundings) -> Path | None:
        """Return the file of a scope; None when the agent has none."""
        if scope == "user":
            return Path(self.user(around))
        return Path(around.project.joinpath(*self.project)) if self.project else None


def _plain(name: str, words: list[str], variables: Mapping[str, str]) -> dict[str, Any]:
    entry: dict[str, Any] = {"command": words[0], "args": words[1:]}
    return {**entry, "env": dict(variables)} if variables else entry


def _typed(name: str, words: list[str], variables: Mapping[str, str]) -> dict[str, Any]:
    return {"type": "stdio", **_plain(name, words, variables)}


def _goose(name: str, words: list[str], variables: Mapping[str, str]) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "enabled": True,
        "type": "stdio",
        "name": name,
        "cmd": words[0],
        "args": words[1:],
    }
    return {**entry, "envs": dict(variables), "timeout": 300}


def _plain_words(entry: Mapping[str, Any]) -> list[Any]:
    return [entry.get("command"), *entry.get("args", ())]


def _goose_words(entry: Mapping[str, Any]) -> list[Any]:
    return [entry.get("cmd"), *entry.get("args", ())]


def _goose_file(around: Surroundings) -> PurePath:
    if around.platform == "win32":
        return around.settings / "Block" / "goose" / "config" / "config.yaml"
    return around.named("XDG_CONFIG_HOME", ".config") / "goose" / "config.yaml"


def _claude_file(around: Surroundings) -> PurePath:
    return around.named("CLAUDE_CONFIG_DIR") / ".claude.json"


CLIENTS: Mapping[str, Client] = {
    client.name: client
    for client in (
        Client(
            name="claude-code",
            format="json",
            key="mcpServers",
            user=_claude_file,
            project=(".mcp.json",),
            entry=_typed,
            words=_plain_words,
        ),
        Client(
            name="claude-desktop",
            format="json",
            key="mcpServers",
            user=lambda around: around.settings / "Claude" / "claude_desktop_config.json",
            entry=_plain,
            words=_plain_words,
        ),
        Client(
            name="cursor",
            format="json",
            key="mcpServers",
            user=lambda around: around.home / ".cursor" / "mcp.json",
            project=(".cursor", "mcp.json"),
            entry=_plain,
            words=_plain_words,
        ),
        Client(
            name="vscode",
            format="json",
            key="servers",
            user=lambda around: around.settings / "Code" / "User" / "mcp.json",
            project=(".vscode", "mcp.json"),
            entry=_typed,
            words=_plain_words,
        ),
        Client(
            name="codex",
            format="toml",
            key="mcp_servers",
            user=lambda around: around.named("CODEX_HOME", ".codex") / "config.toml",
            project=(".codex", "config.toml"),
            entry=_plain,
            words=_plain_words,
        ),
        Client(
            name="gemini",
            format="json",
            key="mcpServers",
            user=lambda around: around.home / ".gemini" / "settings.json",
            project=(".gemini", "settings.json"),
            entry=_plain,
            words=_plain_words,
        ),
        Client(
            name="goose",
            format="yaml",
            key="extensions",
            user=_goose_file,
            entry=_goose,
            words=_goose_words,
        ),
    )
}
