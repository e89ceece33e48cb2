"""What an agent pays for answers, and for a whole session: the two tables of `benchmarks/tokens` in short."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.harness import Harness
from benchmarks.markdown import Table
from benchmarks.tokens.run import notations, opening, pages_of_all, session_table


def answers(_: Harness) -> Table:
    """The tokens of four answers in every notation."""
    return replace(notations(), title="Tokens of answers")


def session(_: Harness) -> Table:
    """The tokens of a session with a tool of 72 commands."""
    table = session_table(pages_of_all())
    return replace(table, title="Tokens of a session", note=f"{opening().strip()} {table.note}")
