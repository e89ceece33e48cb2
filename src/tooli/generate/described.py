"""What a generator knows of an app: its commands as the command line spells them, and how they go together.

Made by the command line, which alone knows usage lines and spellings; every document is a projection of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tooli.types import Record

if TYPE_CHECKING:
    from tooli.model import Command
    from tooli.render.help_page import HelpPage, HelpRow


class ShownExample(Record):
    """A command line that can be run, and what it printed when it was."""

    line: str
    description: str = ""
    output: str = ""
    """Empty when nobody ran it."""


class Step(Record):
    """A command that may follow another, and when."""

    command: str
    when: str = ""


class DescribedCommand(Record):
    """One command."""

    command: Command
    page: HelpPage
    task: str
    """The heading it stands under."""
    call: str
    """How it is called, without the program: its name and what has to be given."""
    rules: Mapping[str, str]
    """What holds for the value of a param beyond its type, by the name its row has."""
    yes: str = ""
    """How its go-ahead is spelt; empty when it needs none."""
    dry_run: str = ""
    """How its dry run is asked for; empty when it has none of its own."""
    pages: bool = False
    """Whether it gives a list or a stream, which can be paged."""
    after: tuple[Step, ...] = ()
    """What may follow it."""
    before: tuple[Step, ...] = ()
    """What it may follow."""
    pipe: Mapping[str, Any] = {}
    examples: tuple[ShownExample, ...] = ()
    failures: tuple[str, ...] = ()
    """The framework's error codes that its params and behaviour make likely."""

    @property
    def name(self) -> str:
        """Its name within the app."""
        return self.command.name

    @property
    def rows(self) -> tuple[HelpRow, ...]:
        """Its params."""
        return tuple(
            row
            for panel in self.page.panels
            for row in panel.rows
            if row.kind in ("argument", "option", "field")
        )

    @property
    def errors(self) -> tuple[HelpRow, ...]:
        """The errors it declares."""
        return tuple(row for panel in self.page.panels for row in panel.rows if row.kind == "error")


class DescribedApp(Record):
    """An app."""

    name: str
    version: str
    description: str
    program: str
    """What a command line begins with."""
    commands: tuple[DescribedCommand, ...]
    single: bool = False
    """Whether its one command runs without its name."""
    taken: frozenset[str] = frozenset()
    """Names that the app's own commands take from the built-in ones."""
    triggers: tuple[str, ...] = ()
    anti_triggers: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    sections: Mapping[str, str] = {}
    """The developer's own sections, by their titles."""
    environment: str = ""
    """Where variables set params that do not name them."""
    global_options: tuple[HelpRow, ...] = ()
    source: tuple[str, str] | None = None
    """The module and the variable that hold the app, where they are known."""

    def built_in(self, line: str) -> str:
        """Return the command line of a built-in command."""
        hidden = self.single or line.split(maxsplit=1)[0] in self.taken
        return f"{self.program} {'tooli ' if hidden else ''}{line}"

    @property
    def about(self) -> str:
        """What it is for, in one line."""
        return self.description.strip() or f"The commands of {self.name}"

    @property
    def by_task(self) -> dict[str, list[DescribedCommand]]:
        """Its commands under the headings of their tasks, in the order of declaration."""
        found: dict[str, list[DescribedCommand]] = {}
        for command in self.commands:
            found.setdefault(command.task, []).append(command)
        return found
