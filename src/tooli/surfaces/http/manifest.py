"""The manifest: every command's schema, and how the same call is written on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.model.listing import listed_commands
from tooli.schema.json_schema import app_schema
from tooli.surfaces.cli.program import line, program_words
from tooli.surfaces.cli.usage import long_name

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.model import Command, Param


def manifest(runtime: Runtime) -> dict[str, Any]:
    """Return what an app can do, for programs and for the page."""
    words = program_words(runtime)
    commands = list(listed_commands(runtime.catalog))
    single = runtime.catalog.single is not None
    spelt = {
        command.name: {"command_line": _command_line(command, words if single else [*words, *command.path])}
        for command in commands
    }
    paths = {command.path[:depth] for command in commands for depth in range(1, len(command.path))}
    groups = {path: runtime.catalog.group(path) for path in sorted(paths)}
    helps = {" ".join(path): group.help for path, group in groups.items() if group is not None and group.help}
    return app_schema(runtime, framework_flags={"groups": helps} if helps else None, clashes=spelt)


def _command_line(command: Command, words: list[str]) -> dict[str, Any]:
    """Return the words that begin a command's line, and the spelling of each of its params."""
    return {"call": line(words), "params": {param.name: _spelling(param) for param in command.params}}


def _spelling(param: Param) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": long_name(param),
        "off": param.negatives[0] if param.negatives else "",
        "positional": param.positional,
        "flag": param.flag,
        "count": bool(param.settings.get("count")),
        "wide": param.shape.inner.kind == "fixed",
    }
    return {name: value for name, value in told.items() if value}
