"""AGENTS.md: the commands of an app for agents that read a project's own notes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tooli.generate.fitting import fitting
from tooli.generate.markdown import markdown
from tooli.generate.page import Block, Bullets, Code, Heading, Listing, Page, Paragraph, Text, joined, marked
from tooli.generate.sections import behavior, exit_codes, names_of, own_sections, params, recovery, rules

if TYPE_CHECKING:
    from tooli.generate.described import DescribedApp, DescribedCommand

MOST = 4000
"""Tokens of an AGENTS.md."""
_ENVELOPES = """\
{"ok": true, "result": …, "meta": {"tool": …, "version": …, "duration_ms": …}}
{"ok": false, "error": {"code": …, "category": …, "message": …, "field": …, "suggestion": …}, "meta": …}
"""
_EXITS = frozenset({0, 2, 10, 20, 30, 40, 50, 70, 75, 101})


def agents_md(app: DescribedApp) -> str:
    """Return the AGENTS.md of an app."""
    depths = ("full", "short", "brief", "lines", "names", "tasks")
    return fitting([partial(_printed, app, depth) for depth in depths], MOST)


def _printed(app: DescribedApp, depth: str) -> str:
    blocks: list[Block] = [Heading(1, "AGENTS.md"), Heading(2, "Project Overview"), *_overview(app)]
    blocks.append(Heading(2, "Available Commands"))
    if depth in ("full", "short", "brief"):
        for described in app.commands:
            blocks += [Heading(3, described.name), *_command(described, depth)]
    else:
        blocks += _listed(app, depth)
    blocks += [
        Heading(2, "Output Format"),
        *_output(),
        Heading(2, "Important Rules"),
        Bullets(tuple(_rules(app))),
    ]
    blocks += own_sections(app)
    return markdown(Page(tuple(blocks)))


def _overview(app: DescribedApp) -> Iterator[Block]:
    yield Paragraph(joined((app.about, f"(version {app.version})")))
    yield Paragraph(
        marked(
            "It is called as `{program}`. Every command answers in JSON, says its schema with `--schema` and "
            "itself in few words with `--help-agent`.",
            program=app.program,
        )
    )
    if app.environment:
        yield Paragraph(app.environment)


def _command(described: DescribedCommand, depth: str) -> Iterator[Block]:
    page = described.page
    yield Paragraph(page.description.strip().split("\n\n", 1)[0] or described.name)
    yield Paragraph(("Usage: ", Code(page.call)))
    if depth == "full" and described.examples:
        yield Listing(f"$ {described.examples[0].line}", "console")
    found = list(params(described, help=depth != "brief"))
    if found:
        yield Paragraph("Parameters:")
        yield from found
    yield Paragraph(
        (
            "Output: ",
            Code(page.returns or "any"),
            " as ",
            Code("result"),
            "." if not described.command.is_stream else ", one item a line.",
        )
    )
    told = behavior(described)
    if told:
        yield Paragraph(("Behavior: ", told))
    yield from recovery(described if depth == "full" else described.replace(failures=()))


def _listed(app: DescribedApp, depth: str) -> Iterator[Block]:
    yield Paragraph(
        marked(
            "`{find}` finds a command by what it is for; `{program} COMMAND --help-agent` says how to "
            "call it.",
            find=app.built_in("search-tools WORDS"),
            program=app.program,
        )
    )
    items: list[Text] = []
    for task, commands in app.by_task.items():
        if depth == "lines":
            items += [(Code(c.call), f": {c.command.summary}") for c in commands]
        else:
            told = names_of(task, commands) if depth == "names" else f"{len(commands)} commands"
            items.append(joined((task, told), ": "))
    yield Bullets(tuple(items[:60] if depth == "tasks" else items))


def _output() -> Iterator[Block]:
    yield Listing(_ENVELOPES, "json")
    yield Paragraph("The exit code says what to do:")
    yield exit_codes(among=_EXITS)


def _rules(app: DescribedApp) -> Iterator[Text]:
    yield marked("Look at `ok` before you use `result`.")
    yield marked("Ask for less: `--limit N`, `--select a,b`, `--filter EXPR`, `--max-tokens N`.")
    if any(described.dry_run for described in app.commands):
        yield marked("Look at a change with `--dry-run` before you make it.")
    if any(described.yes for described in app.commands):
        yield marked("Destructive commands need `--yes`; give it only when the person has agreed.")
    yield marked("Set `TOOLI_CALLER` to your name, so that answers suit you.")
    yield from rules(app)
