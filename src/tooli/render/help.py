"""Help pages for a person at a terminal: panels, colour, and no line wider than the screen.

Rich is imported inside the functions. Every text of a page is drawn as it is: none of it is markup.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tooli.render.help_text import (
    GLUE,
    bracketed,
    deprecation,
    one_line,
    prose,
    remarks,
    step,
    stepped,
    written,
)
from tooli.render.human import console
from tooli.render.text import GAP, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType
    from rich.text import Text

    from tooli.render.help_page import HelpExample, HelpPage, HelpPanel, HelpRow

_WIDEST = 100
_FRAME = 4
_MARK = 2
_STYLES = {"argument": "cyan", "error": "red"}


def help_page(page: HelpPage, *, width: int, color: bool) -> str:
    """Return a page as a person at a terminal sees it."""
    width = min(width, _WIDEST)
    screen = console(width=width, color=color)
    with screen.capture() as capture:
        for part in _parts(page, width):
            screen.print(part)
    shown = capture.get().replace(GLUE, " ")
    return "".join(line.rstrip() + "\n" for line in shown.split("\n")[:-1])


def _parts(page: HelpPage, width: int) -> Iterator[RenderableType]:
    from rich.text import Text

    yield Text()
    yield _usage(page, width)
    yield Text()
    yield from _lines([deprecation(page)] if page.deprecated else [], width, "yellow")
    yield from _lines(prose(page.description), width)
    for panel in page.panels:
        yield _panel(panel, width)
    if page.examples:
        yield _box("Examples", _examples(page.examples), width)
    yield from _lines([visible(remark) for remark in remarks(page)], width, "dim")
    yield from _lines(prose(page.epilog), width)
    if page.global_options is not None:
        yield _panel(page.global_options, width)
    if page.builtins is not None:
        yield _panel(page.builtins, width)


def _lines(lines: list[str], width: int, style: str = "") -> Iterator[RenderableType]:
    """Give lines of prose, and an empty one after them."""
    from rich.text import Text

    for line in lines:
        yield _indented(Text(line, style=style), width)
    if lines:
        yield Text()


def _indented(text: Text, width: int, indent: int = 1) -> RenderableType:
    from rich.padding import Padding

    if not text:
        return text  # a padded nothing has no line
    text.overflow = "fold"
    return Padding(text, (0, 0, 0, indent if width > indent else 0), expand=False)


def _usage(page: HelpPage, width: int) -> RenderableType:
    from rich.text import Text

    line = Text(overflow="fold").append("Usage: ", style="dim")
    name, usage = one_line(page.name), one_line(page.usage)
    if usage.startswith(name):
        line.append(name, style="bold").append(usage[len(name) :])
    else:
        line.append(usage)
    return _indented(line, width)


def _box(title: str, inside: RenderableType, width: int) -> RenderableType:
    from rich.box import ROUNDED
    from rich.panel import Panel
    from rich.text import Text

    return Panel(
        inside,
        box=ROUNDED,
        title=Text(visible(title), style="not dim bold"),
        title_align="left",
        border_style="dim",
        width=width,
    )


def _panel(panel: HelpPanel, width: int) -> RenderableType:
    """Return rows in two columns; what is too long for the left one has its help below."""
    from rich.console import Group

    aligned = stepped(panel)
    mark = _MARK if any(row.required for row in panel.rows) else 0
    room = max(width - _FRAME - mark, 8)
    lefts = [_left(row, aligned) for row in panel.rows]
    fitting = [left.cell_len for left in lefts if left.cell_len <= room * 2 // 5]
    column = max(fitting, default=room // 5) + GAP
    rows: list[RenderableType] = []
    for row, left in zip(panel.rows, lefts, strict=True):
        rows += _row(row, left, mark, column)
    return _box(panel.title, Group(*rows), width)


def _row(row: HelpRow, left: Text, mark: int, column: int) -> Iterator[RenderableType]:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    right = _right(row)
    grid = Table.grid()
    if mark:
        grid.add_column(width=mark)
    fits = left.cell_len + GAP <= column
    if fits:
        grid.add_column(width=column)
    grid.add_column(overflow="fold", ratio=1)
    star = [Text("*" if row.required else "", style="red")] if mark else []
    grid.add_row(*star, *((left, right) if fits else (left,)))
    yield grid
    if not fits and right:
        yield Padding(right, (0, 0, 0, mark + column))


def _left(row: HelpRow, aligned: bool) -> Text:
    from rich.text import Text

    style = _STYLES.get(row.kind, "cyan")
    shown = Text(step(row) if aligned else "", overflow="fold")
    names, slash, negatives = written(row).partition(" / ") if row.negatives else (written(row), "", "")
    shown.append(names, style=style).append(slash, style="dim").append(negatives, style=style)
    if row.metavar:
        shown.append(" ").append(one_line(row.metavar), style="dim" if row.kind == "error" else "yellow")
    return shown


def _right(row: HelpRow) -> Text:
    from rich.text import Text

    shown = Text(one_line(row.help), overflow="fold")
    for detail in row.details:
        style = "red" if detail == "required" else "yellow" if detail.startswith("deprecated") else "dim"
        shown.append(" " if shown else "").append(bracketed(detail), style=style)
    return shown


def _examples(examples: tuple[HelpExample, ...]) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    lines = []
    for example in examples:
        if example.description:
            lines.append(Text(one_line(example.description), style="dim", overflow="fold"))
        lines.append(Text(visible(example.line), style="cyan", overflow="fold"))
    return Group(*lines)
