"""SKILL.md: what an agent reads before it uses an app, and the reference files of a large one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tooli.execute.tokens import estimate
from tooli.generate.file_names import file_names
from tooli.generate.fitting import fitting
from tooli.generate.frontmatter import frontmatter
from tooli.generate.markdown import markdown
from tooli.generate.page import (
    Block,
    Bullets,
    Code,
    Heading,
    Link,
    Listing,
    Page,
    Paragraph,
    Text,
    joined,
    marked,
)
from tooli.generate.sections import (
    behavior,
    common_failures,
    composition,
    example,
    exit_codes,
    governance,
    integration,
    names_of,
    own_sections,
    params,
    recovery,
    rules,
    section,
)
from tooli.render.help_text import sentence

if TYPE_CHECKING:
    from tooli.generate.described import DescribedApp, DescribedCommand

FULL_COMMANDS = 20
"""Commands up to which a skill holds all there is to say of each."""
MOST = 5000
"""Tokens of a skill that holds everything."""
MOST_INDEX = 3000
"""Tokens of a skill that says where everything is."""
MOST_TASKS = 40
"""Tasks that the shortest index names."""
CALLERS = {"generic-skill": "your-name", "claude-skill": "claude", "claude-code": "claude-code"}
"""Who reads each form of a skill."""
_COMMON = frozenset({0, 2, 10, 20, 30, 50, 70, 75, 101})
"""Exit codes that the shorter forms name."""


def skill(app: DescribedApp, target: str = "generic-skill", *, references: bool = False) -> str:
    """Return the SKILL.md of an app.

    references: whether the files of `reference_files` lie beside it.
    """
    if needs_references(app):
        depths = ("lines", "names", "tasks", "few")
        return fitting([partial(_index, app, target, references, depth) for depth in depths], MOST_INDEX)
    silent = _silent(app)
    return fitting(
        [partial(_whole, app, target, "full"), partial(_whole, silent, target, "full")]
        if estimate(_whole(silent, target, "full")) <= MOST
        else [partial(_whole, silent, target, "short")],
        MOST,
    )


def needs_references(app: DescribedApp) -> bool:
    """Whether an app is too large for one file."""
    if len(app.commands) > FULL_COMMANDS:
        return True
    return estimate(_whole(_silent(app), "generic-skill", "short")) > MOST


def _silent(app: DescribedApp) -> DescribedApp:
    """Return an app whose examples were not run: what they print does not decide on the form."""
    return app.replace(
        commands=tuple(
            described.replace(examples=tuple(shown.replace(output="") for shown in described.examples))
            for described in app.commands
        )
    )


def reference_files(app: DescribedApp) -> dict[str, str]:
    """Return the reference files of a large app by their names: one for each task."""
    return {
        name: markdown(Page((Heading(1, sentence(task)), *_commands(app.by_task[task], 2, "full"))))
        for task, name in reference_names(app).items()
    }


def reference_names(app: DescribedApp) -> dict[str, str]:
    """Return the name of each task's reference file."""
    return file_names(app.by_task)


def _whole(app: DescribedApp, target: str, depth: str) -> str:
    blocks = [*_opening(app), *_quick_start(app)]
    for task, commands in app.by_task.items():
        blocks += [Heading(2, sentence(task)), *_commands(commands, 3, depth)]
    blocks += section("Working with several commands", composition(app))
    blocks += _closing(app, target, full=depth == "full")
    return _printed(app, blocks)


def _index(app: DescribedApp, target: str, references: bool, depth: str) -> str:
    blocks = [*_opening(app), *_quick_start(app, output=depth == "lines")]
    blocks += [Heading(2, "Commands"), _where(app, references), *_listing(app, references, depth)]
    if depth == "lines":
        blocks += section("Working with several commands", composition(app))
    blocks += _closing(app, target, full=False, governed=depth == "lines")
    return _printed(app, blocks)


def _printed(app: DescribedApp, blocks: list[Block]) -> str:
    return f"{frontmatter(app)}\n\n{markdown(Page(tuple(blocks)))}"


def _opening(app: DescribedApp) -> Iterator[Block]:
    yield Heading(1, app.name)
    yield Paragraph(app.about)


