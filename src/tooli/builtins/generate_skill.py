"""`generate-skill`: what an agent has to know of the app, in the form that it reads."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.content import Document
from tooli.model.behavior import Behavior
from tooli.model.markers import Option
from tooli.surfaces.cli.writing import Format, Target, Wanted, checked, every_run, report_of, text_of, written

app = Tooli("generate-skill", "What an agent has to know of the app")


@app.command(annotations=Behavior(), capabilities=["fs:read", "fs:write", "env:read"])
def generate_skill(
    host: Host,
    format: Annotated[Format, Option(help="Which document")] = "skill",
    target: Annotated[Target, Option(help="Whom a skill is for")] = "generic-skill",
    validate: Annotated[
        bool, Option("--validate", help="Run the examples, and say which of them do what they should")
    ] = False,
    check: Annotated[
        bool, Option("--check", help="Fail when the file is not what would be written now")
    ] = False,
    write: Annotated[
        Path | None, Option(help="The file; examples that change nothing are run, and their output shown")
    ] = None,
    snapshots: Annotated[
        Path | None, Option(help="With --validate: a file for what the examples printed")
    ] = None,
    program: Annotated[
        str | None, Option(help="What command lines begin with; by default what started the app")
    ] = None,
) -> Document | dict[str, Any]:
    """Write a SKILL.md, AGENTS.md or CLAUDE.md of the app."""
    wanted = Wanted(format=format, target=target, program=program)
    if check:
        return checked(host, wanted, write)
    runs = every_run(host, program, snapshots) if validate else None
    report = report_of(runs) if runs is not None else None
    if write is not None:
        return {**written(host, wanted, write, runs), **(report or {})}
    return report if report is not None else Document(text_of(host, wanted), media_type="text/markdown")
