"""`skills add`: an app's skill in the folders of agents, once as files and else as links to them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tooli.errors import ConflictError
from tooli.generate.clients.start import Started, program_line, started
from tooli.generate.skill_places import places_for
from tooli.surfaces.cli.program import line, program_words
from tooli.surfaces.cli.skill_files import each, link, put, remove, skill_files, unlink
from tooli.surfaces.cli.writing import Wanted, written

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tooli.execute import Runtime
    from tooli.generate.clients.table import Scope, Surroundings

READERS = {
    "claude-code": "claude-code",
    "cursor": "cursor",
    "vscode": "copilot",
    "codex": "codex",
    "gemini": "gemini",
    "goose": "goose",
}
"""The agent that reads skills, by the client that starts servers."""


def install(
    runtime: Runtime, agents: tuple[str, ...], scope: Scope, around: Surroundings, *, dry_run: bool
) -> list[dict[str, Any]]:
    """Put a skill where agents look; say what was done in each place."""
    program = _program(runtime, scope, started())
    files = skill_files(runtime, program)
    rows: list[dict[str, Any]] = []
    first: Path | None = None
    for folder, names in each(places_for(agents, scope, around), runtime.name):
        if folder.is_symlink() or (first is not None and not folder.exists()):
            told = _linked(folder, first, runtime.name, files, dry_run)
        else:
            told = put(folder, runtime.name, files, dry_run=dry_run)
            first = first or folder
        rows.append({"agents": names, **told})
    if runtime.settings.get("skill_auto_generate") and scope == "project" and not dry_run:
        written(runtime, Wanted(program=program), Path(around.project, "SKILL.md"))
    return rows


def _linked(
    folder: Path, first: Path | None, name: str, files: Mapping[str, str], dry_run: bool
) -> dict[str, Any]:
    """Make a place lead to the files, or put them there where it cannot."""
    if folder.is_symlink() and (first is None or folder.resolve() != first.resolve()):
        target = folder.resolve()
        if first is not None or not target.exists():
            raise ConflictError(f"{folder} leads somewhere else: {target}", field="agent")
        return put(target, name, files, dry_run=dry_run)
    assert first is not None  # a link needs something to lead to
    if dry_run:
        return {"folder": str(folder), "action": "none" if folder.is_symlink() else "link", "changed": []}
    done = link(folder, first)
    if done == "copy":
        return put(folder, name, files)
    return {"folder": str(folder), "action": done, "changed": []}


def uninstall(
    runtime: Runtime, agents: tuple[str, ...], scope: Scope, around: Surroundings, *, dry_run: bool
) -> list[dict[str, Any]]:
    """Take a skill out of the places of agents; say what was done in each."""
    rows = []
    for folder, names in reversed(list(each(places_for(agents, scope, around), runtime.name))):
        if folder.is_symlink():
            told = unlink(folder, runtime.name, dry_run=dry_run)
        else:
            told = remove(folder, runtime.name, dry_run=dry_run)
        rows.append({"agents": names, **told})
    return rows


def _program(runtime: Runtime, scope: Scope, how: Started) -> str:
    """Return what command lines begin with: as it was started, or so that it can be from anywhere."""
    if scope == "project":
        return line(program_words(runtime))
    words, variables = program_line(runtime, how)
    if len(words) == 1 and shutil.which(os.path.basename(words[0])) == words[0]:
        words = [os.path.basename(words[0])]
    return " ".join([*(f"{name}={line([value])}" for name, value in variables.items()), line(words)])


def accompany(
    runtime: Runtime,
    rows: list[dict[str, Any]],
    scope: Scope,
    around: Surroundings,
    *,
    remove: bool,
    dry_run: bool,
) -> list[dict[str, Any]]:
    """Let the skill go where the server's entries went, and say so in their rows."""
    placed = uninstall if remove else install
    for row in rows:
        agent = READERS.get(row["client"])
        if agent is not None:
            [told] = placed(runtime, (agent,), scope, around, dry_run=dry_run)
            row["skill"] = told["folder"]
    return rows
