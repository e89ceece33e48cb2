"""confmigrate: bring a configuration file to a newer version. Try `python confmigrate.py --help`."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypedDict

import changes
import notation

from tooli import Annotated, Argument, Option, Tooli, dry_run_support, record_dry_action
from tooli.annotations import Destructive, Idempotent, ReadOnly
from tooli.errors import ConflictError, DataFormatError, InputError

app = Tooli(
    name="confmigrate",
    description="Bring a configuration file to a newer version",
    version="2.0.0",
    permissions={"filesystem": "read-write", "network": "none"},
    rules=["Show a person the plan before you apply it."],
)

SAMPLE = "sample/lantern.ini"
SCRATCH = ":sample:"
"""The name of a file that is made anew for each call, to try things on."""
HELP = "The configuration: .ini (version 1), .json (2) or .toml (3)"
File = Annotated[Path, Argument(help=HELP, exists=True, dir_okay=False)]
Target = Annotated[int, Option(min=2, max=changes.NEWEST, help="The version to bring it to")]
NOT_READ = {"E1001": "the file is not in its notation", "E1003": "the file's name does not fit its version"}
WRONG = NOT_READ | {
    "E1002": "settings are unknown, or have wrong values",
    "E1004": "the file is newer than that",
}
FIRST = {"E1002": ["run check, which names every line that is wrong", "have a person mend the file"]}


class Report(TypedDict):
    """How a configuration is."""

    version: int
    newest: int
    problems: list[changes.Problem]


class Applied(TypedDict):
    """What was written; the old file is the backup."""

    version: int
    wrote: str | None
    backup: str | None
    changes: list[changes.Change]


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[
        {"args": [SAMPLE], "description": "Which version it is, and what is wrong"},
        {"args": ["sample/broken.ini"], "description": "One with mistakes"},
    ],
    error_codes=NOT_READ,
    handoffs=[{"command": "plan", "when": "there are no problems, and the version is old"}],
)
def check(file: File) -> Report:
    """Say which version a configuration has, and what is wrong with it."""
    settings, version = _read(file)
    return Report(version=version, newest=changes.NEWEST, problems=list(changes.problems(settings, version)))


@app.command(
    version="2.0",
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[
        {"args": [SAMPLE, "--target", "2"], "description": "What becomes of each setting"},
        {"args": [SAMPLE, "--filter", "change != 'renamed'"], "description": "What is more than a new name"},
    ],
    error_codes=WRONG,
    recovery_playbooks=FIRST,
    handoffs=[{"command": "apply", "when": "a person has agreed to the plan"}],
)
def plan(file: File, target: Target = changes.NEWEST) -> list[changes.Change]:
    """Say what a migration would change: settings renamed, converted, dropped, and old defaults pinned."""
    return _migrated(file, target)[1]


@app.command(
    "plan",
    version="1.0",
    deprecated=True,
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[{"args": [SAMPLE, "--target", "2"], "description": "As text"}],
)
def plan_in_words(file: File, target: Target = changes.NEWEST) -> list[str]:
    """Say in words what a migration would change."""
    return [f"{each['change']}: {each['key']} -> {each['to'] or 'nothing'}" for each in plan(file, target)]


@app.command(
    annotations=Destructive | Idempotent,
    capabilities=["fs:read", "fs:write"],
    examples=[
        {"args": [SCRATCH, "--yes"], "description": "To the newest version"},
        {"args": [SCRATCH, "--target", "2", "--yes"], "description": "To an older one"},
    ],
    error_codes={**WRONG, "E3001": "a file is in the way"},
    recovery_playbooks=FIRST,
)
@dry_run_support
def apply(
    file: Annotated[Path, Argument(help=f"{HELP}; {SCRATCH} is one to try things on")],
    target: Target = changes.NEWEST,
) -> Applied:
    """Write a configuration in a newer version; the old file is kept, with .bak at its end."""
    with _opened(file) as path:
        settings, made = _migrated(path, target)
        new = path.with_suffix(changes.SUFFIXES[target])
        if new == path:
            return Applied(version=target, wrote=None, backup=None, changes=[])
        backup = path.with_name(path.name + ".bak")
        for taken in (new, backup):
            if taken.exists():
                raise ConflictError(
                    f"{taken.name} is there already",
                    code="E3001",
                    field="file",
                    suggestion=f"Move {taken.name} away, or delete it.",
                )
        text = notation.write(settings, new.suffix)
        if not record_dry_action("write", new.name, after=text):
            with new.open("x", encoding="utf-8") as stream:
                stream.write(text)
        if not record_dry_action("rename", path.name, before=path, to=backup.name):
            path.rename(backup)
    return Applied(version=target, wrote=new.name, backup=backup.name, changes=made)


@contextmanager
def _opened(file: Path) -> Iterator[Path]:
    """Give the file to work on; the sample is a copy that is gone afterwards."""
    if file.name != SCRATCH:
        yield file
        return
    with TemporaryDirectory() as scratch:
        yield Path(shutil.copy(Path(__file__).with_name("sample") / "lantern.ini", scratch))


def _read(file: Path) -> tuple[list[notation.Setting], int]:
    """Read a configuration, and tell its version."""
    if file.suffix not in changes.SUFFIXES.values():
        known = ", ".join(changes.SUFFIXES.values())
        raise InputError(f"{file} ends with none of {known}", code="E1003", field="file")
    try:
        settings = notation.read(file.read_text("utf-8"), file.suffix)
    except UnicodeDecodeError as error:
        raise DataFormatError(f"{file} is not UTF-8", code="E1001", field="file") from error
    except notation.MalformedError as error:
        raise DataFormatError(
            f"{file}:{error.line or 1}: {error}",
            code="E1001",
            field="file",
            details={"file": str(file), "line": error.line},
            suggestion="Mend this line.",
        ) from error
    version = changes.version_of(settings, file.suffix)
    if changes.SUFFIXES.get(version) != file.suffix:
        raise InputError(f"{file} cannot be of version {version}", code="E1003", field="file")
    return settings, version


def _migrated(file: Path, target: int) -> tuple[list[notation.Setting], list[changes.Change]]:
    settings, version = _read(file)
    wrong = list(changes.problems(settings, version))
    if wrong:
        first = wrong[0]
        others = f", and {len(wrong) - 1} more" if len(wrong) > 1 else ""
        raise DataFormatError(
            f"{file}:{first['line'] or 1}: {first['key']}: {first['problem']}",
            code="E1002",
            field="file",
            details={"file": str(file), "line": first["line"], "problems": wrong},
            suggestion=f"Mend this line{others}: see check.",
        )
    if target < version:
        raise InputError(f"target: {file} is of version {version} already", code="E1004", field="target")
    return changes.migrated(settings, version, target)


if __name__ == "__main__":
    app()
