"""`--schema`: the schema of a command, or of all commands below a group, printed bare."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tooli.errors import InputError
from tooli.model.listing import listed_commands
from tooli.schema.dialects import DIALECTS
from tooli.schema.invalid import cut, shown
from tooli.schema.json_schema import app_schema, command_schema
from tooli.surfaces.cli.flags import FLAGS, SCHEMA_FORMATS
from tooli.surfaces.cli.parser import option_table

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.model import Command
    from tooli.surfaces.cli.main import Session


def schema_text(session: Session) -> str:
    """Return the schema that a command line asks for: indented on a terminal, compact elsewhere."""
    flags = session.parsed.flags
    form = flags["schema"]
    if form not in SCHEMA_FORMATS:
        raise InputError(
            f"schema: {shown(form)} is not one of {', '.join(SCHEMA_FORMATS)}",
            code="E1904",
            field="schema",
            details={"value": cut(form), "choices": list(SCHEMA_FORMATS)},
        )
    parsed = session.parsed
    schema = schema_of(session.runtime, parsed.command, parsed.path, form, bool(flags.get("inline")))
    if session.streams.stdout_tty:
        return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
    return json.dumps(schema, ensure_ascii=False, separators=(",", ":")) + "\n"


def schema_of(
    runtime: Runtime, command: Command | None, path: tuple[str, ...], form: str, inline: bool
) -> Any:
    """Return the schema of a command, or of all commands below a path, in one of the forms."""
    if command is not None:
        if form != "json":
            return DIALECTS[form](command, inline=inline)
        prefix = runtime.settings.get("env_prefix")
        flags = {"framework_flags": usable_flags(command), **flag_clashes(command)}
        return command_schema(
            command, env_prefix=prefix, framework_flags=flags, inline=inline, catalog=runtime.catalog
        )
    if form != "json":
        return [DIALECTS[form](command, inline=inline) for command in listed_commands(runtime.catalog, path)]
    clashes = {command.name: flag_clashes(command) for command in listed_commands(runtime.catalog, path)}
    every = {"framework_flags": {flag[0]: list(flag[5]) for flag in FLAGS}}
    return app_schema(runtime, path, framework_flags=every, clashes=clashes, inline=inline)


def usable_flags(command: Command) -> dict[str, list[str]]:
    """Return how each of the framework's flags can be spelt on a command's line."""
    taken = option_table(command)
    usable = {}
    for name, _, _, _, _, spellings in FLAGS:
        free = [spelling for spelling in spellings if spelling not in taken]
        usable[name] = free if len(free) == len(spellings) else [*free, f"--tooli-{name}"]
    return usable


def flag_clashes(command: Command) -> dict[str, Any]:
    """Return the flags' spellings that a command's params take, and what to use instead."""
    taken, usable = option_table(command), usable_flags(command)
    clashes = {
        spelling: {"param": taken[spelling][0].name, "use": usable[flag[0]]}
        for flag in FLAGS
        for spelling in flag[5]
        if spelling in taken
    }
    return {"flag_clashes": clashes} if clashes else {}
