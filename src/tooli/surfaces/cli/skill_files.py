"""A skill as a folder: its files, put where agents look, kept up to date, and taken out again.

`.tooli.json` in the folder says what was written: only that is ever replaced or removed.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tooli.errors import ConflictError, Suggestion
from tooli.generate.frontmatter import skill_name
from tooli.generate.skill import needs_references, reference_files, skill
from tooli.surfaces.cli.content import save
from tooli.surfaces.cli.described import described_app
from tooli.surfaces.cli.examples import shown_output
from tooli.surfaces.cli.writing import safe_runs

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.surfaces.cli.writing import Target

RECORD = ".tooli.json"
"""Says which files of a folder are ours, and what they held."""


def skill_files(
    runtime: Runtime, program: str, target: Target = "generic-skill", *, scripts: bool = False
) -> dict[str, str]:
    """Return the files of an app's skill by their paths; examples that change nothing are run.

    scripts: whether those are among them that install and verify the app.
    """
    outputs = {run.line: shown_output(run) for run in safe_runs(runtime, program)}
    app = described_app(runtime, program, outputs)
    large = needs_references(app)
    files = {"SKILL.md": skill(app, target, references=large)}
    if large:
        files |= {f"references/{name}": text for name, text in reference_files(app).items()}
    if scripts:
        files |= {
            "scripts/install.sh": _install(program, _distribution(app.source)),
            "scripts/verify.sh": _verify(program, app.built_in("generate-skill --validate")),
        }
    return files


def _distribution(source: tuple[str, str] | None) -> str:
    """Return what a module is installed as; nothing where it is a file of its own."""
    module = source[0].partition(".")[0] if source is not None else ""
    return next(iter(packages_distributions().get(module, ())), "")


def _verify(program: str, validate: str) -> str:
    return f"#!/bin/sh\nset -e\n{program} --version\n{validate}\n"


def _install(program: str, distribution: str) -> str:
    first = shlex.quote(shlex.split(program)[0])
    lines = ["#!/bin/sh", "set -e", f"command -v {first} >/dev/null && {program} --version && exit 0"]
    if distribution:
        lines.append(f"python3 -m pip install {shlex.quote(distribution)}")
    else:
        lines += [f"echo {shlex.quote(f'{program} does not run here')} >&2", "exit 1"]
    return "\n".join(lines) + "\n"


def package(folder: Path, name: str) -> Path:
    """Return the folder of a skill: the one that is named, if it has the skill's name, else one in it."""
    label = skill_name(name)
    return folder if folder.resolve().name == label else folder / label


def put(folder: Path, app: str, files: Mapping[str, str], *, dry_run: bool = False) -> dict[str, Any]:
    """Write a skill into its folder; raise a conflict when the folder is somebody else's."""
    known = _known(folder, app)
    changed = [name for name, text in files.items() if _held(folder / name) != text]
    gone = [name for name in known if name not in files]
    action = "none" if not changed and not gone else "update" if known else "add"
    told: dict[str, Any] = {"folder": str(folder), "action": action, "changed": [*changed, *gone]}
    if dry_run or action == "none":
        return told
    kept = [_backup(folder, name) for name in changed if _edited(folder, name, known)]
    for name in changed:
        place = folder / name
        os.makedirs(place.parent, exist_ok=True)
        save(str(place), files[name].encode("utf-8", "replace"))
        if name.endswith(".sh"):
            place.chmod(0o755)
    _take_out(folder, {name: known[name] for name in gone})
    record = {"app": app, "files": {name: _digest(text) for name, text in files.items()}}
    save(str(folder / RECORD), (json.dumps(record, indent=2) + "\n").encode())
    return {**told, **({"backups": kept} if kept else {})}


def remove(folder: Path, app: str, *, dry_run: bool = False) -> dict[str, Any]:
    """Take a skill out of its folder: what was written and not edited since; the rest stays."""
    if not folder.exists():
        return {"folder": str(folder), "action": "none", "changed": []}
    known = _known(folder, app)
    left = [name for name in known if _edited(folder, name, known)]
    told = {
        "folder": str(folder),
        "action": "remove",
        "changed": [name for name in known if name not in left],
    }
    if not dry_run:
        _take_out(folder, {name: digest for name, digest in known.items() if name not in left})
        (folder / RECORD).unlink(missing_ok=True)
        _without_empty(folder)
    return {**told, **({"kept": left} if left else {})}


def _known(folder: Path, app: str) -> dict[str, str]:
    """Return what was written into a folder; raise a conflict when it is another's."""
    if not folder.exists() or not any(folder.iterdir()):
        return {}
    try:
        record = json.loads((folder / RECORD).read_text(encoding="utf-8"))
        owner, files = record["app"], dict(record["files"])
    except (OSError, ValueError, KeyError, TypeError):
        owner, files = None, {}
    if owner != app:
        raise ConflictError(
            f"{folder} holds another skill",
            field="agent",
            details={"folder": str(folder)},
            suggestion=Suggestion("Move it away, or give the app another name.", "fix"),
        )
    return {name: digest for name, digest in files.items() if (folder / name).is_file() and _is_inside(name)}


def _is_inside(name: str) -> bool:
    return not os.path.isabs(name) and ".." not in Path(name).parts


def _held(place: Path) -> str | None:
    return place.read_text(encoding="utf-8", errors="replace") if place.is_file() else None


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()


def _edited(folder: Path, name: str, known: Mapping[str, str]) -> bool:
    """Whether somebody changed a file after it was written."""
    held = _held(folder / name)
    return held is not None and _digest(held) != known.get(name)


def _backup(folder: Path, name: str) -> str:
    kept = f"{folder / name}.tooli-backup"
    shutil.copy2(folder / name, kept)
    return kept


def _take_out(folder: Path, names: Mapping[str, str]) -> None:
    for name in names:
        (folder / name).unlink(missing_ok=True)
    _without_empty(folder, only_inside=True)


def _without_empty(folder: Path, *, only_inside: bool = False) -> None:
    for inner in (
        *(folder / name for name in ("references", "scripts")),
        *(() if only_inside else (folder,)),
    ):
        if inner.is_dir() and not any(inner.iterdir()):
            inner.rmdir()


def link(place: Path, folder: Path) -> str:
    """Let a place lead to a skill's folder; return what was done. Where links cannot be, `copy` is said."""
    if place.is_symlink() and place.resolve() == folder.resolve():
        return "none"
    try:
        os.makedirs(place.parent, exist_ok=True)
        place.symlink_to(os.path.relpath(folder, place.parent), target_is_directory=True)
    except OSError:
        return "copy"
    return "link"


def unlink(place: Path, app: str, *, dry_run: bool) -> dict[str, Any]:
    """Take away a link to an app's skill; one that leads to something else is a conflict."""
    _known(place.resolve(), app)
    if not dry_run:
        place.unlink()
    return {"folder": str(place), "action": "remove", "changed": []}


def each(places: Mapping[Path, list[str]], name: str) -> Iterator[tuple[Path, list[str]]]:
    """Give the folder of a skill in each place, the shared one first."""
    for place, agents in sorted(places.items(), key=lambda item: item[0].parent.name != ".agents"):
        yield place / skill_name(name), agents
