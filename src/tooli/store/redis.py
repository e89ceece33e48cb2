"""The store of a fleet: a Redis server, or one that speaks its protocol."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

from tooli.errors import DependencyError, InputError, Suggestion
from tooli.store.base import unusable

PREFIX = "tooli:"
"""What the keys on the server begin with."""
_REPLACE = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1
"""
_DELETE = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
"""


class RedisStore:
    """A store on a server."""

    def __init__(self, url: str) -> None:
        try:
            import redis
        except ImportError:
            raise DependencyError(
                "the store redis:// needs the extra tooli[redis]",
                suggestion=Suggestion(
                    "Install the extra.", action="fix", example="pip install 'tooli[redis]'"
                ),
            ) from None
        try:
            parts = urlsplit(url)
        except ValueError as error:
            raise InputError(f"store: {error}", field="store") from None
        self._place = f"{parts.scheme}://{parts.hostname or ''}{parts.path}"  # without user and password
        self._failure: type[Exception] = redis.RedisError
        try:
            self._client: Any = redis.Redis.from_url(
                url, decode_responses=True, socket_connect_timeout=5, socket_timeout=30
            )
        except ValueError as error:
            raise InputError(f"store: {self._place}: {error}", field="store") from None

    def get(self, key: str) -> str | None:
        """Return what is stored under a key."""
        value: str | None = self._do(lambda: self._client.get(PREFIX + key))
        return value

    def put(self, key: str, value: str, seconds: float) -> bool:
        """Store a value unless the key has one; say whether it was stored."""
        milliseconds = int(seconds * 1000)
        return bool(self._do(lambda: self._client.set(PREFIX + key, value, nx=True, px=milliseconds)))

    def replace(self, key: str, old: str, new: str, seconds: float) -> bool:
        """Store a value if the key has exactly `old`; say whether it was stored."""
        values = (old, new, int(seconds * 1000))
        return bool(self._do(lambda: self._client.eval(_REPLACE, 1, PREFIX + key, *values)))

    def delete(self, key: str, old: str | None = None) -> bool:
        """Remove a key, if it has exactly `old` where that is given; say whether it was removed."""
        if old is None:
            return bool(self._do(lambda: self._client.delete(PREFIX + key)))
        return bool(self._do(lambda: self._client.eval(_DELETE, 1, PREFIX + key, old)))

    def entries(self, prefix: str) -> Iterator[tuple[str, str, float]]:
        """Give key, value and moment of expiry of every key with a prefix."""
        pattern = "".join(f"\\{c}" if c in "*?[]\\^" else c for c in PREFIX + prefix) + "*"
        found = self._do(lambda: set(self._client.scan_iter(match=pattern, count=1000)))
        for key in sorted(found):
            both = self._client.pipeline().get(key).pttl(key)
            value, left = self._do(both.execute)
            if value is not None:
                yield key.removeprefix(PREFIX), value, time.time() + left / 1000

    def close(self) -> None:
        """Close the connections."""
        self._do(self._client.close)

    def _do(self, work: Callable[[], Any]) -> Any:
        try:
            return work()
        except self._failure as error:
            raise unusable(self._place, error) from error
