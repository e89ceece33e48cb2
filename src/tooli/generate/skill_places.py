"""Where agents look for skills. Data only.

`seen` was found out by running the agent with a skill in every folder; the others are from the table of the
`skills` program. A folder of several agents is named once: most of them read `.agents`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tooli.types import Record

if TYPE_CHECKING:
    from tooli.generate.clients.table import Scope, Surroundings

SHARED = ".agents"
"""The folder that most agents read."""


class SkillPlace(Record):
    """The folders of one agent, each without `skills` at its end."""

    project: str
    user: tuple[str, ...]
    variable: str = ""
    """Names the user's folder instead."""
    trace: tuple[str, ...] = ()
    """What lies in the home folder of whoever uses the agent."""
    seen: bool = False

    def folder(self, scope: Scope, around: Surroundings) -> Path:
        """Return the folder of a scope."""
        if scope == "project":
            return Path(around.project, self.project, "skills")
        named = around.environ.get(self.variable) if self.variable else None
        return Path(named, "skills") if named else Path(around.home, *self.user, "skills")


def _own(folder: str, *user: str) -> SkillPlace:
    return SkillPlace(project=folder, user=user or (folder,), trace=user or (folder,))


def _shared(*trace: str, seen: bool = False) -> SkillPlace:
    return SkillPlace(project=SHARED, user=(SHARED,), trace=trace, seen=seen)


PLACES: Mapping[str, SkillPlace] = {
    "claude-code": SkillPlace(
        project=".claude", user=(".claude",), variable="CLAUDE_CONFIG_DIR", trace=(".claude",), seen=True
    ),
    "codex": _shared(".codex", seen=True),
    "copilot": _shared(".copilot", seen=True),
    "gemini": _shared(".gemini", seen=True),
    "opencode": _shared(".config", "opencode", seen=True),
    "qwen": _shared(".qwen", seen=True),
    "pi": _shared(".pi", seen=True),
    "cline": _shared(".cline", seen=True),
    "droid": _shared(".factory", seen=True),
    "cursor": SkillPlace(project=SHARED, user=(".cursor",), trace=(".cursor",)),
    "amp": SkillPlace(project=SHARED, user=(".config", "agents"), trace=(".config", "amp")),
    "antigravity": SkillPlace(
        project=SHARED, user=(".gemini", "antigravity"), trace=(".gemini", "antigravity")
    ),
    "continue": SkillPlace(project=".continue", user=(".continue",), trace=(".continue",), seen=True),
    "windsurf": _own(".windsurf", ".codeium", "windsurf"),
    "goose": _own(".goose", ".config", "goose"),
    "crush": _own(".crush", ".config", "crush"),
    "devin": _own(".devin", ".config", "devin"),
    "kiro": _own(".kiro"),
    "junie": _own(".junie"),
    "roo": _own(".roo"),
    "openhands": _own(".openhands"),
    "augment": _own(".augment"),
    "trae": _own(".trae"),
}


def places_for(agents: tuple[str, ...], scope: Scope, around: Surroundings) -> dict[Path, list[str]]:
    """Return the folders that agents read, each with their names.

    Without agents: the folder that most of them share, Claude's, and those of agents that are used here.
    """
    chosen = agents or ("codex", "claude-code", *_present(around))
    found: dict[Path, list[str]] = {}
    for agent in chosen:
        known = found.setdefault(PLACES[agent].folder(scope, around), [])
        if agent not in known:
            known.append(agent)
    return found


def _present(around: Surroundings) -> list[str]:
    return [name for name, place in PLACES.items() if Path(around.home, *place.trace).is_dir()]
