"""Help pages as text: `plain` for pipes, logs and `--plain`, `agent` in as few words as a call needs.

It may import `types`, `text` and `help_page` only: no rich, no surfaces.
"""

from __future__ import annotations

from collections.abc import Iterator
from re import match
from typing import TYPE_CHECKING

from tooli.render.text import GAP, breadth, visible, visible_lines

if TYPE_CHECKING:
    from tooli.render.help_page import HelpPage, HelpPanel, HelpRow

_INDENT = "  "
GLUE = "\ue000"
"""Stands for a space at which a line must not break, until it is folded."""
_GLUED = 30
_WIDEST_LEFT = 32
_WIDEST = 100
_NARROWEST = 40


def prose(text: str) -> list[str]:
    r"""Return a text as logical lines, to be folded by the printer: one for each flowing paragraph.

    Lists, indented lines, and what stands under a line with `\b` keep their lines.
    """
    lines: list[str] = []
    for paragraph in text.replace("\r\n", "\n").strip("\n").split("\n\n"):
        rows = paragraph.strip("\n").split("\n")
        kept = any(row.strip() == "\b" or match(r"\s|([-*+•>$#|]|\d+[.)])\s|>>> ", row) for row in rows)
        shown = [row for row in rows if row.strip() != "\b"] if kept else [" ".join(paragraph.split())]
        found = visible_lines("\n".join(shown))
        if any(line.strip() for line in found):
            lines += ["", *found]
    return lines[1:]


def one_line(text: str) -> str:
    """Return a text on one line."""
    return visible(" ".join(text.replace("\b", " ").split()))


def written(row: HelpRow) -> str:
    """Return how people see a row's names: `-r, --root`, `--color / --no-color`."""
    names = visible(", ".join(row.names))
    return f"{names} / {visible(', '.join(row.negatives))}" if row.negatives else names


def stepped(panel: HelpPanel) -> bool:
    """Whether long names stand below each other, because some rows have short ones too."""
    return any(_is_short(row.names[0]) for row in panel.rows)


def _is_short(name: str) -> bool:
    return name.startswith("-") and not name.startswith("--")


def step(row: HelpRow) -> str:
    """Return the room that a row without a short name leaves for one."""
    return "" if _is_short(row.names[0]) else "    "


def bracketed(detail: str) -> str:
    """Return a detail in brackets; a short one stays on one line."""
    shown = f"[{visible(detail)}]"
    return shown.replace(" ", GLUE) if len(shown) <= _GLUED else shown


def remarks(page: HelpPage) -> Iterator[str]:
    """Give the sentences that stand below a page's panels."""
    if page.behavior:
        yield f"{sentence(', '.join(page.behavior))}."
    for note in page.notes:
        yield f"{sentence(note)}."
    if page.environment:
        yield f"{page.environment}."
    if page.aliases:
        yield f"Also called {', '.join(page.aliases)}."


def sentence(text: str) -> str:
    """Return a text that starts with a capital letter, where it starts with a word."""
    return text if text.startswith("-") else text[:1].upper() + text[1:]


def deprecation(page: HelpPage) -> str:
    """Return what a page says of its deprecation."""
    return "Deprecated." if page.deprecated == "yes" else f"Deprecated: {one_line(page.deprecated)}"


def plain(page: HelpPage, *, width: int) -> str:
    """Return a page as text without colour or boxes, within `width` where words allow."""
    room = max(_NARROWEST, min(width, _WIDEST))
    blocks = [_folded(f"Usage: {one_line(page.usage)}", room, "       ")]
    if page.deprecated:
        blocks.append(_folded(deprecation(page), room))
    if page.description.strip():
        blocks.append(_prose(page.description, room))
    blocks += [_panel(panel, room) for panel in page.panels]
    if page.examples:
        blocks.append(_examples(page))
    found = list(remarks(page))
    if found:
        blocks.append([line for remark in found for line in _folded(visible(remark), room)])
    if page.epilog.strip():
        blocks.append(_prose(page.epilog, room))
    if page.global_options is not None:
        blocks.append(_panel(page.global_options, room))
    if page.builtins is not None:
        blocks.append(_panel(page.builtins, room))
    return "\n".join("".join(line + "\n" for line in block) for block in blocks if block)


def _prose(text: str, room: int) -> list[str]:
    return [folded for line in prose(text) for folded in _folded(line, room, _indent_of(line))]


