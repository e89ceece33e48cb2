"""`generate-agents-md`: the app's commands for agents that read a project's AGENTS.md."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.content import Document
from tooli.model.behavior import Behavior
from tooli.model.markers import Option
from tooli.surfaces.cli.writing import Wanted, checked, text_of, written

app = Tooli("generate-agents-md", "The app's commands in a project's AGENTS.md")


@app.command(annotations=Behavior(), capabilities=["fs:read", "fs:write", "env:read"])
def generate_agents_md(
    host: Host,
    check: Annotated[
        bool, Option("--check", help="Fail when the file is not what would be written now")
    ] = False,
    write: Annotated[Path | None, Option(help="The file; what others wrote into it stays")] = None,
    program: Annotated[
        str | None, Option(help="What command lines begin with; by default what started the app")
    ] = None,
) -> Document | dict[str, Any]:
    """Write an AGENTS.md of the app, or its part of one."""
    wanted = Wanted(format="agents-md", program=program)
    if check:
        return checked(host, wanted, write)
    if write is not None:
        return written(host, wanted, write)
    return Document(text_of(host, wanted), media_type="text/markdown")
