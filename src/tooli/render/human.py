"""What a person at a terminal sees: results, errors and warnings, in colour and within the width.

The only importer of rich, and only where a panel or a help page needs it: a result is drawn by `text.Layout`,
which needs no import and takes a small part of the time of a rich table. The caller passes width and colour;
nothing here reads the environment. It may import `types` and `text`: no surfaces, no app.
"""

from __future__ import annotations

from itertools import accumulate

from tooli.render.text import ENDLESS, GAP, Layout, advances, breadth, visible, visible_lines, warnings_text
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from rich.console import Console, Group
    from rich.text import Text

__all__ = ["console", "error", "result", "warnings"]

_NARROW = 12
_LONGEST_WORD = 24
_WIDEST_PANEL = 100
_STYLES = {"head": "1", "rule": "2", "key": "36", "faint": "2", "warning": "33"}


def _painted(role: str, shown: str) -> str:
    return f"\x1b[{_STYLES[role]}m{shown}\x1b[0m"


class _Page(Layout):
    """The layout on a terminal: folded, with a line under headers, in colour."""

    rule = "─"

    def __init__(self, color: bool) -> None:
        self.color = color

    def ink(self, role: str, shown: str) -> str:
        if not self.color or role == "value":
            return shown
        return _json_painted(shown) if role == "json" else _painted(role, shown)

    def fold(self, line: str, room: int) -> list[str]:
        return _folded(line, room)

    def fit(self, columns: list[list[str]], right: list[bool], room: int) -> list[int] | None:
        widths = [max(map(breadth, column)) for column in columns]
        spare = room - GAP * (len(columns) - 1)
        if sum(widths) <= spare:
            return widths
        least = [_least(*column) for column in zip(columns, widths, right, strict=True)]
        if sum(least) > spare:
            return None
        widths = [min(width, spare) for width in widths]
        while sum(widths) > spare:
            _, widest = max((width, index) for index, width in enumerate(widths) if width > least[index])
            widths[widest] -= 1
        return widths


def _least(column: list[str], width: int, right: bool) -> int:
    """Return the width below which a column is hard to read: numbers stay whole, and so do short words."""
    if right or width <= _NARROW:
        return width
    word = max((breadth(word) for cell in column for word in cell.split()), default=0)
    return max(_NARROW, min(word, _LONGEST_WORD))


def _json_painted(shown: str) -> str:
    from re import sub

    return sub(r'"(?:[^"\\]|\\.)*"(?=: )', lambda key: _painted("key", key[0]), shown)


def _folded(line: str, room: int) -> list[str]:
    """Break `line` at spaces, or inside a word that has no room on a line of its own."""
    if breadth(line) <= room:
        return [line]
    pieces, start = [], 0
    while start < len(line):
        end = _reach(line, start, room)
        space = line.rfind(" ", start, end + 1) if end < len(line) else -1
        if space > start and not line[start:space].isspace():
            end = space
        pieces.append(line[start:end])
        while end < len(line) and line[end] == " ":
            end += 1
        start = end
    return pieces


def _reach(line: str, start: int, room: int) -> int:
    """Return where the longest piece from `start` that fits `room` ends: at least one character further."""
    if line.isascii():
        return min(start + max(room, 1), len(line))
    end = start
    for end, total in enumerate(accumulate(advances(line, start)), start):
        if total > room and end > start:
            return end
    return end + 1


def result(value: object, *, width: int, color: bool) -> str:
    """Return `value` as a person at a terminal reads it.

    Records and tables keep within `width`. A string, or a list of them, is left to the terminal's own
    folding, so that a path or an address can be copied whole.
    """
    rows = isinstance(value, list) and any(isinstance(item, (list, dict)) for item in value)
    room = width if rows or isinstance(value, dict) else ENDLESS
    return "".join(line + "\n" for line in _Page(color).block(value, room))


def console(*, width: int | None, color: bool, height: int | None = None) -> Console:
    """Return a rich console that draws in memory: read what was printed with `console.capture()`.

    Text is printed as it is: no markup, emoji codes or highlighting, and no look at the environment.
    """
    from io import StringIO

    from rich.console import Console

    return Console(
        file=StringIO(),
        width=width or 80,
        height=height or 25,
        color_system="standard" if color else None,
        force_terminal=color,
        no_color=not color,
        force_interactive=False,
        force_jupyter=False,
        legacy_windows=False,
        markup=False,
        emoji=False,
        highlight=False,
        _environ={},
    )


def error(error: dict[str, Any], *, width: int, color: bool) -> str:
    """Return a panel that says what is wrong and how to repair it; below it stands the command to run."""
    from rich.box import ROUNDED
    from rich.panel import Panel
    from rich.text import Text

    suggestion = error.get("suggestion") or {}
    panel = Panel(
        _account(error.get("message"), {"field": error.get("field"), "fix": suggestion.get("fix")}),
        box=ROUNDED,
        title=Text("error", style="bold red"),
        title_align="left",
        subtitle=Text(visible(str(error.get("code") or "")), style="not bold dim"),
        subtitle_align="right",
        border_style="red",
        width=min(width, _WIDEST_PANEL),
    )
    screen = console(width=width, color=color)
    with screen.capture() as capture:
        screen.print(panel)
    return capture.get() + _command(suggestion.get("example"), color)


def _account(message: object, facts: dict[str, object]) -> Group:
    """Return what is wrong, and below it the facts that are known, label by label."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    labelled = Table.grid(padding=(0, GAP, 0, 0))
    labelled.add_column(style="dim", no_wrap=True)
    labelled.add_column(overflow="fold")
    for label, fact in facts.items():
        if fact:
            labelled.add_row(label, _shown(fact))
    said = Text(style="bold", overflow="fold").append_text(_shown(message or "no message"))
    return Group(said, Text(), labelled) if labelled.rows else Group(said)


def _shown(value: object) -> Text:
    from rich.text import Text

    return Text("\n".join(visible_lines(str(value))), overflow="fold")


def _command(example: object, color: bool) -> str:
    # On a line of its own below the panel and never folded: what is copied there can be run.
    if not example:
        return ""
    page = _Page(color)
    return f"{page.ink('faint', 'run:')}\n  {page.ink('key', visible(str(example)))}\n"


def warnings(messages: Sequence[str], *, color: bool) -> str:
    """Return each message as a `warning:` line."""
    shown = warnings_text(messages)
    if not color:
        return shown
    label = "warning:"
    # Lines that continue a message are indented, so only labels stand at the start of a line.
    return "".join(
        _painted("warning", label) + line.removeprefix(label) if line.startswith(label) else line
        for line in shown.splitlines(keepends=True)
    )
