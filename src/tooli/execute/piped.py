"""The process's stdin: what it is, and whether something comes through it."""

from __future__ import annotations

import os
import select
import stat
import sys
import time
from typing import TYPE_CHECKING, BinaryIO

from tooli.errors import InputError
from tooli.schema.invalid import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tooli.caller.caller import Caller

WAIT_SECONDS = 5.0
"""How long an agent or a CI system may keep stdin open without a byte."""
VARIABLE = "TOOLI_STDIN_WAIT"
_PAUSE = 0.02


def is_terminal(stream: BinaryIO) -> bool:
    """Whether a person types there."""
    try:
        return stream.isatty()
    except (OSError, ValueError):  # it was closed
        return False


def is_piped(stream: BinaryIO) -> bool:
    """Whether data was put there: a file, a FIFO or a socket, or a stream that is no descriptor at all."""
    number = _descriptor(stream)
    if number is None:
        return not stream.closed
    try:
        mode = os.fstat(number).st_mode
    except OSError:
        return False
    return stat.S_ISREG(mode) or stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _descriptor(stream: BinaryIO) -> int | None:
    try:
        return stream.fileno()
    except (OSError, ValueError):
        return None


def patience(caller: Caller, environ: Mapping[str, str]) -> float | None:
    """Return how many seconds to wait for a first byte; None for a caller who may take any time."""
    text = environ.get(VARIABLE)
    if text:
        try:
            seconds = float(text)
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds < 1e9:
            raise InputError(f"{VARIABLE}: {shown(text)} is not a number of seconds", field=VARIABLE)
        return seconds
    return WAIT_SECONDS if caller.is_agent or caller.is_ci else None


def arrives(
    stream: BinaryIO,
    seconds: float,
    *,
    platform: str = sys.platform,
    clock: Callable[[], float] = time.monotonic,
) -> bool:
    """Wait until there is something to read, or the end; return whether that came in time."""
    number = _descriptor(stream)
    if number is None:
        return True
    if platform != "win32":
        return bool(select.select([number], [], [], seconds)[0])
    end = clock() + seconds
    while not _holds(number):  # Windows can wait for sockets only: a pipe has to be asked
        if clock() >= end:
            return False
        time.sleep(_PAUSE)
    return True


def _holds(number: int) -> bool:
    """Whether a Windows pipe holds data or has ended; other handles are taken to."""
    import _winapi
    import msvcrt

    try:
        handle = msvcrt.get_osfhandle(number)  # type: ignore[attr-defined] # there on Windows
        return bool(_winapi.PeekNamedPipe(handle, 0)[0])  # type: ignore[attr-defined] # as above
    except OSError:
        return True
