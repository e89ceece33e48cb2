"""A stdout that does not take the answer: for the moment, because nobody reads it, or not at all.

Cold: a stdout that works never comes here.
"""

from __future__ import annotations

import errno
import os
import select
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tooli.surfaces.cli.streams import Streams

CLOSED = (errno.EPIPE, errno.ECONNRESET, errno.ESHUTDOWN)


class Unwritable(OSError):
    """The answer cannot be written."""


def wait_or_raise(descriptor: int | None, error: OSError) -> None:
    """Wait until a descriptor that does not block takes more; raise `Unwritable` for any other error."""
    if not isinstance(error, BlockingIOError) or descriptor is None:
        raise Unwritable(error.errno, error.strerror) from error
    if os.name == "nt":
        time.sleep(0.01)  # there, only sockets can be waited for
    else:
        select.select([], [descriptor], [])


def tell_unwritable(streams: Streams, error: OSError) -> int:
    """Nobody reads any more: leave quietly. The output cannot be written: say so on stderr."""
    if error.errno in CLOSED:
        return 141
    reason = os.strerror(error.errno) if error.errno else str(error)
    streams.err(f"error: the output cannot be written: {reason}\ncode: E4906\n")
    return 74
