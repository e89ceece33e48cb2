"""Help for the app, a group or a command: one neutral page, printed for whoever asks.

A person at a terminal gets panels and colour, a pipe or a CI log plain text, an agent the shortest form, and
`--help --json` the page itself.
"""

from __future__ import annotations

import shlex
from inspect import cleandoc
from typing import TYPE_CHECKING

from tooli.execute.presented import presented
from tooli.model.behavior import Idempotent, OpenWorld, ReadOnly
from tooli.model.dry_run import has_dry_run
from tooli.model.lazy import Lazy
from tooli.model.versions import other_versions, spelling
from tooli.render.help_page import HelpExample, HelpPage, HelpPanel, HelpRow
from tooli.schema.pipes import pipes
from tooli.surfaces.cli.command_list import command_panels
from tooli.surfaces.cli.flag_help import EVERYWHERE, agent_flags, global_panel, spelling_of
from tooli.surfaces.cli.param_rows import deprecation, param_panels
from tooli.surfaces.cli.parser import option_table
from tooli.surfaces.cli.program import line, program_words
from tooli.surfaces.cli.type_text import type_text
from tooli.surfaces.cli.usage import argument_name, long_name, usage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tooli.execute import Runtime
    from tooli.model import Command
    from tooli.model.catalog import Group
    from tooli.surfaces.cli.main import Session


def help_text(session: Session, *, short: bool = False) -> str:
    """Return the help a command line asks for, in the form that suits its reader.

    short: leave out what is the same in every app, and say where it is.
    """
    parsed = session.parsed
    runtime = session.runtime.replace(name=line(program_words(session.runtime)))  # its lines can be pasted
    if parsed.command is not None:
        page = command_page(runtime, parsed.command)
    else:
        page = group_page(runtime, parsed.group or runtime.catalog.root, parsed.path)
    page = presented(session.runtime, _shortened(page) if short else page)
    form = help_form(session)
    if form == "json":
        return _json(page, indent=2 if session.streams.stdout_tty else None)
    if form == "human":
        from tooli.render.help import help_page

        return help_page(page, width=session.streams.width(), color=session.color)
    from tooli.render.help_text import agent, plain

    return agent(page) if form == "agent" else plain(page, width=session.streams.width())


def _shortened(page: HelpPage) -> HelpPage:
    rest = "options" if page.builtins is None else "options and built-in commands"
    told = f"{page.name} --help shows {rest} too."
    return page.replace(global_options=None, builtins=None, epilog=told)


def help_form(session: Session) -> str:
    """Say how help is printed: json, agent, human or plain. JSON only for those who ask for it."""
    asked = session.parsed.flags.get("output")
    if asked in ("json", "jsonl"):
        return "json"
    if "help-agent" in session.parsed.flags:
        return "agent"
    if session.mode in ("text", "plain"):
        return "plain"
    if session.caller.is_agent:
        return "agent"
    return "human" if session.mode == "human" else "plain"


def _json(page: HelpPage, indent: int | None) -> str:
    import json

    from tooli.render.help_page import document

    return json.dumps(document(page), ensure_ascii=False, indent=indent) + "\n"


def command_page(runtime: Runtime, command: Command) -> HelpPage:
    """Return the page of a command."""
    alone = runtime.catalog.single == command.path
    called = runtime.name if alone else f"{runtime.name} {spelling(runtime.catalog, command)}"
    taken = option_table(command)
    prefix = runtime.settings.get("env_prefix")
    panels = [*param_panels(command, prefix), *_error_panel(command)]
    return HelpPage(
        kind="command",
        name=called,
        version=command.version or (runtime.version if alone else ""),
        usage=usage(called, command, options=True),
        call=usage(called, command, options=False),
        description=_description(command) or (runtime.description if alone else ""),
        deprecated=deprecation(command.deprecated),
        aliases=command.aliases,
        when_to_use=command.when_to_use or "",
        returns=_returns(command),
        panels=tuple(panels),
        examples=tuple(_examples(called, command)),
        behavior=tuple(_behavior(command, spelling_of("yes", taken))),
        notes=(*_notes(command), *_pipes(runtime, command), *_versions(runtime, command)),
        environment=f"{prefix}_NAME in the environment sets the param NAME of any command" if prefix else "",
        epilog=cleandoc(command.epilog or ""),
        global_options=global_panel(taken, app=alone),
        builtins=_builtins(runtime, prefix="tooli ") if alone else None,
        agent_flags=agent_flags(taken, (*_pointless(command), *(() if alone else EVERYWHERE))),
    )


