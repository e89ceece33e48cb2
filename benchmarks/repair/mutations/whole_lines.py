"""Calls with too little, too much or too many: missing values, contradictions, words in the wrong place."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.repair.line import Draft, Line

NUMBERS = ("int", "float")
CHOSEN = ("literal", "enum")
RIVALS = {
    "git_tag": ("--commit", "8f3a2c1", "commit"),
    "commit": ("--git-tag", "v2.0.1", "git_tag"),
    "day": ("--within-days", "5", "within_days"),
    "within_days": ("--day", "2026-11-18", "day"),
}
"""For each param of a `one_of` another one with a value."""


def mutations(line: Line, random: Random) -> Iterator[Draft]:
    """Give every draft of a line as a whole."""
    yield from _missing(line)
    yield from _unquoted(line)
    yield from _by_position(line)
    yield from _repeated(line)
    yield from _conflicting(line)
    for index, piece in enumerate(line.pieces):
        if piece.name == "--yes":
            yield Draft("yes-missing", line.with_tokens(index))
    if not line.destructive and not line.command.read_only:
        yield Draft("dry-run-unsupported", line.plus("--dry-run"), unique=False)


def _missing(line: Line) -> Iterator[Draft]:
    """Leave out what has no default, or an option's value."""
    for index, piece, param in line.values():
        single = sum(other.param is param for other in line.pieces) == 1
        # Of several words the last is left out: without an earlier one the rest would mean something else.
        last = piece.named or all(other.named for other in line.pieces[index + 1 :])
        if param.required and single and last:
            kind = "option-missing" if piece.named else "argument-missing"
            yield Draft(kind, line.with_tokens(index), unique=False, placeholder=True)
        if piece.named and single:
            shortened = line.with_tokens(index).plus(piece.name)
            yield Draft("value-missing", shortened, unique=False, placeholder=True)


def _unquoted(line: Line) -> Iterator[Draft]:
    """Forget the quotes around a value with spaces."""
    for index, piece, param in line.values():
        text = piece.value or ""
        alone = piece.named or sum(other.positional for other in line.command.params) == 1
        if " " in text and param.shape.inner.kind == "str" and alone:
            yield Draft("words-unquoted", line.with_tokens(index, *piece.tokens[:-1], *text.split()))


def _by_position(line: Line) -> Iterator[Draft]:
    """Give an option's value without its name, where only this option can take it."""
    for index, piece, param in line.options():
        kind = param.shape.inner.kind
        open_ended = any(other.positional and other.shape.inner.multiple for other in line.command.params)
        rivals = [
            other
            for other in line.command.params
            if other is not param and not other.positional and other.shape.inner.kind in (kind, "str")
        ]
        distinct = kind in CHOSEN or (kind in (*NUMBERS, "date", "datetime") and not rivals)
        single = sum(other.param is param for other in line.pieces) == 1
        if not param.positional and single and not open_ended and (param.required or distinct):
            moved = line.with_tokens(index, piece.tokens[-1])
            yield Draft("option-positional", moved)


def _repeated(line: Line) -> Iterator[Draft]:
    """Give a single value twice: the same one, or two that contradict each other."""
    for index, piece, param in line.options():
        kind = param.shape.inner.kind
        if kind in ("list", "dict", "model") or piece.value is None:
            continue
        yield Draft("option-repeated", line.plus(*piece.tokens))
        if kind == "int" and piece.value != "4":
            first = line.with_tokens(index, piece.name, "4")
            also = ({param.name: 4},)
            yield Draft("option-contradicted", first.plus(*piece.tokens), also=also, unique=False)


def _conflicting(line: Line) -> Iterator[Draft]:
    related = {name for constraint in line.command.constraints for name in constraint.params}
    for _, piece, param in line.options():
        if param.name not in RIVALS or param.name not in related:
            continue
        option, text, name = RIVALS[param.name]
        other = {param.name: None, name: int(text) if text.isdigit() else text}
        yield Draft("options-conflicting", line.plus(option, text), also=(other,), unique=False)
        without = line.with_tokens(line.pieces.index(piece))
        yield Draft("one-of-missing", without, unique=False, placeholder=True)
