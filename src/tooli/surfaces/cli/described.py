"""An app as documents describe it: every listed command with its page, its relations and its examples."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tooli.generate.described import DescribedApp, DescribedCommand, ShownExample, Step
from tooli.generate.tasks import task_of
from tooli.model.dry_run import has_dry_run
from tooli.model.listing import listed_commands
from tooli.schema.json_schema import output_schema
from tooli.schema.pipes import pipes
from tooli.surfaces.cli.flag_help import global_panel, spelling_of
from tooli.surfaces.cli.help import command_page
from tooli.surfaces.cli.param_rows import by_length
from tooli.surfaces.cli.parser import option_table
from tooli.surfaces.cli.program import line, program_words
from tooli.surfaces.cli.usage import argument_usage

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.model import Command, Param
    from tooli.render.help_page import HelpPage

NEEDS_A_PERSON = "needs a person's approval"
_EXISTING = {"exists": "has to exist", "writable": "writable", "readable": "readable"}


def described_app(
    runtime: Runtime, program: str | None = None, outputs: Mapping[str, str] | None = None
) -> DescribedApp:
    """Return what documents say of an app.

    program: what its command lines begin with; by default what started it.
    outputs: what examples printed, by their command lines.
    """
    called = program or line(program_words(runtime))
    commands = list(listed_commands(runtime.catalog))
    earlier = _earlier(commands)
    settings = runtime.settings
    prefix = settings.get("env_prefix")
    return DescribedApp(
        name=runtime.name,
        version=runtime.version,
        description=runtime.description,
        program=called,
        commands=tuple(_command(runtime, one, called, earlier, outputs or {}) for one in commands),
        single=runtime.catalog.single is not None,
        taken=frozenset(runtime.catalog.root.children),
        triggers=tuple(settings.get("triggers", ())),
        anti_triggers=tuple(settings.get("anti_triggers", ())),
        rules=tuple(settings.get("rules", ())),
        sections=dict(settings.get("doc_sections", {})),
        environment=f"{prefix}_NAME in the environment sets the param NAME of any command." if prefix else "",
        global_options=global_panel((), app=True).rows,
        source=_source(runtime, commands),
    )


def _command(
    runtime: Runtime,
    command: Command,
    program: str,
    earlier: Mapping[str, list[Step]],
    outputs: Mapping[str, str],
) -> DescribedCommand:
    page = command_page(runtime.replace(name=program), command)
    taken = option_table(command)
    yes = spelling_of("yes", taken) if command.destructive else ""
    held_back = has_dry_run(command) and not command.read_only
    dry_run = spelling_of("dry-run", taken) if held_back else ""
    given = output_schema(command)
    return DescribedCommand(
        command=command,
        page=page,
        task=task_of(command),
        call=page.call.removeprefix(program).strip() or command.name,
        rules={name: rule for param in command.params for name, rule in _rule(param)},
        yes=yes,
        dry_run=dry_run,
        pages=command.is_stream or given.get("type") == "array",
        after=tuple(_step(handoff) for handoff in command.handoffs),
        before=tuple(earlier.get(command.name, ())),
        pipe=pipes(runtime.catalog, command),
        examples=tuple(_examples(page, yes, dry_run, outputs)),
        failures=tuple(_failures(command, page)),
    )


def _examples(page: HelpPage, yes: str, dry_run: str, outputs: Mapping[str, str]) -> Iterator[ShownExample]:
    for shown in page.examples:
        line = shown.line
        if yes and dry_run:  # what a reader tries out must destroy nothing
            given = re.sub(rf" (?:{re.escape(yes)}|-y)(?= |$)", "", line.removeprefix(page.name))
            line = f"{page.name} {dry_run}{given}"
        yield ShownExample(line=line, description=shown.description, output=outputs.get(shown.line, ""))


def example_words(command: Command, example: Mapping[str, Any]) -> list[str]:
    """Return the words of a declared example, without the program and the command's name."""
    arguments = example["args"]
    return shlex.split(arguments) if isinstance(arguments, str) else [str(word) for word in arguments]


def _rule(param: Param) -> Iterator[tuple[str, str]]:
    """Give what holds for a param's value beyond its type."""
    words = [said for name, said in _EXISTING.items() if param.settings.get(name)]
    if param.shape.inner.kind == "path":
        words += [] if param.settings.get("dir_okay", True) else ["no folder"]
        words += [] if param.settings.get("file_okay", True) else ["a folder"]
    if words:
        yield argument_usage(param) if param.positional else by_length(param.names)[0], ", ".join(words)


def _step(handoff: Mapping[str, str]) -> Step:
    return Step(command=handoff["command"].replace(".", " "), when=handoff.get("when", ""))


def _earlier(commands: list[Command]) -> dict[str, list[Step]]:
    """Return the handoffs from the other end: what each command may follow."""
    found: dict[str, list[Step]] = {}
    for command in commands:
        for step in map(_step, command.handoffs):
            target = step.command.partition("@")[0].replace("_", "-")
            found.setdefault(target, []).append(step.replace(command=command.name))
    return found


def _failures(command: Command, page: HelpPage) -> Iterator[str]:
    """Give the framework's codes that calling a command wrong would give."""
    params = command.params
    rows = [row for panel in page.panels for row in panel.rows if row.kind in ("argument", "option")]
    likely = {
        "E1010": command.destructive,
        "E1901": any(param.required for param in params),
        "E1903": any(row.bounds or row.takes not in ("", "str", "any", "path") for row in rows),
        "E1904": any(param.shape.inner.choices for param in params),
        "E1906": any(param.shape.input == "stdin" for param in params),
        "E1907": any(param.settings.get("exists") for param in params),
        "E1909": command.constraints,
        "E2001": command.auth,
        "E2903": NEEDS_A_PERSON in page.behavior,
        "E4901": command.timeout is not None,
    }
    yield from (code for code, is_likely in likely.items() if is_likely)


def _source(runtime: Runtime, commands: list[Command]) -> tuple[str, str] | None:
    """Return the module and the variable that hold the app, where the functions of its commands tell."""
    for command in commands:
        space = getattr(command.function, "__globals__", {})
        module = space.get("__name__", "")
        if module == "__main__":
            file = getattr(sys.modules.get("__main__"), "__file__", None) or ""
            spec = getattr(sys.modules.get("__main__"), "__spec__", None)
            module = spec.name.removesuffix(".__main__") if spec is not None else Path(file).stem
        for name, value in space.items():
            if (
                getattr(value, "_root", None) is runtime.catalog.root
                and module.replace(".", "_").isidentifier()
            ):
                return module, name
    return None