def group_page(runtime: Runtime, group: Group, path: tuple[str, ...]) -> HelpPage:
    """Return the page of a group, or of the app when the path is empty."""
    called = " ".join((runtime.name, *path))
    return HelpPage(
        kind="group" if path else "app",
        name=called,
        version="" if path else runtime.version,
        usage=f"{called} [OPTIONS] COMMAND [ARGS]...",
        call=f"{called} COMMAND",
        description=cleandoc(group.help or ("" if path else runtime.description)),
        panels=tuple(command_panels(runtime.catalog, group, path)),
        global_options=global_panel((), app=not path),
        builtins=None if path else _builtins(runtime),
        agent_flags=agent_flags((), ("dry-run",)),
    )


def _builtins(runtime: Runtime, prefix: str = "") -> HelpPanel | None:
    """Return the panel of the commands that every app has, as far as the app's own leave them their names."""
    if runtime.builtins is None:
        return None
    own, root = runtime.catalog.root, runtime.builtins(runtime).catalog.root
    rows = tuple(
        HelpRow(
            kind="command", names=(f"{'tooli ' if name in own.children else prefix}{name}",), help=node.help
        )
        for name, node in root.children.items()
        if name != "tooli" and isinstance(node, Lazy)
    )
    return HelpPanel(title="Built-in commands", rows=rows) if rows else None


def _description(command: Command) -> str:
    return cleandoc(command.help) if command.help is not None else command.doc.description


def _returns(command: Command) -> str:
    if command.returns is None:
        return ""
    shown = type_text(command.returns)
    return "" if shown in ("any", "null") else shown


def _examples(called: str, command: Command) -> Iterator[HelpExample]:
    for example in command.examples:
        arguments = example["args"]
        given = arguments if isinstance(arguments, str) else shlex.join(str(word) for word in arguments)
        yield HelpExample(line=f"{called} {given}".rstrip(), description=str(example.get("description", "")))


def _behavior(command: Command, yes: str) -> Iterator[str]:
    """Say what running a command does, as far as that was declared."""
    hints = command.behavior
    declared = command.annotations is not None or command.capabilities
    if declared and ReadOnly in hints:
        yield "read-only"
    if command.destructive:
        yield f"destructive: needs {yes}"
    if declared and Idempotent in hints:
        yield "idempotent"
    if declared and OpenWorld in hints:
        yield "uses the network"
    if command.requires_approval or command.human_in_the_loop or command.danger_level == "critical":
        yield "needs a person's approval"
    if command.auth:
        yield f"needs the scopes {', '.join(command.auth)}"
    if command.timeout is not None:
        yield f"gives up after {command.timeout:g} s"


def _pointless(command: Command) -> tuple[str, ...]:
    """Return the flags that do nothing for a command."""
    return () if has_dry_run(command) and not command.read_only else ("dry-run",)


def _versions(runtime: Runtime, command: Command) -> Iterator[str]:
    """Name the other versions of a command."""
    others = other_versions(runtime.catalog, command) if command.version else ()
    if others:
        yield f"other versions: {', '.join(others)}"


def _pipes(runtime: Runtime, command: Command) -> Iterator[str]:
    """Say what can be piped into a command, and whom its own items feed."""
    told = pipes(runtime.catalog, command)
    if "param" in told:
        of = f"{told['field']} of " if "field" in told else ""
        by = f", as of {', '.join(told['from'])}" if "from" in told else ""
        unit = "line" if "format" in told else "item"
        yield f"{told['param']} may be piped in: - takes {of}each {unit}{by}"
    if "to" in told:
        yield f"can be piped to {', '.join(told['to'])}"


def _notes(command: Command) -> Iterator[str]:
    """Give the relations between params in the words of the command line."""
    for constraint in command.constraints:
        params = (command.param_by_name[name] for name in constraint.params)
        spelt = tuple(argument_name(param) if param.positional else long_name(param) for param in params)
        yield constraint.replace(params=spelt).describe()


def _error_panel(command: Command) -> Iterator[HelpPanel]:
    """Give the panel of the errors a command declares."""
    if not command.error_codes and not command.error_maps:
        return
    from tooli.model.raised import own_errors

    rows = []
    for error in own_errors(command):
        status = f"exit {error.exit_code}"
        rows.append(
            HelpRow(kind="error", names=(error.code,), takes=status, metavar=status, help=error.message)
        )
    yield HelpPanel(title="Errors", rows=tuple(rows))
