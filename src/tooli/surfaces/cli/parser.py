"""The command line's grammar (docs/command-line.md): tokens become a command, raw values and flags.

Nothing is converted here, and nothing fails here: what cannot be understood becomes a mistake, as data, so
that all mistakes of a line are told together and can be repaired.
"""

from __future__ import annotations

from tooli.model.catalog import Entry, Group
from tooli.surfaces.cli.flags import BY_SPELLING
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from tooli.model import Command, Param
    from tooli.model.catalog import Catalog
    from tooli.surfaces.cli.flags import Flag
    from tooli.surfaces.cli.mistake import Mistake

WORDY = frozenset({"list", "set", "frozenset", "tuple", "fixed", "dict", "model", "union", "rich"})
"""Kinds whose value is a list of tokens, put together later."""


class Parsed:
    """What a command line says."""

    __slots__ = ("command", "flags", "group", "mistakes", "path", "places", "raw", "sources", "unknown")

    def __init__(self) -> None:
        self.path: tuple[str, ...] = ()
        self.command: Command | None = None
        self.group: Group | None = None
        """The last group named; its help is shown when no command follows."""
        self.unknown: str | None = None
        """The word that names no command."""
        self.raw: dict[str, Any] = {}
        self.sources: dict[str, str] = {}
        self.places: dict[str, list[tuple[int, int]]] = {}
        """Where each param's values stand: the token, and where in it the value begins."""
        self.flags: dict[str, Any] = {}
        self.mistakes: list[Mistake] = []


def parse(catalog: Catalog, argv: list[str]) -> Parsed:
    """Read a command line."""
    return _Parser(catalog, argv).parse()


