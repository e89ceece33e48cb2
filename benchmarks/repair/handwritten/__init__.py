"""Mistakes written by hand, from how agents and people really fail.

Habits of other tools, shortened names, units, dates as people write them, JSON as Python prints it, names of
other protocols' tools. Each file is one command set's, `python` has the calls with an object of arguments.
"""

from __future__ import annotations

from benchmarks.repair.handwritten import agenda, convert, dbadmin, deploy, files, orders, python
from benchmarks.repair.mistake import Mistake


def handwritten() -> list[Mistake]:
    """All hand-written mistakes, in a fixed order."""
    books = (files.book, deploy.book, orders.book, agenda.book, dbadmin.book, convert.book, *python.BOOKS)
    return [mistake for book in books for mistake in book.mistakes]
