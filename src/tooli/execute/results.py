"""What is left of results that cannot be made again, kept in the app's store for an hour."""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

from tooli.errors import InputError
from tooli.execute.app_store import app_store, store_key
from tooli.execute.encode import encode
from tooli.execute.outcome_text import content_of
from tooli.execute.secret import secret
from tooli.execute.settings import setting
from tooli.execute.shaped_files import Described, in_full
from tooli.execute.state_dir import state_dir

if TYPE_CHECKING:
    from tooli.execute import Call

LIFETIME = 3600
"""Seconds a stored result is kept."""


def now() -> int:
    """Return the time, in seconds since 1970."""
    return int(time.time())


def cursor_key(call: Call) -> bytes:
    """Return the key of the app's cursors, the same for the life of the process.

    Where a store was chosen the key is kept there: machines that share it read each other's cursors.
    """
    runtime = call.runtime
    memo: bytes | None = runtime.__dict__.get("_cursor_key")
    if memo is None:
        if setting(runtime, "store"):
            with closing(app_store(runtime)) as store:
                memo = store_key(store)
        else:
            directory = state_dir(runtime.name, runtime.environ, sys.platform)
            memo = secret(directory, call.warnings.append)
        runtime.__dict__["_cursor_key"] = memo
    return memo


def save(call: Call, items: list[Any]) -> str:
    """Store items and return the name they are stored under."""
    name = os.urandom(12).hex()
    kinds = {at: item.file.kind for at, item in enumerate(items) if isinstance(item, Described)}
    data = in_full(items)
    text = encode({"items": data, "files": kinds} if kinds else data, [])
    with closing(app_store(call.runtime)) as store:
        store.put(_place(call, name), text, LIFETIME)
    return name


def check_store(call: Call) -> None:
    """Raise the error of a store that takes nothing, before there is something to lose."""
    cursor_key(call)
    with closing(app_store(call.runtime)) as store:
        store.put(_place(call, f"check-{os.urandom(12).hex()}"), "", 1)


def load(call: Call, name: str) -> list[Any]:
    """Return stored items, or say that they are gone."""
    with closing(app_store(call.runtime)) as store:
        text = store.get(_place(call, name))
    if text is None:
        raise InputError(
            "the rest of this result is no longer stored",
            code="E1911",
            field="cursor",
            suggestion="Run the command again without a cursor, if that is safe.",
        )
    kept = json.loads(text)
    if isinstance(kept, list):
        return kept
    items: list[Any] = kept["items"]
    for at, kind in kept["files"].items():
        items[int(at)] = content_of(kind, items[int(at)])
    return items


def _place(call: Call, name: str) -> str:
    return f"page/{call.runtime.name}/{name}"
