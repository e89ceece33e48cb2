"""The corpus: mistakes made in valid calls by seeded mutation, and the hand-written ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest
from random import Random

from benchmarks.repair.command_sets import commands_of
from benchmarks.repair.handwritten import handwritten
from benchmarks.repair.line import Draft, Line, read
from benchmarks.repair.mistake import Mistake, Received, Surface, ValidCall
from benchmarks.repair.mutations import (
    command_names,
    json_texts,
    option_names,
    python_calls,
    value_texts,
    whole_lines,
)
from benchmarks.repair.mutations.python_calls import PythonDraft
from benchmarks.repair.valid_calls import valid_calls

OF_EACH_KIND = {"cli": 8, "python": 4}
"""How many mistakes of each kind are taken."""
PAIRS = 16
SEED = "repair"
LENIENT = frozenset({"number-integral", "value-null-unused"})
"""Kinds the framework takes as they are meant: no mistakes to it, but they are to others."""
SPELLING = frozenset(
    {
        *(f"{what}-{how}" for what in ("command", "option") for how in ("transposed", "omitted", "inserted")),
        *("command-substituted", "command-snake", "command-camel", "command-plural", "command-undashed"),
        *("option-substituted", "option-snake", "option-camel", "option-plural", "option-undashed"),
        *(
            "option-single-dash",
            "option-kebab",
            "flag-misspelt",
            "choice-case",
            "choice-misspelt",
            "short-case",
        ),
    }
)
"""Kinds that are only a matter of spelling: of a destructive command a machine may repair nothing else."""


def corpus() -> list[Mistake]:
    """Every mistake, in a fixed order; the same on every run."""
    return [*generated("cli"), *generated("python"), *handwritten()]


def generated(surface: Surface) -> Iterator[Mistake]:
    """Give the mistakes that are made by mutation: of each kind some, spread over the command sets."""
    drafts: Iterable[Draft] | Iterable[PythonDraft]
    drafts = _drafts() if surface == "cli" else _python_drafts()
    by_kind: dict[str, list[Draft | PythonDraft]] = defaultdict(list)
    for draft in drafts:
        by_kind[draft.kind].append(draft)
    for kind, members in sorted(by_kind.items()):
        count = PAIRS if kind == "two-mistakes" else OF_EACH_KIND[surface]
        prefix = "" if surface == "cli" else "py-"
        for number, draft in enumerate(_spread(members, kind, count), 1):
            yield _mistake(f"{prefix}{kind}-{number}", surface, draft, with_json=number % 2 == 0)


def _mistake(name: str, surface: Surface, draft: Draft | PythonDraft, *, with_json: bool) -> Mistake:
    given = draft.given
    if with_json and surface == "cli":
        given = replace(given, argv=(*given.argv, "--json"))
    meant = _changed(draft.call, draft.changed)
    also = tuple(_changed(draft.call, other) for other in draft.also)
    return Mistake(
        name,
        draft.call.app,
        draft.kind,
        surface,
        given,
        meant,
        also,
        draft.unique,
        draft.placeholder,
        draft.parts,
    )


def _changed(call: ValidCall, changed: Received) -> Received:
    return {**call.received, "arguments": {**call.received["arguments"], **changed}}


def _spread(drafts: Sequence[Draft | PythonDraft], kind: str, count: int) -> list[Draft | PythonDraft]:
    """Choose some, each given call once, in turn from every command set."""
    random = Random(f"{SEED} {kind}")
    by_app: dict[str, list[Draft | PythonDraft]] = defaultdict(list)
    seen = set()
    for draft in drafts:
        key = (draft.call.app, repr(draft.given))
        if key not in seen:
            seen.add(key)
            by_app[draft.call.app].append(draft)
    for members in by_app.values():
        random.shuffle(members)
    turns = zip_longest(*(by_app[app] for app in sorted(by_app, key=lambda _: random.random())))
    return [draft for turn in turns for draft in turn if draft is not None][:count]


def _drafts() -> Iterator[Draft]:
    for number, call in enumerate(valid_calls()):
        random = Random(f"{SEED} {number}")
        line = read(call)
        commands = list(command_names.mutations(line, random))
        options = list(option_names.mutations(line, random))
        values = [*value_texts.mutations(line, random), *json_texts.mutations(line, random)]
        lines = list(whole_lines.mutations(line, random))
        yield from (draft for draft in [*commands, *options, *values, *lines] if not _runs(draft))
        yield from _pairs(line, commands, [*options, *values, *lines], random)


def _python_drafts() -> Iterator[PythonDraft]:
    for number, call in enumerate(valid_calls()):
        yield from python_calls.mutations(call, Random(f"{SEED} python {number}"))


def _runs(draft: Draft) -> bool:
    """Whether a draft is, after all, a command line that is valid: its name is one of the commands'."""
    return draft.line.words != draft.call.words and " ".join(draft.line.words) in commands_of(draft.call.app)


def _pairs(line: Line, commands: list[Draft], others: list[Draft], random: Random) -> Iterator[Draft]:
    """Make two mistakes at once: in the command's name and after it, or in two pieces."""
    names = [draft for draft in commands if draft.unique and draft.kind in SPELLING]
    pieces = [
        draft
        for draft in others
        if (draft.unique or draft.placeholder)
        and not draft.changed
        and not draft.argv
        and draft.kind not in LENIENT | {"yes-missing", "one-of-missing"}
    ]
    random.shuffle(pieces)
    for name, piece in zip(names, pieces, strict=False):
        yield replace(
            piece,
            kind="two-mistakes",
            parts=(name.kind, piece.kind),
            line=piece.line.with_words(*name.line.words),
        )
    singles = [draft for draft in pieces if draft.unique and _place(line, draft) is not None]
    for one, other in pairwise(singles):
        place = _place(line, other)
        if place is not None and place != _place(line, one):
            both = one.line.with_tokens(place, *other.line.pieces[place].tokens)
            yield replace(one, kind="two-mistakes", parts=(one.kind, other.kind), line=both)


def _place(line: Line, draft: Draft) -> int | None:
    """Where a draft differs, if it does so in one piece only."""
    if len(draft.line.pieces) != len(line.pieces):
        return None
    places = [at for at, piece in enumerate(draft.line.pieces) if piece != line.pieces[at]]
    return places[0] if len(places) == 1 else None