class _Parser:
    """One pass over the tokens, from left to right."""

    def __init__(self, catalog: Catalog, argv: list[str]) -> None:
        self.catalog = catalog
        self.argv = argv
        self.at = 0
        self.parsed = Parsed()
        self.positionals: list[tuple[int, str]] = []
        self.options: Mapping[str, tuple[Param, bool]] = {}

    def parse(self) -> Parsed:
        parsed = self.parsed
        parsed.group = self.catalog.root
        parsed.path = self.catalog.single or self._find_command()
        if parsed.unknown is None:
            parsed.command = self.catalog.find(parsed.path)
        if parsed.command is None:
            self._read_rest_of_flags()
            return parsed
        self.options = option_table(parsed.command)
        while self.at < len(self.argv):
            self._read_token(self.argv[self.at])
        self._place_positionals(parsed.command)
        return parsed

    def _find_command(self) -> tuple[str, ...]:
        """Follow the words to a command; flags may stand between them."""
        path: list[str] = []
        group = self.catalog.root
        while self.at < len(self.argv):
            token = self.argv[self.at]
            if token == "--":  # nothing but names can follow here, so it changes nothing
                self.at += 1
                continue
            if token.startswith("-") and len(token) > 1 and not self._is_number(token):
                self._read_token(token)
                continue
            found = group.child(token)
            if found is None:
                self.parsed.unknown = self._hidden(token)
                return tuple(path)
            self.at += 1
            path.append(found[0])
            if isinstance(found[1], Entry):
                break
            self.parsed.group = group = found[1]
        return tuple(path)

    def _hidden(self, word: str) -> str:
        """Return a word that names no command; one that follows a secret's option is not told."""
        mistakes = self.parsed.mistakes
        if not mistakes or mistakes[-1].position != self.at - 1 or "=" in mistakes[-1].token:
            return word
        from tooli.surfaces.cli.secret_spelling import names_secret

        return "…" if names_secret(self.catalog, mistakes[-1].token) else word

    def _read_rest_of_flags(self) -> None:
        """Without a command only flags mean something: `--help` after a misspelt name still counts."""
        kept = len(self.parsed.mistakes)
        while self.at < len(self.argv):
            self._read_token(self.argv[self.at])
        del self.parsed.mistakes[kept:]

    def _read_token(self, token: str) -> None:
        self.at += 1
        if token == "--":
            self.positionals += list(enumerate(self.argv[self.at :], self.at))
            self.at = len(self.argv)
        elif token.startswith("--"):
            self._read_long(token)
        elif len(token) > 1 and token[0] == "-" and not self._is_number(token):
            self._read_short(token)
        else:
            self.positionals.append((self.at - 1, token))

    def _is_number(self, token: str) -> bool:
        """Whether `-5` is a value: it is, unless `-5` is an option."""
        if token[:2] in self.options:
            return False
        try:
            float(token)
        except ValueError:
            return False
        return True

    def _read_long(self, token: str) -> None:
        name, equals, text = token.partition("=")
        value = text if equals else None
        if name in self.options:
            self._give(name, *self.options[name], value)
        elif name in BY_SPELLING:
            self._flag(name, BY_SPELLING[name], value)
        elif (dotted := self._dotted(name)) is not None:
            param, path = dotted
            text_or_none = self._value(name, value, param.name)
            if text_or_none is not None:
                self._add(param, (path, text_or_none))
        elif not self._gives_secret():
            self._mistake("E1902", f"there is no option {name}", name.lstrip("-"), token)

    def _gives_secret(self) -> bool:
        """Whether an option that does not exist stands for a secret: its value is passed over, not told."""
        command = self.parsed.command
        if command is None or not command.inputs:
            return False
        from tooli.surfaces.cli.secret_spelling import secret_in_the_open

        mistake, width = secret_in_the_open(command, self.argv, self.at - 1)
        if mistake is not None:
            self.parsed.mistakes.append(mistake)
            self.at += width - 1
        return mistake is not None

    def _dotted(self, name: str) -> tuple[Param, tuple[str, ...]] | None:
        """Return the param and the path that `--user.name` stands for."""
        head, dot, rest = name.partition(".")
        if not dot or not rest or head not in self.options:
            return None
        param = self.options[head][0]
        kind = param.shape.inner.kind
        return (param, tuple(rest.split("."))) if kind in ("model", "dict", "union", "rich") else None

    def _read_short(self, token: str) -> None:
        """Read `-v`, `-vvx` and `-n5`: letters up to the first one that takes a value."""
        for place in range(1, len(token)):
            name = "-" + token[place]
            rest = token[place + 1 :]
            if name in self.options:
                param, positive = self.options[name]
                if not param.flag:
                    self._give(name, param, positive, rest.removeprefix("=") if rest else None)
                    return
                self._give(name, param, positive, None)
            elif name in BY_SPELLING:
                flag = BY_SPELLING[name]
                if flag[1] == "value":
                    self._flag(name, flag, rest.removeprefix("=") if rest else None)
                    return
                self._flag(name, flag, None)
            else:
                self._mistake("E1902", f"there is no option {name}", name, token)
                return

    def _value(self, name: str, given: str | None, field: str) -> str | None:
        """Return an option's value: after `=`, or the next token unless that is itself an option."""
        if given is not None:
            return given
        if self.at < len(self.argv):
            token = self.argv[self.at]
            bare = token.partition("=")[0]
            if bare not in self.options and bare not in BY_SPELLING and self._dotted(bare) is None:
                self.at += 1
                return token
        self._mistake("E1901", f"{name} needs a value", field, name)
        return None

    def _give(self, name: str, param: Param, positive: bool, given: str | None) -> None:
        """Record what an option says."""
        raw = self.parsed.raw
        if param.flag:
            if given is not None:
                self._mistake("E1903", f"{name} takes no value", param.name, f"{name}={given}")
            elif param.settings.get("count"):
                raw[param.name] = raw.get(param.name, 0) + 1
            elif not positive:
                raw[param.name] = False
            else:
                raw[param.name] = param.settings.get("flag_value", True)
            self.parsed.sources[param.name] = "flag"
        elif param.shape.inner.kind == "fixed":
            self._give_fixed(name, param, given)
        elif given is None and "flag_value" in param.settings and not self._value_follows():
            self.parsed.raw[param.name] = param.settings["flag_value"]
            self.parsed.sources[param.name] = "flag"
        else:
            value = self._value(name, given, param.name)
            if value is not None:
                self._add(param, value)

    def _value_follows(self) -> bool:
        """Whether the next token is a value, for an option that may do without: it looks like no option."""
        if self.at == len(self.argv):
            return False
        token = self.argv[self.at]
        return len(token) < 2 or token[0] != "-" or self._is_number(token)

    def _give_fixed(self, name: str, param: Param, given: str | None) -> None:
        """Read as many values as the tuple has, from one option or from several."""
        first = self._value(name, given, param.name)
        if first is None:
            return
        width = len(param.shape.inner.items)
        if len(self.parsed.raw.get(param.name, ())) >= width:
            self._mistake("E1909", f"{name} is given twice", param.name, name)
            taken = [first]
        else:
            self._add(param, first)
            taken = self.parsed.raw[param.name]
        while len(taken) < width and self.at < len(self.argv):
            token = self.argv[self.at]
            if token.partition("=")[0] in self.options or token in BY_SPELLING or token == "--":
                break
            taken.append(token)
            self.at += 1
            self._place(param.name, token)

    def _add(self, param: Param, value: str | tuple[tuple[str, ...], str]) -> None:
        raw = self.parsed.raw
        self.parsed.sources[param.name] = "flag"
        self._place(param.name, value if isinstance(value, str) else value[1])
        kind = param.shape.inner.kind
        once = kind not in WORDY or (kind in ("union", "rich") and isinstance(value, str))
        if not (once and param.name in raw):
            if kind in WORDY:
                raw.setdefault(param.name, []).append(value)
            else:
                raw[param.name] = value
        else:
            self._mistake("E1909", f"{param.names[0]} is given twice", param.name, param.names[0])

    def _place(self, name: str, text: str) -> None:
        """Remember where a value stands: it ends the token that was read last."""
        at = self.at - 1
        self.parsed.places.setdefault(name, []).append((at, len(self.argv[at]) - len(text)))

    def _flag(self, name: str, flag: Flag, given: str | None) -> None:
        """Record a flag of the framework; the last one wins."""
        flags = self.parsed.flags
        own_name, kind, target, value, choices, _ = flag
        if kind == "value":
            given = self._value(name, given, own_name)
            if given is not None:
                flags[target] = given
                self._place(f"--{own_name}", given)
        elif kind == "choice":
            if given is None and self.at < len(self.argv) and self.argv[self.at] in choices:
                given = self.argv[self.at]
                self.at += 1
            flags[target] = given if given is not None else value
        elif given is not None:
            self._mistake("E1903", f"{name} takes no value", own_name, f"{name}={given}")
        elif kind == "count":
            flags[target] = flags.get(target, 0) + 1
        else:
            flags[target] = value

    def _place_positionals(self, command: Command) -> None:
        """Give the words without a name to the params that take them, in order."""
        words, raw = self.positionals, self.parsed.raw
        takers = [param for param in command.params if param.positional and param.name not in raw]
        for index, param in enumerate(takers):
            after = sum(_least(later) for later in takers[index + 1 :])
            if param.shape.inner.multiple or param.shape.inner.kind == "dict":
                count = max(0, len(words) - after)
            else:
                count = _width(param)
                if not param.required and len(words) - count < after:
                    count = 0
            taken, words = words[:count], words[count:]
            if taken:
                texts = [text for _, text in taken]
                raw[param.name] = texts if param.shape.inner.kind in WORDY else texts[0]
                self.parsed.sources[param.name] = "argument"
                self.parsed.places[param.name] = [(position, 0) for position, _ in taken]
        hidden = words and any(param.secret for param in command.params)
        for position, text in words:
            shown = "…" if hidden else text
            self._mistake("E1900", f"{shown!r} is one argument too many", "arguments", shown, position)

    def _mistake(self, code: str, message: str, field: str, token: str, position: int | None = None) -> None:
        from tooli.surfaces.cli.mistake import Mistake

        at = self.at - 1 if position is None else position
        self.parsed.mistakes.append(
            Mistake(code=code, message=message, field=field, token=token, position=at)
        )


def _width(param: Param) -> int:
    """How many words a positional param takes."""
    return len(param.shape.inner.items) if param.shape.inner.kind == "fixed" else 1


def _least(param: Param) -> int:
    """How many words a positional param needs at least."""
    return _width(param) if param.required else 0


def option_table(command: Command) -> Mapping[str, tuple[Param, bool]]:
    """Return a command's spellings: the param each stands for, and whether it turns it on."""
    memo: dict[str, tuple[Param, bool]] | None = command.__dict__.get("_options")
    if memo is None:
        memo = {}
        for param in command.params:
            for name in param.names:
                memo[name] = (param, True)
            for name in param.negatives:
                memo[name] = (param, False)
        command.__dict__["_options"] = memo
    return memo
