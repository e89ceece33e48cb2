"""`schema`: the schema of commands, and what a change of it breaks."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from tooli.annotations import Idempotent, ReadOnly
from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.content import Document
from tooli.execute.stdin_or import StdinOr
from tooli.model.markers import Argument, Option
from tooli.schema.difference import Change, difference
from tooli.surfaces.cli.failures import unknown_command
from tooli.surfaces.cli.schemas import schema_of

app = Tooli("schema", "The schema of commands, and what a change of it breaks")

Schema = StdinOr[dict[str, Any]]


@app.command(annotations=ReadOnly | Idempotent, capabilities=["none"])
def show(
    *command: Annotated[str, Argument(help="A command or a group; all commands without it")],
    host: Host,
    format: Annotated[
        Literal["json", "openai", "anthropic", "gemini", "mcp"], Option(help="Whose form it takes")
    ] = "json",
    inline: Annotated[bool, Option("--inline", help="Without references")] = False,
) -> Document:
    """Print the schema of one command, or of all, as `--schema` does."""
    import json

    path = tuple(command) or host.catalog.single or ()
    found = host.catalog.find(path)
    if found is None and host.catalog.group(path) is None:
        raise unknown_command((), " ".join(command), list(host.catalog.root.children))
    schema = schema_of(host, found, path, format, inline)
    return Document(json.dumps(schema, ensure_ascii=False, indent=2), media_type="application/json")


@app.command(annotations=ReadOnly | Idempotent, capabilities=["fs:read", "net:read"])
def diff(
    old: Annotated[Schema, Argument(help="What `--schema` printed before")],
    new: Annotated[Schema, Argument(help="What it prints now")],
) -> list[Change]:
    """Say what changed from one schema to another, and whom each change breaks."""
    return difference(_checked(old), _checked(new))


def _checked(given: Schema) -> dict[str, Any]:
    """Return a schema document; raise what is no such thing."""
    document = given.read()
    commands = document.get("commands", [document])
    if not isinstance(commands, list) or not all(
        isinstance(command, dict) and isinstance(command.get("name"), str) for command in commands
    ):
        raise given.malformed("it is not what --schema prints for a command or an app")
    return document
