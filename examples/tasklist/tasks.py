"""The tasks, in a SQLite file. Plain Python: it knows nothing of the framework."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypedDict

SAMPLE = ":sample:"
"""The name of a list in memory, to try things on."""
_SETUP = "CREATE TABLE IF NOT EXISTS tasks (id INTEGER PRIMARY KEY, title TEXT NOT NULL, done TEXT)"


class Task(TypedDict):
    """Something to do; `done` is the day on which it was."""

    id: int
    title: str
    done: str | None


def exists(file: str) -> bool:
    """Whether there is a list: a file with something in it, or the sample."""
    return file == SAMPLE or (Path(file).exists() and Path(file).stat().st_size > 0)


@contextmanager
def opened(file: str, *, writes: bool = True) -> Iterator[sqlite3.Connection]:
    """Open a list; one to write to is made if there is none. Changes are kept unless something goes wrong."""
    mode = "rwc" if writes else "ro"
    place = ":memory:" if file == SAMPLE else f"{Path(file).absolute().as_uri()}?mode={mode}"
    with closing(sqlite3.connect(place, uri=True)) as database:
        if writes or file == SAMPLE:
            database.execute(_SETUP)
        if file == SAMPLE:
            database.executescript(Path(__file__).with_name("sample.sql").read_text(encoding="utf-8"))
        with database:
            yield database


def add(database: sqlite3.Connection, title: str) -> Task:
    """Add a task."""
    number = database.execute("INSERT INTO tasks (title) VALUES (?)", (title,)).lastrowid
    return Task(id=number or 0, title=title, done=None)


def found(database: sqlite3.Connection, number: int) -> Task | None:
    """Return a task by its number."""
    row = database.execute("SELECT id, title, done FROM tasks WHERE id = ?", (number,)).fetchone()
    return None if row is None else _task(row)


def listed(database: sqlite3.Connection, *, done: bool | None = None) -> list[Task]:
    """Return the tasks, all or only those that are (not) done."""
    sql = "SELECT id, title, done FROM tasks WHERE :done IS NULL OR (done IS NOT NULL) = :done ORDER BY id"
    return [_task(row) for row in database.execute(sql, {"done": done})]


def finish(database: sqlite3.Connection, number: int, day: str) -> None:
    """Note that a task is done."""
    database.execute("UPDATE tasks SET done = ? WHERE id = ?", (day, number))


def delete(database: sqlite3.Connection, number: int) -> None:
    """Delete a task."""
    database.execute("DELETE FROM tasks WHERE id = ?", (number,))


def _task(row: tuple[int, str, str | None]) -> Task:
    number, title, done = row
    return Task(id=number, title=title, done=done)