def _indent_of(line: str) -> str:
    return " " * (len(line) - len(line.lstrip()))


def _folded(line: str, room: int, indent: str = "") -> list[str]:
    """Break a line at spaces; a word that is longer than the line stays whole, to be copied."""
    if breadth(line) <= room:
        return [line.replace(GLUE, " ")]
    lines, current = [], _indent_of(line)
    for word in line.split():
        if current.strip() and breadth(current) + 1 + breadth(word) > room:
            lines.append(current)
            current = indent + word
        else:
            current = f"{current} {word}" if current.strip() else current + word
    return [part.replace(GLUE, " ") for part in (*lines, current)]


def _panel(panel: HelpPanel, room: int) -> list[str]:
    lines = [f"{visible(panel.title)}:"]
    aligned = stepped(panel)
    lefts = [_left(row, aligned) for row in panel.rows]
    fitting = [breadth(left) for left in lefts if breadth(left) <= min(_WIDEST_LEFT, room // 2)]
    column = len(_INDENT) + max(fitting, default=8) + GAP
    for row, left in zip(panel.rows, lefts, strict=True):
        right = _folded(_right(row), room - column) if _right(row) else []
        if right and len(_INDENT) + breadth(left) + GAP <= column:
            lines.append(_INDENT + left + " " * (column - len(_INDENT) - breadth(left)) + right.pop(0))
        else:
            lines.append(_INDENT + left)
        lines += [" " * column + part for part in right]
    return lines


def _left(row: HelpRow, aligned: bool) -> str:
    shown = f"{written(row)} {one_line(row.metavar)}".rstrip()
    return step(row) + shown if aligned else shown


def _right(row: HelpRow) -> str:
    return " ".join(part for part in (one_line(row.help), *map(bracketed, row.details)) if part)


def _examples(page: HelpPage) -> list[str]:
    lines = ["Examples:"]
    for example in page.examples:
        if example.description:
            lines.append(f"{_INDENT}# {one_line(example.description)}")
        lines.append(f"{_INDENT}{visible(example.line)}")
    return lines


def agent(page: HelpPage) -> str:
    """Return the fewest words that let an agent call a command right, or choose one."""
    lines = [one_line(page.call) + (f" -> {one_line(page.returns)}" if page.returns else "")]
    if page.deprecated:
        lines.append(deprecation(page))
    lines += [one_line(page.description.strip().split("\n\n", 1)[0])]
    if page.when_to_use:
        lines.append(f"Use when: {one_line(page.when_to_use)}")
    errors = []
    for row in (row for panel in page.panels for row in panel.rows):
        if row.kind == "error":
            errors.append(f"{visible(row.names[0])} {one_line(row.help)} ({one_line(row.takes)})")
        elif row.kind != "field":
            lines.append(_agent_row(row))
    if errors:
        lines.append(f"Errors: {'; '.join(errors)}")
    if page.examples:
        lines.append(f"Example: {visible(page.examples[0].line)}")
    lines += _agent_remarks(page)
    return "".join(line + "\n" for line in lines if line)


def _agent_row(row: HelpRow) -> str:
    # Short letters are for fingers: a long name says what it does.
    name = next((name for name in row.names if name.startswith("--")), row.names[0])
    switched_on = row.default is not None and row.negatives
    names = visible(name + (f"/{row.negatives[0]}" if switched_on else ""))
    facts = (
        "" if row.takes == "str" and row.kind == "argument" else one_line(row.takes),
        "repeatable" if row.repeatable else "",
        visible(row.bounds),
        f"={visible(row.default)}" if row.default is not None else "",
        f"env {visible(','.join(row.declared_env))}" if row.declared_env else "",
        "deprecated" if row.deprecated else "",
    )
    shown = " ".join((names, *(fact for fact in facts if fact)))
    named = row.kind == "group" and "|" in row.takes  # its commands' names say more than a summary
    if row.help.strip() and not named:
        return f"{shown}: {one_line(row.help)}"
    return "" if shown == row.names[0] and row.kind == "argument" else shown  # the first line has named it


def _agent_remarks(page: HelpPage) -> Iterator[str]:
    found = [*page.notes, *page.behavior]
    if found:
        yield f"{sentence(visible('; '.join(found)))}."
    flags = page.agent_flags if page.kind == "command" else ("--help", *page.agent_flags)
    if flags:
        yield f"Flags: {visible(' '.join(flags))}"
