"""Where a command line means a command that every app has, and not one of the app's own."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.surfaces.cli.parser import Parsed

PREFIX = "tooli"


def builtin_runtime(runtime: Runtime, parsed: Parsed, argv: list[str]) -> Runtime | None:
    """Return the runtime of the built-in commands, if the line names one of them."""
    assert runtime.builtins is not None  # main asked
    if PREFIX in runtime.catalog.root.children:
        return None
    builtins = runtime.builtins(runtime)
    known = builtins.catalog.root.children
    if parsed.unknown is not None:
        return builtins if not parsed.path and parsed.unknown in known else None
    # An app of one command takes the word as its argument, unless a built-in's name follows it.
    return builtins if argv[1:2] and (argv[1] in known or argv[1] in ("--help", "-h")) else None
