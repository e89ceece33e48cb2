"""The audit log: one JSON object a line, appended in one write, so that many processes can share a file.

A file that has grown large is set aside as `NAME.1`, `NAME.2` …; nothing is ever deleted. Nothing here waits:
what cannot be written now is told to the caller as a warning.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

LARGE = 10_000_000
"""Bytes after which a file is set aside."""
_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
# A pipe that nobody reads would block the one who opens it; O_NONBLOCK makes that an error.


def append(path: str, event: Mapping[str, Any], large: int = LARGE) -> str | None:
    """Add an event to the log; say why it could not be written, or None."""
    line = json.dumps(event, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
    try:
        _make_room(path, large)
        written = _write(path, line)
    except OSError as error:
        return error.strerror or type(error).__name__
    return None if written == len(line) else "only a part of the line was written"


def _write(path: str, line: bytes) -> int:
    try:
        descriptor = os.open(path, _FLAGS, 0o600)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path) or ".", mode=0o700, exist_ok=True)
        descriptor = os.open(path, _FLAGS, 0o600)
    try:
        return os.write(descriptor, line)
    finally:
        os.close(descriptor)


def _make_room(path: str, large: int) -> None:
    """Set a large file aside. One process does it; the others go on appending, to whichever file it is."""
    if not _is_large(path, large):
        return
    lock = f"{path}.lock"
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if _is_taken(descriptor) or not _is_large(path, large):
            return
        number = 1
        while os.path.exists(f"{path}.{number}"):
            number += 1
        os.rename(path, f"{path}.{number}")
    finally:
        os.close(descriptor)


def _is_large(path: str, large: int) -> bool:
    try:
        return os.stat(path).st_size >= large
    except FileNotFoundError:
        return False


def _is_taken(descriptor: int) -> bool:
    """Take the lock that goes with an open file; whether another process has it."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined] # on Windows
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    return False
