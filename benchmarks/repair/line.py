"""A valid command line taken apart, so that one part of it can be changed and the rest kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from benchmarks.repair.command_sets import commands_of
from benchmarks.repair.mistake import Given, ValidCall

if TYPE_CHECKING:
    from tooli.model import Command, Param


@dataclass(frozen=True)
class Piece:
    """A positional word, an option with its value, a switch, or a flag of the framework."""

    tokens: tuple[str, ...]
    param: Param | None = None
    path: tuple[str, ...] = ()
    """The way into the param's value, of a dotted option."""

    @property
    def named(self) -> bool:
        """Whether it is given by name."""
        return self.tokens[0].startswith("-")

    @property
    def name(self) -> str:
        """The option as it is written."""
        return self.tokens[0]

    @property
    def value(self) -> str | None:
        """The text of the value, if it has one."""
        return None if self.named and len(self.tokens) == 1 else self.tokens[-1]


@dataclass(frozen=True)
class Line:
    """A command line: the command's words, then the pieces."""

    call: ValidCall
    words: tuple[str, ...]
    pieces: tuple[Piece, ...]

    @property
    def command(self) -> Command:
        """The command that is called."""
        return commands_of(self.call.app)[self.call.command]

    @property
    def destructive(self) -> bool:
        """Whether the command needs a yes."""
        return self.command.destructive

    def argv(self) -> tuple[str, ...]:
        """The words of the whole line."""
        return (*self.words, *(token for piece in self.pieces for token in piece.tokens))

    def with_words(self, *words: str) -> Line:
        """The line with another command name."""
        return replace(self, words=words)

    def with_tokens(self, index: int, *tokens: str) -> Line:
        """The line with other tokens in the place of one piece."""
        pieces = list(self.pieces)
        pieces[index : index + 1] = [replace(pieces[index], tokens=tokens)] if tokens else []
        return replace(self, pieces=tuple(pieces))

    def plus(self, *tokens: str) -> Line:
        """The line with something more at its end."""
        return replace(self, pieces=(*self.pieces, Piece(tokens)))

    def options(self) -> Iterator[tuple[int, Piece, Param]]:
        """The options with a value that the command declares, and where they stand."""
        for index, piece in enumerate(self.pieces):
            if piece.param is not None and piece.named and piece.value is not None and not piece.path:
                yield index, piece, piece.param

    def switches(self) -> Iterator[tuple[int, Piece, Param]]:
        """The switches that are given, and where they stand."""
        for index, piece in enumerate(self.pieces):
            if piece.param is not None and piece.named and piece.value is None:
                yield index, piece, piece.param

    def values(self) -> Iterator[tuple[int, Piece, Param]]:
        """Every value, by name or by position, and where it stands."""
        for index, piece in enumerate(self.pieces):
            if piece.param is not None and piece.value is not None and not piece.path:
                yield index, piece, piece.param


@dataclass(frozen=True)
class Draft:
    """A mistake in the making, in a command line."""

    kind: str
    line: Line
    argv: tuple[str, ...] = ()
    """The words, where they are no longer a line."""
    changed: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of the call that was meant, where they are not those of the valid call."""
    also: tuple[Mapping[str, Any], ...] = ()
    unique: bool = True
    placeholder: bool = False
    parts: tuple[str, ...] = ()

    @property
    def call(self) -> ValidCall:
        """The valid call it was made in."""
        return self.line.call

    @property
    def given(self) -> Given:
        """The call with the mistake."""
        return Given(argv=self.argv or self.line.argv())


def read(call: ValidCall) -> Line:
    """Take a valid call's command line apart."""
    command = commands_of(call.app)[call.command]
    spelt = {name: param for param in command.params for name in (*param.names, *param.negatives)}
    positional = [param for param in command.params if param.positional]
    pieces: list[Piece] = []
    tokens = list(call.argv)
    while tokens:
        token = tokens.pop(0)
        head, _, rest = token.partition(".")
        if not token.startswith("--"):
            pieces.append(Piece((token,), positional[0]))
            if not positional[0].shape.inner.multiple:
                positional.pop(0)
        elif token in spelt and spelt[token].flag:
            pieces.append(Piece((token,), spelt[token]))
        elif token in spelt:
            pieces.append(Piece((token, tokens.pop(0)), spelt[token]))
        elif head in spelt:
            pieces.append(Piece((token, tokens.pop(0)), spelt[head], tuple(rest.split("."))))
        else:
            pieces.append(Piece((token,)))
    return Line(call, call.words, tuple(pieces))


def value_with(piece: Piece, text: str) -> tuple[str, ...]:
    """The tokens of a piece with another value."""
    return (*piece.tokens[:-1], text)
