"""The store of an app: what the setting `store` names, else a file in the app's state directory."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from tooli.execute.settings import setting
from tooli.execute.state_dir import state_dir
from tooli.store.by_url import open_store

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.store.base import Store

FILE = "store.db"
_KEY = "key"
_FOREVER = 100 * 365 * 24 * 3600


def app_store(runtime: Runtime) -> Store:
    """Return the store of an app; whoever opens it closes it."""
    directory = state_dir(runtime.name, runtime.environ, sys.platform)
    url = setting(runtime, "store")
    return open_store(url or None, None if directory is None else directory / FILE)


def store_key(store: Store) -> bytes:
    """Return the store's own random key, the same for all who use the store."""
    key = store.get(_KEY)
    if key is None:
        made = os.urandom(32).hex()
        key = made if store.put(_KEY, made, _FOREVER) else store.get(_KEY)
    return bytes.fromhex(key or "")
