"""The store of one machine: a SQLite file that only its owner can read, used by many processes at once."""

from __future__ import annotations

import os
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from tooli.store.base import unusable

T = TypeVar("T")

PATIENCE = 30.0
"""Seconds to wait while other processes write."""
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
_SETUP = (
    "PRAGMA journal_mode = WAL",
    # A power cut must not lose what was answered for: such a call would run twice.
    "PRAGMA synchronous = FULL",
    "CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires REAL NOT NULL)",
    "CREATE INDEX IF NOT EXISTS entries_expires ON entries (expires)",
)
_PUT = """
INSERT INTO entries (key, value, expires) VALUES (?, ?, ?)
ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires = excluded.expires WHERE expires <= ?
"""


class SqliteStore:
    """A store in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._lock = threading.Lock()

    def get(self, key: str) -> str | None:
        """Return what is stored under a key."""
        sql = "SELECT value FROM entries WHERE key = ? AND expires > ?"
        row = self._do(lambda db: db.execute(sql, (key, time.time())).fetchone())
        return None if row is None else str(row[0])

    def put(self, key: str, value: str, seconds: float) -> bool:
        """Store a value unless the key has one; say whether it was stored."""
        now = time.time()
        if not self._changes(_PUT, key, value, now + seconds, now):
            return False
        self._changes("DELETE FROM entries WHERE expires <= ?", now)
        return True

    def replace(self, key: str, old: str, new: str, seconds: float) -> bool:
        """Store a value if the key has exactly `old`; say whether it was stored."""
        now = time.time()
        sql = "UPDATE entries SET value = ?, expires = ? WHERE key = ? AND value = ? AND expires > ?"
        return self._changes(sql, new, now + seconds, key, old, now)

    def delete(self, key: str, old: str | None = None) -> bool:
        """Remove a key, if it has exactly `old` where that is given; say whether it was removed."""
        sql = "DELETE FROM entries WHERE key = ? AND value = coalesce(?, value) AND expires > ?"
        return self._changes(sql, key, old, time.time())

    def entries(self, prefix: str) -> Iterator[tuple[str, str, float]]:
        """Give key, value and moment of expiry of every key with a prefix."""
        sql = """
        SELECT key, value, expires FROM entries
        WHERE key >= :prefix AND substr(key, 1, length(:prefix)) = :prefix AND expires > :now ORDER BY key
        """
        values = {"prefix": prefix, "now": time.time()}
        yield from self._do(lambda db: db.execute(sql, values).fetchall())

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _changes(self, sql: str, *values: object) -> bool:
        return self._do(lambda db: db.execute(sql, values).rowcount) > 0

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do one piece of work; where SQLite does not wait by itself for other processes, try again."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                with self._lock:
                    return work(self._connected())
            except sqlite3.OperationalError as error:
                code = getattr(error, "sqlite_errorcode", 0) & 0xFF
                if code not in _BUSY or time.monotonic() > end:
                    raise unusable(str(self._path), error) from error
                time.sleep(random.uniform(0.005, 0.05))
            except (OSError, sqlite3.Error) as error:
                raise unusable(str(self._path), error) from error

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # SQLite would make it readable for others; its own helper files take over these permissions.
            os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
            opened = sqlite3.connect(
                self._path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            try:
                for statement in _SETUP:
                    opened.execute(statement)
            except BaseException:
                opened.close()
                raise
            self._connection = opened
        return self._connection
