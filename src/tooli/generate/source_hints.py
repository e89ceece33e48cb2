"""Source hints: a comment in an app's own file that says what its commands are, for those who read code."""

from __future__ import annotations

import ast
import inspect
import re
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from tooli.generate.sections import behavior
from tooli.render.help_text import one_line
from tooli.types import Unset

if TYPE_CHECKING:
    from tooli.generate.described import DescribedApp, DescribedCommand
    from tooli.model import Param

BEGIN, END = "# tooli: begin hints", "# tooli: end hints"
"""The lines between which the comment stands."""
_WIDEST = 108
_FIRST = re.compile(r"#!|#.*coding[:=]")
_MODULE = re.compile(r"\b(?:[A-Za-z_]\w*\.)+(?=[A-Za-z_])")


def source_hints(app: DescribedApp) -> str:
    """Return the comment: each command with its signature and what running it does."""
    lines = [f"{BEGIN} (written by generate-source-hints; do not edit)"]
    lines += _folded(f"{app.name} {app.version}: {one_line(app.about)}", 1)
    for described in app.commands:
        lines += _folded(f"{described.name}{signature(described)}", 3)
        told = " ".join(part for part in (one_line(described.command.summary), behavior(described)) if part)
        lines += _folded(told, 7)
    return "\n".join((*lines, END)) + "\n"


def _folded(text: str, indent: int) -> list[str]:
    """Return a text as lines of a comment."""
    first, others = "#" + " " * indent, "#" + " " * (indent + 8)
    return wrap(
        text,
        _WIDEST,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )


def signature(described: DescribedCommand) -> str:
    """Return a command's params and result as Python writes them."""
    params = ", ".join(_param(param) for param in described.command.params)
    returns = described.command.returns
    shown = "" if isinstance(returns, Unset) else f" -> {_type(returns)}"
    return f"({params}){shown}"


def _param(param: Param) -> str:
    star = "*" if param.kind == "variadic" else ""
    shape = param.shape.items[0] if star and param.shape.items else param.shape
    shown = f"{star}{param.name}: {_type(shape.annotation)}"
    if isinstance(param.default, Unset) or star:
        return shown
    default = one_line(repr(param.default))
    return f"{shown} = {'…' if param.secret or ' at 0x' in default else default}"


def _type(annotation: Any) -> str:
    if isinstance(annotation, str):
        return one_line(annotation)
    shown = one_line(inspect.formatannotation(annotation)).replace("<locals>.", "")
    return _MODULE.sub("", shown)


def with_hints(source: str, hints: str) -> str:
    """Return a module's text with the comment put in below its docstring, or replaced where it stands."""
    newline = "\r\n" if "\r\n" in source else "\n"
    hints = hints.replace("\n", newline)
    *whole, last = source.split("\n")
    lines = [*(f"{line}\n" for line in whole), *([last] if last else [])]
    begin = next((index for index, line in enumerate(lines) if line.startswith(BEGIN)), None)
    if begin is not None:
        end = next((i for i in range(begin, len(lines)) if lines[i].startswith(END)), None)
        if end is not None:
            return "".join((*lines[:begin], hints, *lines[end + 1 :]))
    at = _below_docstring(source, lines)
    before, after = "".join(lines[:at]), "".join(lines[at:])
    head = before.rstrip("\r\n") + newline * 2 if before.strip() else ""
    tail = newline + after.lstrip("\r\n") if after.strip() else ""
    return f"{head}{hints}{tail}"


def _below_docstring(source: str, lines: list[str]) -> int:
    """Return the line behind what has to stand first: a shebang, an encoding, the docstring."""
    body = ast.parse(source).body
    first = body[0] if body else None
    if (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    ):
        return first.end_lineno or 0
    special = [index for index, line in enumerate(lines[:2]) if _FIRST.match(line)]
    return special[-1] + 1 if special else 0
