"""People's layout as bare text, and the plain rows that shell tools read.

    text()        what a person reads, without colour or boxes
    plain()       one value or one tab-separated row a line, for grep, cut and xargs
    error_text()  a failed call in a few lines that also read well in a CI log

`Layout` is the drawing itself; `human` adds colour and folding to it. Values are plain: None, bool, int,
float, str, list, dict with str keys; a str whose class has `__tooli_number__` is aligned as a number. It may
import `types` only: no rich, no surfaces, no app.
"""

from __future__ import annotations

from unicodedata import category, east_asian_width

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

__all__ = [
    "ENDLESS",
    "GAP",
    "Layout",
    "advances",
    "breadth",
    "error_text",
    "plain",
    "text",
    "visible",
    "visible_lines",
    "warnings_text",
]

ENDLESS = 1 << 30
"""Room for lines that never fold."""

GAP = 2
"""Columns left empty between two columns of a table."""

_NOTHING = "(no results)"
_INDENT = "  "
_LEAST_ROOM = 24

# Characters that move the cursor, end a line, command the terminal or reorder what is shown.
_UNSAFE = (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_VISIBLE = {code: f"\\u{code:04x}" for code in _UNSAFE} | {9: "\\t", 10: "\\n", 13: "\\r"}
_LOSSLESS = _VISIBLE | {ord("\\"): "\\\\"}
_NUL_ONLY = {0: "\\u0000"}
_NUL_ROW = {0: "\\u0000", 9: "\\t", ord("\\"): "\\\\"}


def visible(value: str) -> str:
    r"""Return `value` on one line, with every unsafe character as an escape such as `\n` or `\u001b`."""
    return value if value.isprintable() else value.translate(_VISIBLE)


def visible_lines(value: str) -> list[str]:
    """Return the lines of `value`, safe for a terminal; tabs become spaces, newlines at the end go."""
    body = value.replace("\r\n", "\n").rstrip("\n")
    return [visible(line.expandtabs()) for line in body.split("\n")] if body else []


def breadth(value: str) -> int:
    """Return how many terminal columns `value` takes."""
    return len(value) if value.isascii() else sum(advances(value))


def advances(value: str, start: int = 0) -> Iterator[int]:
    """Yield the columns each character adds: none for marks and joined emoji, two for wide ones."""
    joined, last = False, 0
    for index in range(start, len(value)):
        character = value[index]
        if character == "\ufe0f":  # asks for the emoji form, which is wide
            step = 1 if last == 1 else 0
        elif joined or _has_no_width(character):
            step = 0
        else:
            step = 2 if east_asian_width(character) in "WF" else 1
            last = step
        joined = character == "\u200d"
        yield step


def _has_no_width(character: str) -> bool:
    kind = category(character)
    skin_tone_or_jamo = "\U0001f3fb" <= character <= "\U0001f3ff" or "\u1160" <= character <= "\u11ff"
    return kind[0] == "M" or (kind == "Cf" and character != "\xad") or skin_tone_or_jamo


def _scalar(value: object) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _json(value: object) -> str:
    from json import dumps

    return visible(dumps(value, ensure_ascii=False))


def _cell(value: object) -> str:
    return _json(value) if isinstance(value, (list, dict)) else visible(_scalar(value))


def _is_numeric(column: Sequence[object]) -> bool:
    kinds = {type(value) for value in column if value is not None}
    return bool(kinds) and all(kind in (int, float) or hasattr(kind, "__tooli_number__") for kind in kinds)


def _rows(items: list[Any]) -> tuple[list[str], list[list[Any]]]:
    """Return header and rows of a table; both empty when `items` are not rows."""
    if all(isinstance(item, dict) for item in items):
        header = list(dict.fromkeys(key for item in items for key in item))
        return header, [[item.get(key) for key in header] for item in items] if header else []
    if all(isinstance(item, list) for item in items):
        most = max(map(len, items))
        return [], [item + [None] * (most - len(item)) for item in items] if most else []
    return [], []


class Layout:
    """The drawing of a result; a subclass may colour it (`ink`) and keep it in a width (`fit`, `fold`)."""

    rule = ""
    """What the line between header and rows is made of."""

    def ink(self, role: str, shown: str) -> str:
        """Return `shown` as its role looks: head, rule, key, value, json or faint."""
        return shown

    def fold(self, line: str, room: int) -> list[str]:
        """Return `line` as lines of at most `room` columns."""
        return [line]

    def fit(self, columns: list[list[str]], right: list[bool], room: int) -> list[int] | None:
        """Return the width of each column, or None if the table cannot be read in `room`."""
        return [max(map(breadth, column)) for column in columns]

    def block(self, value: object, room: int = ENDLESS) -> list[str]:
        """Return the lines that show `value`."""
        if isinstance(value, (list, dict)):
            if not value:
                return [self.ink("faint", _NOTHING)]
            if room < _LEAST_ROOM:
                return [self.ink("json", line) for line in self.fold(_json(value), _LEAST_ROOM)]
            return self._record(value, room) if isinstance(value, dict) else self._list(value, room)
        return [piece for line in visible_lines(_scalar(value)) for piece in self.fold(line, room)]

    def _list(self, items: list[Any], room: int) -> list[str]:
        header, rows = _rows(items)
        if not rows:
            return [line for item in items for line in self.fold(_cell(item), room)]
        return self._table(header, rows, room) or self._blocks(items, room)

    def _blocks(self, items: list[Any], room: int) -> list[str]:
        lines: list[str] = []
        for item in items:
            lines += [*self.block(item, room), ""]
        return lines[:-1]

    def _record(self, record: dict[str, Any], room: int) -> list[str]:
        pairs = [(visible(key) + ":", value, _is_inline(value)) for key, value in record.items()]
        longest = max((breadth(key) for key, _, inline in pairs if inline), default=0)
        widths = [min(longest, room // 2)]
        widths.append(room - widths[0] - 1)
        lines: list[str] = []
        for key, value, inline in pairs:
            if inline:
                lines += self._row([key, _cell(value)], widths, [False, False], ["key", "value"], gap=1)
            else:
                lines += [self.ink("key", line) for line in self.fold(key, room)]
                lines += [(_INDENT + line).rstrip() for line in self.block(value, room - len(_INDENT))]
        return lines

    def _table(self, header: list[str], rows: list[list[Any]], room: int) -> list[str]:
        titles = [visible(key) for key in header]
        cells = [[_cell(value) for value in row] for row in rows]
        right = [_is_numeric(column) for column in zip(*rows, strict=True)]
        shown = [titles, *cells] if titles else cells
        widths = self.fit([list(column) for column in zip(*shown, strict=True)], right, room)
        if widths is None:
            return []
        lines: list[str] = []
        if titles:
            lines += self._row(titles, widths, right, ["head"] * len(titles))
            if self.rule:
                lines.append(self.ink("rule", self.rule * (sum(widths) + GAP * (len(widths) - 1))))
        for row, values in zip(cells, rows, strict=True):
            roles = ["json" if isinstance(value, (list, dict)) else "value" for value in values]
            lines += self._row(row, widths, right, roles)
        return lines

    def _row(
        self, cells: list[str], widths: list[int], right: list[bool], roles: list[str], gap: int = GAP
    ) -> list[str]:
        folded = [self.fold(cell, room) for cell, room in zip(cells, widths, strict=True)]
        lines: list[str] = []
        for index in range(max(map(len, folded))):
            line, owed = "", 0
            for pieces, room, at_right, role in zip(folded, widths, right, roles, strict=True):
                piece = pieces[index] if index < len(pieces) else ""
                pad = room - breadth(piece)
                if piece:
                    line += " " * (owed + pad if at_right else owed) + self.ink(role, piece)
                    owed = 0 if at_right else pad
                else:
                    owed += pad
                owed += gap
            lines.append(line.rstrip())
        return lines


def _is_inline(value: object) -> bool:
    return not value if isinstance(value, (list, dict)) else len(visible_lines(_scalar(value))) <= 1


def text(value: object) -> str:
    """Return `value` as people read it, without colour or boxes; it ends with a newline unless it is empty.

    A list of records is a table, a record `key: value` lines, an empty result `(no results)`.
    """
    return "".join(line + "\n" for line in Layout().block(value))


def plain(value: object, separator: str = "\n") -> str:
    r"""Return `value` as one value or one tab-separated row a line, without a header.

    A dict is one `key<TAB>value` row each; rows of records have one cell per key seen in any of them; nested
    values are JSON, None is an empty cell, no rows are no text. In strings of rows a backslash is `\\`, a tab
    `\t`, a newline `\n`, any other unsafe character `\r` or `\uXXXX`. A lone string keeps its lines and tabs.
    With a NUL as `separator`, single values are verbatim; cells of wider rows escape tab and backslash only.
    """
    verbatim = separator == "\0"
    if isinstance(value, (list, dict)):
        rows = [[*pair] for pair in value.items()] if isinstance(value, dict) else _plain_rows(value)
        lone = all(len(row) == 1 for row in rows)
        table = _LOSSLESS if not verbatim else _NUL_ONLY if lone else _NUL_ROW
        return "".join("\t".join(_plain_cell(cell, table) for cell in row) + separator for row in rows)
    shown = _scalar(value)
    if verbatim:
        shown = shown.translate(_NUL_ONLY)
    else:
        lines = shown.replace("\r\n", "\n").rstrip("\n").split("\n")
        shown = "\n".join("\t".join(map(visible, line.split("\t"))) for line in lines)
    return shown and shown + separator


def _plain_rows(items: list[Any]) -> list[list[Any]]:
    return _rows(items)[1] or [[item] for item in items]


def _plain_cell(value: object, escapes: dict[int, str]) -> str:
    # JSON holds no raw tab or newline: left alone, `cut | jq` can read it.
    return _json(value) if isinstance(value, (list, dict)) else _scalar(value).translate(escapes)


def error_text(error: dict[str, Any]) -> str:
    """Return the envelope's `error` as a few lines: what is wrong, where, how to repair it."""
    suggestion = error.get("suggestion") or {}
    facts = {
        "field": error.get("field"),
        "fix": suggestion.get("fix"),
        "run": suggestion.get("example"),
        "code": error.get("code"),
    }
    lines = _labelled("error: ", error.get("message") or "")
    lines += [f"{_INDENT}{label}: {visible(str(fact))}" for label, fact in facts.items() if fact]
    return "".join(line + "\n" for line in lines)


def warnings_text(messages: Sequence[str]) -> str:
    """Return each message as a `warning:` line."""
    return "".join(line + "\n" for message in messages for line in _labelled("warning: ", message))


def _labelled(label: str, message: str) -> list[str]:
    first, *more = visible_lines(message) or [""]
    return [(label + first).rstrip(), *(_INDENT + line for line in more)]
