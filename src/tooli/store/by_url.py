"""A store, by its URL: `sqlite:///PATH` is a file, `redis://HOST` a server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tooli.errors import DependencyError, InputError
from tooli.schema.invalid import shown

if TYPE_CHECKING:
    from tooli.store.base import Store

SCHEMES = ("sqlite", "redis", "rediss", "unix")


def open_store(url: str | None, default: Path | None) -> Store:
    """Return the store of a URL; without one, the file `default`. Nothing is opened before it is used."""
    if url is None:
        if default is None:
            raise DependencyError(
                "there is no place to keep anything: the environment names no home",
                suggestion="Set HOME, or TOOLI_STORE to sqlite:///PATH or redis://HOST.",
            )
        return _file(default)
    scheme, colon, rest = url.partition(":")
    if colon and scheme in SCHEMES[1:]:
        from tooli.store.redis import RedisStore

        return RedisStore(url)
    if scheme == "sqlite" and rest.startswith("///") and rest != "///":
        return _file(Path(rest[3:]).expanduser())
    raise InputError(
        f"store: {shown(scheme + colon if colon else url)} is not sqlite:///PATH or redis://HOST",
        field="store",
        suggestion="Write sqlite:///PATH (four slashes for an absolute path) or redis://HOST:PORT/NUMBER.",
    )


def _file(path: Path) -> Store:
    from tooli.store.sqlite import SqliteStore

    return SqliteStore(path)
