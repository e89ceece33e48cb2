"""Options that do not exist: misspelt, written another way, in the wrong place, of another command."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.repair.command_sets import commands_of
from benchmarks.repair.line import Draft, Line, Piece
from benchmarks.repair.spelling import camel, is_closest, snake, typos
from tooli.surfaces.cli.flags import BY_SPELLING

FLAG_SLIPS = (
    ("--quite", "--quiet"),
    ("--verbos", "--verbose"),
    ("--no-colour", "--no-color"),
    ("--noinput", "--no-input"),
    ("--no_color", "--no-color"),
    ("--jsno", "--json"),
)


def mutations(line: Line, random: Random) -> Iterator[Draft]:
    """Give every draft with another option name."""
    known = [name for name in _spellings(line) | set(BY_SPELLING) if name.startswith("--")]
    for index, piece in enumerate(line.pieces):
        if piece.param is None or not piece.named or piece.path:
            continue
        bare = piece.name[2:]
        for how, misspelt in typos(bare, random):
            if is_closest("--" + misspelt, piece.name, known):
                yield _renamed(f"option-{how}", line, index, "--" + misspelt)
        for kind, form in (("option-snake", snake(bare)), ("option-camel", camel(bare))):
            if form != bare:
                yield _renamed(kind, line, index, "--" + form)
        yield from _dashes(line, index, piece)
        yield Draft("option-early", line, argv=(*piece.tokens, *line.with_tokens(index).argv()))
    for slip, _ in FLAG_SLIPS:
        yield Draft("flag-misspelt", line.plus(slip))
    yield from _foreign(line, random)
    yield from _negated(line)


def _spellings(line: Line) -> set[str]:
    return {name for param in line.command.params for name in (*param.names, *param.negatives)}


def _renamed(kind: str, line: Line, index: int, name: str) -> Draft:
    return Draft(kind, line.with_tokens(index, name, *line.pieces[index].tokens[1:]))


def _dashes(line: Line, index: int, piece: Piece) -> Iterator[Draft]:
    """Leave out dashes; short names would be read as something else."""
    bare = piece.name[2:]
    if len(bare) > 2:
        yield _renamed("option-single-dash", line, index, "-" + bare)
    if piece.value is not None:
        yield _renamed("option-no-dashes", line, index, bare)
        yield Draft("option-assignment", line.with_tokens(index, f"{bare}={piece.value}"))


def _foreign(line: Line, random: Random) -> Iterator[Draft]:
    """Add an option that another command has: leaving it out runs, but who knows what was wanted."""
    own = _spellings(line) | set(BY_SPELLING)
    others = [
        (param.names[0], *(() if param.flag else ("1",)))
        for command in commands_of(line.call.app).values()
        for param in command.params
        if not param.positional and param.names[0] not in own and param.shape.inner.kind in ("bool", "int")
    ]
    if others:
        yield Draft("option-foreign", line.plus(*random.choice(others)), unique=False)


def _negated(line: Line) -> Iterator[Draft]:
    """Say no to an option that takes a value: what is meant is its default, which is nothing."""
    given = {piece.param.name for piece in line.pieces if piece.param is not None}
    for param in line.command.params:
        if not param.positional and not param.flag and param.default is None and param.name not in given:
            related = any(param.name in constraint.params for constraint in line.command.constraints)
            if not related:
                yield Draft("option-negated", line.plus(f"--no-{param.names[0][2:]}"))
