"""The key of an app's cursors: 32 random bytes in a file that only its owner can read.

The file appears whole or not at all, and of processes that start together all use the same key.
"""

from __future__ import annotations

import os
from pathlib import Path

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["secret"]

NAME = "cursor.key"
SIZE = 32


def secret(directory: Path | None, warn: Callable[[str], None]) -> bytes:
    """Return the key kept in a directory, made if there is none.

    Where it cannot be kept, the key is a new one and `warn` is told: keep it for the life of the process.
    """
    if directory is not None:
        try:
            return _read(directory / NAME) or _made(directory)
        except OSError:
            pass
    warn("cursors of this process end with it: its state directory cannot be used")
    return os.urandom(SIZE)


def _read(path: Path) -> bytes | None:
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        return None
    return key if len(key) == SIZE else None


def _made(directory: Path) -> bytes:
    """Put a new key in its place, unless another process was quicker, and return the one that is there."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = directory / NAME
    draft = directory / f"{NAME}.{os.getpid()}.{os.urandom(8).hex()}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(draft, flags, 0o600)
    try:
        try:
            os.write(handle, os.urandom(SIZE))
        finally:
            os.close(handle)
        _place(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    key = _read(path)
    if key is None:
        raise OSError(f"{NAME} cannot be read back")
    return key


def _place(draft: Path, path: Path) -> None:
    """Give the draft its name if nobody has it; a file that holds no key is replaced."""
    try:
        os.link(draft, path)
    except FileExistsError:
        if _read(path) is None:
            os.replace(draft, path)
    except OSError:  # a file system without links
        if _read(path) is None:
            os.replace(draft, path)
