"""llms.txt: a list of links for models that read a site, and llms-full.txt, which holds what they lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tooli.generate.file_names import file_names
from tooli.generate.markdown import markdown
from tooli.generate.page import Bullets, Heading, Link, Page, Paragraph, Quote, marked
from tooli.generate.reference import reference_blocks
from tooli.render.help_text import one_line, sentence

if TYPE_CHECKING:
    from tooli.generate.described import DescribedApp
    from tooli.generate.page import Block


def llms_txt(app: DescribedApp, base: str = "") -> str:
    """Return the list: a heading, a summary, and one link for each command under its task."""
    names = file_names(c.name for c in app.commands)
    blocks: list[Block] = [
        Heading(1, app.name),
        Quote(app.about),
        Paragraph(
            marked(
                "Called as `{program}`; answers are JSON. `{program} --schema` gives every type, "
                "`{mcp}` serves the commands as MCP tools.",
                program=app.program,
                mcp=app.built_in("mcp serve"),
            )
        ),
    ]
    for task, commands in app.by_task.items():
        items = [
            (
                Link(c.name, f"{base}commands/{names[c.name]}"),
                f": {one_line(c.command.summary)}" if c.command.summary else "",
            )
            for c in commands
        ]
        blocks += [Heading(2, sentence(task)), Bullets(tuple(items))]
    whole = (Link("Everything", f"{base}llms-full.txt"), ": every command in one file")
    return markdown(Page((*blocks, Heading(2, "Optional"), Bullets((whole,)))))


def llms_full(app: DescribedApp) -> str:
    """Return what the links of `llms_txt` lead to, in one document."""
    return markdown(Page((Heading(1, app.name), Quote(app.about), *reference_blocks(app))))
