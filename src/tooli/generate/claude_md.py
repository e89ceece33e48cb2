"""CLAUDE.md: the least a coding agent has to know of an app, in a file that it always reads."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tooli.generate.fitting import fitting
from tooli.generate.markdown import markdown
from tooli.generate.page import Block, Bullets, Code, Heading, Listing, Page, Paragraph, Text, joined, marked
from tooli.generate.sections import names_of, own_sections, rules

if TYPE_CHECKING:
    from tooli.generate.described import DescribedApp, DescribedCommand

MOST = 1000
"""Tokens of a CLAUDE.md."""
_SAMPLES = {"int": "1", "float": "1.0", "bool": "True", "list": "[]", "dict": "{}"}
"""What stands for a value in Python, by its kind."""


def claude_md(app: DescribedApp) -> str:
    """Return the CLAUDE.md of an app."""
    return fitting([partial(_printed, app, depth) for depth in ("lines", "names", "tasks", "few")], MOST)


def _printed(app: DescribedApp, depth: str) -> str:
    blocks: list[Block] = [Heading(1, app.name), Paragraph(app.about), Heading(2, "Commands")]
    blocks += [Bullets(tuple(_commands(app, depth)))]
    blocks += [*_invocation(app), *_python(app)]
    own = rules(app)
    if own:
        blocks += [Heading(2, "Rules"), Bullets(tuple(own))]
    return markdown(Page((*blocks, *own_sections(app))))


def _commands(app: DescribedApp, depth: str) -> Iterator[Text]:
    tasks = list(app.by_task.items())
    for task, commands in tasks[:30] if depth == "few" else tasks:
        if depth == "lines":
            for described in commands:
                told = f": {described.command.summary}" if described.command.summary else ""
                yield (Code(described.page.call), told, *_warned(described))
        elif depth == "names":
            yield joined((task, names_of(task, commands)), ": ")
        else:
            yield f"{task}: {len(commands)} commands"


def _warned(described: DescribedCommand) -> Iterator[str | Code]:
    if described.yes:
        yield " (destructive, needs "
        yield Code(described.yes)
        yield ")"


def _invocation(app: DescribedApp) -> Iterator[Block]:
    yield Heading(2, "Agent Invocation")
    yield Paragraph(marked("Set `TOOLI_CALLER=claude-code` and read the JSON:"))
    shown = next(
        (e.line for c in app.commands if not c.yes for e in c.examples), f"{app.program} --help-agent"
    )
    yield Listing(f"$ TOOLI_CALLER=claude-code {shown}", "console")
    yield Paragraph(
        marked(
            "Check `ok`; on failure follow `error.suggestion`. `{one} --help-agent` says how a command is "
            "called, `{find}` which one fits.",
            one=app.program if app.single else f"{app.program} COMMAND",
            find=app.built_in("search-tools WORDS"),
        )
    )


def _python(app: DescribedApp) -> Iterator[Block]:
    if not app.commands:
        return
    yield Heading(2, "Python API")
    module, variable = app.source or ("", "app")
    lines = [f"from {module} import {variable}", ""] if module else []
    lines += [
        f"result = {variable}.call({_arguments(app.commands[0])})",
        "result.unwrap()  # raises what went wrong",
    ]
    yield Listing("\n".join(lines), "python")
    yield Paragraph(
        marked(
            "`result.ok`, `result.result` and `result.error` are the envelope's; nothing is printed and "
            "nothing exits."
        )
    )


def _arguments(described: DescribedCommand) -> str:
    given = [json.dumps(described.name)]
    for param in described.command.params:
        if param.required:
            shape = param.shape.inner
            sample = _SAMPLES.get(shape.kind, '"…"')
            if shape.choices:
                sample = json.dumps(getattr(shape.choices[0], "value", shape.choices[0]))
            given.append(f"{param.name}={sample}")
    return ", ".join(given)
