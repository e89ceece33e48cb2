"""`generate-skill-package`: the app's skill as a folder that can be handed on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.model.behavior import Behavior
from tooli.model.markers import Argument, Option
from tooli.surfaces.cli.program import line, program_words
from tooli.surfaces.cli.skill_files import package, put, skill_files
from tooli.surfaces.cli.writing import Target

app = Tooli("generate-skill-package", "The app's skill as a folder that can be handed on")


@app.command(annotations=Behavior(), capabilities=["fs:read", "fs:write", "env:read"])
def generate_skill_package(
    host: Host,
    dir: Annotated[Path, Argument(help="Where the folder goes; it gets the skill's name")],
    target: Annotated[Target, Option(help="Whom the skill is for")] = "generic-skill",
    program: Annotated[
        str | None, Option(help="What command lines begin with; by default what started the app")
    ] = None,
) -> dict[str, Any]:
    """Write SKILL.md, its reference files, and scripts that install and verify the app."""
    called = program or line(program_words(host))
    files = skill_files(host, called, target, scripts=True)
    return put(package(dir, host.name), host.name, files)
