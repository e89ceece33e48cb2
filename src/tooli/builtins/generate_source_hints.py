"""`generate-source-hints`: a comment with the commands' signatures, in the file that declares them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.content import Document
from tooli.errors import DataFormatError, StateError, Suggestion
from tooli.generate.source_hints import source_hints, with_hints
from tooli.model.behavior import Behavior
from tooli.model.markers import Option
from tooli.surfaces.cli.content import save
from tooli.surfaces.cli.described import described_app

app = Tooli("generate-source-hints", "A comment with the commands' signatures, for the app's own file")


@app.command(annotations=Behavior(), capabilities=["fs:read", "fs:write", "env:read"])
def generate_source_hints(
    host: Host,
    write: Annotated[
        Path | None,
        Option(
            help="The Python file to put the comment into, or to bring it up to date in",
            exists=True,
            dir_okay=False,
        ),
    ] = None,
    check: Annotated[
        bool, Option("--check", help="Fail when the comment in the file is out of date")
    ] = False,
) -> Document | dict[str, Any]:
    """Print a comment that says what the commands are, or put it into a file."""
    hints = source_hints(described_app(host))
    if write is None:
        return Document(hints, media_type="text/x-python")
    try:
        before = write.read_bytes().decode()
        after = with_hints(before, hints)
    except (SyntaxError, UnicodeDecodeError) as error:
        raise DataFormatError(f"{write} is no Python that can be read: {error}", field="write") from None
    if check and after != before:
        raise StateError(
            f"the comment in {write} is out of date",
            field="write",
            suggestion=Suggestion("Run it without --check.", "fix"),
        )
    if after != before:
        save(str(write), after.encode())
    return {"path": str(write), "changed": after != before}
