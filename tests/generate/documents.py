"""Every document of an app by its name, and what a reader finds in one: headings, links, command lines."""

from __future__ import annotations

import re
import shlex
from functools import cache

from markdown_it import MarkdownIt

from tooli.execute import Runtime
from tooli.generate.agents_md import agents_md
from tooli.generate.claude_md import claude_md
from tooli.generate.llms_txt import llms_full, llms_txt
from tooli.generate.man import man
from tooli.generate.reference import reference
from tooli.generate.skill import skill
from tooli.surfaces.cli.described import described_app

PROGRAM = "tool"
_READER = MarkdownIt("commonmark").enable("table")


@cache
def documents(runtime: Runtime) -> dict[str, str]:
    app = described_app(runtime, PROGRAM)
    return {
        "SKILL.md": skill(app),
        "claude-code": skill(app, "claude-code"),
        "claude-skill": skill(app, "claude-skill"),
        "AGENTS.md": agents_md(app),
        "CLAUDE.md": claude_md(app),
        "llms.txt": llms_txt(app),
        "llms-full.txt": llms_full(app),
        "markdown": reference(app),
        "man": man(app, "2026-11-15"),
    }


def body(text: str) -> str:
    """Return a document without the head of a skill."""
    return text.split("---\n", 2)[2] if text.startswith("---\n") else text


def headings(text: str) -> list[tuple[int, str]]:
    """Return the headings that a Markdown reader sees."""
    tokens = _READER.parse(body(text))
    return [
        (int(token.tag[1]), "".join(child.content for child in tokens[index + 1].children or ()))
        for index, token in enumerate(tokens)
        if token.type == "heading_open"
    ]


def kinds(text: str) -> set[str]:
    """Return the kinds of pieces that a Markdown reader sees."""
    tokens = _READER.parse(body(text))
    return {part.type for token in tokens for part in (token, *(token.children or ()))}


def links(text: str) -> list[str]:
    """Return where the links of a Markdown document lead."""
    parts = [part for token in _READER.parse(body(text)) for part in token.children or ()]
    return [str(part.attrs["href"]) for part in parts if part.type == "link_open"]


def command_lines(text: str) -> list[list[str]]:
    """Return the words of the command lines at a prompt, without the program."""
    shown = [
        line[2:]
        for token in _READER.parse(body(text))
        if token.type == "fence" and token.info == "console"
        for line in token.content.split("\n")
        if line.startswith("$ ")
    ]
    return [shlex.split(line.removeprefix("TOOLI_CALLER=claude-code "))[1:] for line in shown]


def flags(text: str) -> set[str]:
    """Return whatever looks like a flag."""
    plain = text.replace(r"\-", "-").replace(r"\fR", " ").replace(r"\fB", " ")
    return set(re.findall(r"(?<![\w-])--[a-z][\w.-]*[a-z0-9]", plain))
