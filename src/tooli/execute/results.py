"""What is left of results that cannot be made again, kept in the app's state directory for an hour."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import TYPE_CHECKING, Any

from tooli.errors import InputError
from tooli.execute.encode import encode
from tooli.execute.secret import secret
from tooli.execute.state_dir import state_dir

if TYPE_CHECKING:
    from pathlib import Path

    from tooli.execute.call import Call

LIFETIME = 3600
"""Seconds a stored result is kept."""


def now() -> int:
    """Return the time, in seconds since 1970."""
    return int(time.time())


def cursor_key(call: Call) -> bytes:
    """Return the key of the app's cursors, the same for the life of the process."""
    memo: bytes | None = call.runtime.__dict__.get("_cursor_key")
    if memo is None:
        memo = secret(_directory(call), call.warnings.append)
        call.runtime.__dict__["_cursor_key"] = memo
    return memo


def _directory(call: Call) -> Path | None:
    return state_dir(call.runtime.name, call.runtime.environ, sys.platform)


def save(call: Call, items: list[Any]) -> str:
    """Store items and return the name they are stored under; old ones are thrown away."""
    directory = _directory(call)
    if directory is None:
        raise InputError("a page needs a state directory, and there is no home", code="E1911", field="limit")
    folder = directory / "results"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for old in folder.iterdir():
        if old.stat().st_mtime < time.time() - LIFETIME:
            old.unlink(missing_ok=True)
    name = os.urandom(12).hex()
    draft = folder / f"{name}.part"
    draft.touch(mode=0o600)
    draft.write_text(encode(items, []), encoding="utf-8")
    draft.replace(folder / name)
    return name


def load(call: Call, name: str) -> list[Any]:
    """Return stored items, or say that they are gone."""
    directory = _directory(call)
    path = None if directory is None else directory / "results" / name
    if path is None or not path.is_file():
        raise InputError(
            "the rest of this result is no longer stored",
            code="E1911",
            field="cursor",
            suggestion="Run the command again without a cursor, if that is safe.",
        )
    items: list[Any] = json.loads(path.read_text(encoding="utf-8"))
    return items
