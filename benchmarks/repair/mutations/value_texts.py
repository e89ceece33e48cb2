"""Values that are clear to a reader and wrong to a parser: numbers, dates, choices, paths."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.repair.fixture import FILES
from benchmarks.repair.line import Draft, Line, Piece, value_with
from benchmarks.repair.spelling import is_closest, typos

if TYPE_CHECKING:
    from tooli.model import Param

WORDS = {
    "1": "one",
    "2": "two",
    "3": "three",
    "5": "five",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "10": "ten",
    "12": "twelve",
    "20": "twenty",
}


def mutations(line: Line, random: Random) -> Iterator[Draft]:
    """Give every draft with another value."""
    for index, piece, param in line.values():
        kind = param.shape.inner.kind
        if kind == "int":
            yield from _numbers(line, index, piece)
        if kind in ("int", "float") and piece.named:
            yield from _ranges(line, index, piece, param)
        if kind in ("date", "datetime"):
            slashed = (piece.value or "").replace("-", "/").replace("T", " ")
            yield Draft("date-slashes", line.with_tokens(index, *value_with(piece, slashed)))
        if kind in ("literal", "enum"):
            yield from _choices(line, index, piece, param, random)
        if param.settings.get("exists"):
            yield from _paths(line, index, piece, param, random)
    yield from _switches(line)


def _numbers(line: Line, index: int, piece: Piece) -> Iterator[Draft]:
    text = piece.value or ""
    if text in WORDS:
        yield Draft("number-word", line.with_tokens(index, *value_with(piece, WORDS[text])))
    if len(text) > 3:
        yield Draft("number-commas", line.with_tokens(index, *value_with(piece, f"{int(text):,}")))
    yield Draft("number-integral", line.with_tokens(index, *value_with(piece, text + ".0")))


def _ranges(line: Line, index: int, piece: Piece, param: Param) -> Iterator[Draft]:
    """Ask for more, or less, than there can be: the nearest is the bound."""
    low, high = param.settings.get("min"), param.settings.get("max")
    if high is not None:
        beyond = str(high * 2 if high > 1 else high + 1)
        changed = line.with_tokens(index, *value_with(piece, beyond))
        yield Draft("range-above", changed, changed={param.name: high})
    if low is not None:
        changed = line.with_tokens(index, *value_with(piece, "0" if low > 0 else "-1"))
        yield Draft("range-below", changed, changed={param.name: low})


def _choices(line: Line, index: int, piece: Piece, param: Param, random: Random) -> Iterator[Draft]:
    text = piece.value or ""
    choices = [str(getattr(choice, "value", choice)) for choice in param.shape.inner.choices]
    form = random.choice((text.upper(), text.capitalize()))
    yield Draft("choice-case", line.with_tokens(index, *value_with(piece, form)))
    for _, misspelt in typos(text, random):
        if is_closest(misspelt, text, choices):
            yield Draft("choice-misspelt", line.with_tokens(index, *value_with(piece, misspelt)))


def _paths(line: Line, index: int, piece: Piece, param: Param, random: Random) -> Iterator[Draft]:
    text = piece.value or ""
    if not param.shape.inner.multiple:
        changed: dict[str, Any] = {param.name: "~/" + text}
        yield Draft("path-home", line.with_tokens(index, *value_with(piece, "~/" + text)), changed=changed)
    folder, slash, name = text.rpartition("/")
    known = {path[len(folder + slash) :].split("/")[0] for path in FILES if path.startswith(folder + slash)}
    for _, misspelt in typos(name, random):
        if is_closest(misspelt, name, known):
            changed_line = line.with_tokens(index, *value_with(piece, folder + slash + misspelt))
            yield Draft("path-misspelt", changed_line)


def _switches(line: Line) -> Iterator[Draft]:
    """Give a switch a value, as some parsers want it."""
    for index, piece, param in line.switches():
        on = piece.name in param.names
        long = param.names[0]
        yield Draft("switch-valued", line.with_tokens(index, f"{long}={'true' if on else 'false'}"))
        yield Draft("switch-valued", line.with_tokens(index, long, "true" if on else "false"))
        yield Draft("switch-word", line.with_tokens(index, f"{long}={'yes' if on else 'no'}"))
        yield Draft("switch-word", line.with_tokens(index, long, "yes" if on else "no"))
