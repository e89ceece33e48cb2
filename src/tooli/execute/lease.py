"""A sign of life in a store: for processes that cannot look whether another one, elsewhere, still runs."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from tooli.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tooli.store.base import Store

LASTS = 30.0
"""Seconds after which a sign of life counts no more."""
_EVERY = LASTS / 3
_SIGN = "alive"


class Lease:
    """Gives a sign of life under a key, until it is ended."""

    def __init__(self, key: str, open_store: Callable[[], Store]) -> None:
        self._key = key
        self._open_store = open_store
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._renew, name="tooli-lease", daemon=True)

    def begin(self, store: Store) -> None:
        """Give the first sign, and go on in a thread with a store of its own."""
        store.put(self._key, _SIGN, LASTS)
        self._thread.start()

    def end(self, store: Store) -> None:
        """Take the sign away."""
        self._ended.set()
        store.delete(self._key)

    def _renew(self) -> None:
        store: Store | None = None
        while not self._ended.wait(_EVERY):
            try:
                store = store or self._open_store()
                if not store.replace(self._key, _SIGN, _SIGN, LASTS):
                    store.put(self._key, _SIGN, LASTS)
            except ToolError:
                continue  # the store may be back in time
        if store is not None:
            store.close()