def _quick_start(app: DescribedApp, *, output: bool = True) -> Iterator[Block]:
    yield Heading(2, "Quick start")
    safe = [c for c in app.commands if c.command.read_only and not c.yes]
    first = next((e for c in (*safe, *app.commands) if not c.yes for e in c.examples), None)
    if first is not None:
        shown = example(first.replace(output=first.output if output else ""))
        yield Listing(shown.text.split("\n", 1)[1] if first.description else shown.text, "console")
    else:
        yield Listing(f"$ {app.program} --help-agent", "console")
    yield Paragraph(
        marked(
            'An answer is one JSON object: `{"ok": true, "result": …, "meta": …}`, or '
            '`{"ok": false, "error": {"code", "message", "field", "suggestion"}}`. Look at `ok` first. '
            "Streams answer with one JSON item a line. `{one} --help-agent` shows a command in few words, "
            "`--schema` its types.",
            one=app.program if app.single else f"{app.program} COMMAND",
        )
    )
    if app.environment:
        yield Paragraph(app.environment)


def _commands(commands: list[DescribedCommand], level: int, depth: str) -> Iterator[Block]:
    for described in commands:
        yield Heading(level, described.name)
        yield from command_blocks(described, depth)


def command_blocks(described: DescribedCommand, depth: str = "full") -> Iterator[Block]:
    """Give all there is to say of a command; `short` leaves out what can be found out by calling it."""
    page = described.page
    text = page.description if depth == "full" else page.description.strip().split("\n\n", 1)[0]
    for paragraph in text.strip().split("\n\n"):
        if paragraph.strip():
            yield Paragraph(paragraph)
    if page.deprecated:
        yield Paragraph("Deprecated." if page.deprecated == "yes" else f"Deprecated: {page.deprecated}")
    if page.when_to_use:
        yield Paragraph(("Use it when: ", page.when_to_use))
    yield Paragraph((Code(page.call), *((" gives ", Code(page.returns)) if page.returns else ())))
    yield from params(described)
    told = behavior(described)
    if told:
        yield Paragraph(told)
    for shown in described.examples if depth == "full" else described.examples[:1]:
        yield example(shown if depth == "full" else shown.replace(output="", description=""))
    yield from recovery(described if depth == "full" else described.replace(failures=()))


def _where(app: DescribedApp, references: bool) -> Paragraph:
    text = "`{find}` finds one by what it is for; `{program} COMMAND --help-agent` says how to call it."
    if references:
        text = "Read the file of a task before using its commands; `{find}` finds one by what it is for."
    told = marked(text, find=app.built_in("search-tools WORDS"), program=app.program)
    return Paragraph((f"{len(app.commands)} commands. ", *told))


def _listing(app: DescribedApp, references: bool, depth: str) -> Iterator[Block]:
    files = reference_names(app)
    items: list[Text] = []
    for task, commands in app.by_task.items():
        title = sentence(task)
        head: Text = (Link(title, f"references/{files[task]}"),) if references else title
        if depth == "lines":
            yield Paragraph(joined((head, f"({len(commands)}):")))
            yield Bullets(tuple((Code(c.call), f": {c.command.summary}") for c in commands))
        elif depth == "names":
            items.append(joined((head, names_of(task, commands)), ": "))
        else:
            items.append(joined((head, f"({len(commands)})")))
    if depth == "few" and len(items) > MOST_TASKS:
        items = [*items[:MOST_TASKS], f"and {len(items) - MOST_TASKS} more tasks"]
    if items:
        yield Bullets(tuple(items))


def _closing(app: DescribedApp, target: str, *, full: bool, governed: bool = True) -> Iterator[Block]:
    yield Heading(2, "When something goes wrong")
    yield Paragraph(
        marked(
            "The exit code says what to do. `error.suggestion` holds the corrected call: run its `example` "
            "as it is when `applicability` is `machine_applicable`, and look at it first otherwise. "
            "`error.is_retryable` says whether trying again can help."
        )
    )
    yield exit_codes(among=None if full else _COMMON)
    if full:
        yield from common_failures(app)
    if governed:
        yield from section("Governance", governance(app))
    yield Heading(2, "Agent Integration")
    if target == "claude-code":
        yield Paragraph(marked("Call it as `TOOLI_CALLER=claude-code {program} …`.", program=app.program))
    else:
        yield from integration(app, CALLERS[target])
    own = rules(app)
    if own:
        yield Heading(2, "Rules")
        yield Bullets(tuple(own))
    yield from own_sections(app)
