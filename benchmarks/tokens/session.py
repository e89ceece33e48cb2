"""One session of an agent, as arithmetic on the texts it reads and writes.

The session starts with a short note that the tool exists, finds three commands in two groups, makes five
calls and reads five answers of average size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from benchmarks.tokens.commands import ABOUT, GROUPS, PROGRAM
from benchmarks.tokens.ours import CALLS
from benchmarks.tokens.peers import Pages
from tooli.execute.tokens import count

CALLS_MADE = 5
COMMANDS_LEARNED = 3
GROUPS_OPENED = 2
WRITTEN_COSTS = 8
"""What a token that a model writes costs, in tokens that it reads, at usual prices."""

NOTE = f"---\nname: {PROGRAM}\ndescription: {ABOUT} Start with the command `{PROGRAM} --help`.\n---\n"


@dataclass(frozen=True)
class Session:
    """What one way of offering the commands costs an agent."""

    name: str
    start: float
    discovery: float
    calls: float
    answers: float

    @property
    def weighted(self) -> float:
        """The price, in read tokens."""
        return self.start + self.discovery + self.answers + WRITTEN_COSTS * self.calls


@dataclass(frozen=True)
class Help:
    """What the help of an app costs: the first page, the mean of the groups', the mean of the commands'."""

    root: float
    group: float
    command: float


def tokens(text: str) -> int:
    """Return how many tokens a text has."""
    return count(text)[0]


def average(texts: Sequence[str]) -> float:
    """Return how many tokens the texts have on average."""
    return mean(tokens(text) for text in texts)


def help_of(pages: Pages) -> Help:
    """Count the pages of an app."""
    groups = [pages[name,] for name in GROUPS]
    return Help(
        tokens(pages[()]), average(groups), average([text for path, text in pages.items() if len(path) == 2])
    )


def command_line_session(
    name: str, help: Help, answers: Sequence[str], names_at_root: bool = False, flag: str = ""
) -> Session:
    """A session with a command line tool.

    names_at_root: the first page names every command. flag: what every call has to say.
    """
    finding = help.root + (0 if names_at_root else GROUPS_OPENED * help.group)
    lines = [f"{PROGRAM} {' '.join(words)}{flag}" for words in CALLS.values()]
    return Session(
        name,
        start=tokens(NOTE),
        discovery=finding + COMMANDS_LEARNED * help.command,
        calls=CALLS_MADE * average(lines),
        answers=CALLS_MADE * average(answers),
    )
