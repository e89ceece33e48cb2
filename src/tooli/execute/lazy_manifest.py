"""What is known of a lazy group without importing it: its commands, kept from the last time it was imported.

It holds as long as the files that declare the commands are the same.
"""

from __future__ import annotations

import json
import os
import sys
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from tooli.execute.state_dir import state_dir
from tooli.model.catalog import Catalog, Entry, Group
from tooli.search.commands import Row, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

FORMAT = 1


class LazyManifest:
    """The kept listing of one lazy group."""

    def __init__(self, app: str, target: str, load: Callable[[], Group], environ: Mapping[str, str]) -> None:
        self.target = target
        self.load = load
        folder = state_dir(app, environ, sys.platform)
        # The same words may name another module where Python looks elsewhere for it.
        key = sha256(f"{target}\n{sys.path[0] if sys.path else ''}".encode()).hexdigest()[:16]
        self._path = None if folder is None else folder / "lazy" / f"{key}.json"

    def known(self) -> list[Row] | None:
        """Return the group's commands if they are still what was kept; nothing is imported."""
        if self._path is None:
            return None
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            if kept["format"] != FORMAT or any(
                _stamp(file) != stamp for file, stamp in kept["files"].items()
            ):
                return None
            return [Row.from_dict(row) for row in kept["rows"]]
        except (OSError, ValueError, KeyError, TypeError):
            return None  # nothing was kept, or it is not readable any more

    def made(self) -> list[Row]:
        """Return the group's commands: as kept, else by importing it, and keep them."""
        found = self.known()
        if found is not None:
            return found
        group = self.load()
        found = list(rows(Catalog(group)))
        self._keep(found, {file: _stamp(file) for file in sorted(set(self._files(group)))})
        return found

    def _files(self, group: Group) -> Iterator[str]:
        module = sys.modules.get(self.target.partition(":")[0])
        file = getattr(module, "__file__", None)
        if file:
            yield file
        for node in group.children.values():
            if isinstance(node, Group):
                yield from self._files(node)
            elif isinstance(node, Entry) and hasattr(node.function, "__code__"):
                yield node.function.__code__.co_filename

    def _keep(self, found: list[Row], files: Mapping[str, Any]) -> None:
        if self._path is None:
            return
        draft = self._path.with_suffix(f".{os.getpid()}")
        kept = {"format": FORMAT, "files": files, "rows": [row.to_dict() for row in found]}
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft.write_text(json.dumps(kept, ensure_ascii=False), encoding="utf-8")
            draft.replace(self._path)
        except OSError:
            pass  # a disk that takes nothing makes the next look slower, no more


def _stamp(file: str) -> list[int] | None:
    try:
        seen = os.stat(file)
    except OSError:
        return None
    return [seen.st_mtime_ns, seen.st_size]
