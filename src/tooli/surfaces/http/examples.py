"""A command's examples, which are words of a command line, as the JSON that a request has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.errors import ToolError
from tooli.execute.plain import to_plain
from tooli.schema import validate
from tooli.surfaces.cli.parser import parse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tooli.execute import Runtime
    from tooli.model import Command


def example_arguments(runtime: Runtime, command: Command, words: Iterable[Any]) -> dict[str, Any] | None:
    """Return the arguments that an example gives; None when it is not for data, or holds no longer."""
    single = runtime.catalog.single
    name = () if command.path == single else command.path
    parsed = parse(runtime.catalog, [*name, *map(str, words)])
    if parsed.mistakes or parsed.command is not command or parsed.flags:
        return None
    try:
        arguments = validate(
            command, parsed.raw, textual=True, environ={}, prefix=None, sources={}, warnings=[]
        )
        return {name: to_plain(arguments[name], []) for name in parsed.raw}
    except (ToolError, KeyError):
        return None
