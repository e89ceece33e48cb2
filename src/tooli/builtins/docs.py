"""`docs`: the app's reference as llms.txt, as a man page, as Markdown."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Annotated, Any

from tooli.annotations import ReadOnly
from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.content import Document
from tooli.errors import InputError
from tooli.generate.llms_txt import llms_full, llms_txt
from tooli.generate.man import man as man_page
from tooli.generate.reference import command_file, reference, reference_files
from tooli.model.behavior import Behavior
from tooli.model.markers import Argument, Option
from tooli.schema.invalid import shown
from tooli.surfaces.cli.described import described_app
from tooli.surfaces.cli.writing import write_files

app = Tooli("docs", "The app's reference: llms.txt, man pages, Markdown")

Program = Annotated[str | None, Option(help="What command lines begin with; by default what started the app")]


@app.command(annotations=Behavior(), capabilities=["fs:read", "fs:write", "env:read"])
def llms(
    host: Host,
    full: Annotated[bool, Option("--full", help="Print llms-full.txt, which holds everything")] = False,
    dir: Annotated[Path | None, Option(help="Write both, and what they link to, into a folder")] = None,
    base: Annotated[str, Option(help="What links begin with, such as https://example.org/docs/")] = "",
    program: Program = None,
) -> Document | dict[str, Any]:
    """Print llms.txt: a list of links to the page of each command."""
    described = described_app(host, program)
    if dir is None:
        return Document(
            llms_full(described) if full else llms_txt(described, base), media_type="text/markdown"
        )
    pages = {name: text for name, text in reference_files(described).items() if name != "index.md"}
    files = {"llms.txt": llms_txt(described, base), "llms-full.txt": llms_full(described), **pages}
    return write_files(dir, files)


@app.command(annotations=ReadOnly, capabilities=["env:read"])
def man(
    host: Host,
    date: Annotated[
        datetime.date | None,
        Option(help="The day at its foot; by default SOURCE_DATE_EPOCH's, else today", show_default=False),
    ] = None,
    program: Program = None,
) -> Document:
    """Print a man page of the app; save it with --write NAME.1."""
    day = date or _build_day(host.environ.get("SOURCE_DATE_EPOCH"))
    described = described_app(host, program or host.name)
    return Document(man_page(described, day.isoformat()), media_type="text/troff", name=f"{host.name}.1")


def _build_day(epoch: str | None) -> datetime.date:
    """Return the day that builds are to call today."""
    if epoch is None or not epoch.isdigit():
        return datetime.date.today()
    return datetime.datetime.fromtimestamp(int(epoch), datetime.UTC).date()


@app.command(annotations=Behavior(), capabilities=["fs:read", "fs:write", "env:read"])
def markdown(
    command: Annotated[str, Argument(help="A command; without it, the whole app")] = "",
    *,
    host: Host,
    dir: Annotated[
        Path | None, Option(help="Write an index and a file for each command into a folder")
    ] = None,
    program: Program = None,
) -> Document | dict[str, Any]:
    """Print the reference of the app, or of one command, as Markdown."""
    described = described_app(host, program)
    if dir is not None:
        return write_files(dir, reference_files(described))
    if not command:
        return Document(reference(described), media_type="text/markdown")
    found = next((one for one in described.commands if one.name == command), None)
    if found is None:
        names = [one.name for one in described.commands]
        raise InputError(
            f"command: there is no command {shown(command)}",
            code="E1905",
            field="command",
            details={"choices": names},
        )
    return Document(command_file(found), media_type="text/markdown")
