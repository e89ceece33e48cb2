"""A help page as plain records, before anybody prints it.

The printers differ in the printing only: `help` draws for a terminal, `help_text` writes plain text and the
form for agents, `document` is the page as JSON. It may import `types` only.
"""

from __future__ import annotations

from typing import Any

from tooli.types import Record


class HelpRow(Record):
    """One param, flag, command or error of a page."""

    kind: str
    """argument, option, field, flag, command, group or error."""
    names: tuple[str, ...]
    """How it is written: `--root`, `-r`."""
    negatives: tuple[str, ...] = ()
    """How it is turned off: `--no-color`."""
    metavar: str = ""
    """What stands for its value, for people: `PATH`."""
    takes: str = ""
    """What follows its name, in few words: a type, the params a command needs, the commands of a group."""
    help: str = ""
    required: bool = False
    repeatable: bool = False
    """Whether it can be given more than once, each time without a value."""
    default: str | None = None
    bounds: str = ""
    env: tuple[str, ...] = ()
    declared_env: tuple[str, ...] = ()
    """Those of `env` that were declared for it; the others follow from the app's prefix."""
    deprecated: str = ""

    @property
    def details(self) -> tuple[str, ...]:
        """What stands in brackets after the help."""
        facts = (
            ("deprecated" if self.deprecated == "yes" else f"deprecated: {self.deprecated}")
            if self.deprecated
            else "",
            "required" if self.required else "",
            self.bounds,
            "repeatable" if self.repeatable else "",
            f"default: {self.default}" if self.default is not None else "",
            f"env: {', '.join(self.env)}" if self.env else "",
        )
        return tuple(fact for fact in facts if fact)


class HelpPanel(Record):
    """Rows under one title."""

    title: str
    rows: tuple[HelpRow, ...]


class HelpExample(Record):
    """A command line that can be run, and what it does."""

    line: str
    description: str = ""


class HelpPage(Record):
    """What there is to know about an app, a group or a command."""

    kind: str
    """app, group or command."""
    name: str
    """How it is called: `files db migrate`."""
    usage: str
    """The command line, for people."""
    call: str
    """The command line, for agents: only what has to be given."""
    version: str = ""
    description: str = ""
    deprecated: str = ""
    aliases: tuple[str, ...] = ()
    when_to_use: str = ""
    returns: str = ""
    """The type of the result, in few words."""
    panels: tuple[HelpPanel, ...] = ()
    examples: tuple[HelpExample, ...] = ()
    behavior: tuple[str, ...] = ()
    """What running it does: `read-only`, `destructive: needs --yes`."""
    notes: tuple[str, ...] = ()
    """Relations between its params."""
    environment: str = ""
    """Where variables of the environment set params that do not name them."""
    epilog: str = ""
    global_options: HelpPanel | None = None
    """The framework's flags, which are the same everywhere."""
    builtins: HelpPanel | None = None
    """The commands that every app has."""
    agent_flags: tuple[str, ...] = ()
    """Those of them that an agent may need here."""


def document(record: Record) -> dict[str, Any]:
    """Return a record as JSON's types; what says nothing is left out."""
    fields = ((name, getattr(record, name)) for name in record.__fields__)
    return {name: _plain(value) for name, value in fields if value or (name == "default" and value == "")}


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return document(value)
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
