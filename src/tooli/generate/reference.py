"""The reference: every command with all there is to say of it, as one document or as a file for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tooli.generate.file_names import file_names
from tooli.generate.markdown import markdown
from tooli.generate.page import Block, Code, Heading, Link, Page, Paragraph, Table, Terms, Text, codes, joined
from tooli.generate.sections import (
    VARIABLES,
    common_failures,
    composition,
    exit_codes,
    governance,
    own_sections,
    rules,
    section,
)
from tooli.generate.skill import command_blocks
from tooli.render.help_text import sentence

if TYPE_CHECKING:
    from tooli.generate.described import DescribedApp, DescribedCommand


def reference(app: DescribedApp) -> str:
    """Return the whole reference as one Markdown document."""
    head = (Heading(1, app.name), Paragraph(joined((app.about, f"(version {app.version})"))))
    return markdown(Page((*head, *reference_blocks(app))))


def reference_blocks(app: DescribedApp) -> Iterator[Block]:
    """Give every command under its task, and then what holds for all of them."""
    for task, commands in app.by_task.items():
        yield Heading(2, sentence(task))
        for described in commands:
            yield Heading(3, described.name)
            yield from command_blocks(described)
    yield from section("Working with several commands", composition(app))
    yield Heading(2, "Global options")
    yield Terms(
        tuple(_option(names, row.metavar, row.help) for row in app.global_options if (names := row.names))
    )
    yield Heading(2, "Exit codes")
    yield exit_codes()
    yield from common_failures(app)
    yield from section("Governance", governance(app))
    yield Heading(2, "Environment")
    if app.environment:
        yield Paragraph(app.environment)
    yield Terms(tuple(((Code(name),), said) for name, said in VARIABLES))
    own = rules(app)
    if own:
        yield Heading(2, "Rules")
        yield Terms(tuple((rule, "") for rule in own))
    yield from own_sections(app)


def _option(names: tuple[str, ...], metavar: str, help: str) -> tuple[Text, Text]:
    shown: Text = codes(names)
    return (joined((shown, metavar)) if metavar else shown), help


def reference_files(app: DescribedApp) -> dict[str, str]:
    """Return the reference as files by their paths: an index, and one for each command."""
    names = file_names(c.name for c in app.commands)
    files = {f"commands/{names[c.name]}": command_file(c) for c in app.commands}
    rows = tuple(
        ((Link(c.name, f"commands/{names[c.name]}"),), c.command.summary, c.task) for c in app.commands
    )
    index = (Heading(1, app.name), Paragraph(app.about), Table(("command", "what it does", "task"), rows))
    return {"index.md": markdown(Page(index)), **files}


def command_file(described: DescribedCommand) -> str:
    """Return the page of one command."""
    return markdown(Page((Heading(1, described.page.name), *command_blocks(described))))
