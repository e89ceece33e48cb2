"""The sandbox of paths: which paths a call may name. Symlinks and `..` are followed before a path is judged.

A guard against mistakes and injected instructions: what a function opens by itself is not seen here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import PurePath
from typing import Any

from tooli.errors import AuthError, Suggestion
from tooli.schema.invalid import cut
from tooli.types import Record


class Sandbox(Record):
    """Where paths may lead. All of its own paths are absolute and real."""

    root: str | None
    """Where relative paths start; None for the process's working directory."""
    allowed: tuple[str, ...]
    denied: tuple[str, ...] = ()

    def place(self, path: str) -> str:
        """Return a path as it is meant: a relative one starts at the root."""
        return path if self.root is None else os.path.join(self.root, path)

    def holds(self, path: str) -> bool:
        """Whether a path, wherever its links lead, is one of those allowed."""
        if "\0" in path:
            return False
        real = os.path.realpath(path)
        if any(inside(folder, real) for folder in self.denied):
            return False
        return any(inside(folder, real) for folder in self.allowed)

    def check(self, field: str, path: str, shown: str) -> None:
        """Refuse a path that leads outside, telling it as the caller gave it."""
        if not self.holds(path):
            raise AuthError(
                f"{field}: {cut(repr(shown))} is outside the sandbox",
                code="E2904",
                field=field,
                suggestion=Suggestion(self._advice(path), action="fix"),
                details={"value": cut(shown)},
            )

    def _advice(self, path: str) -> str:
        # Where the root lies is not for a caller from elsewhere to know.
        if self.root is not None:
            return "Give a path inside the sandbox; a relative one starts at its root."
        if any(inside(folder, os.path.realpath(path)) for folder in self.denied if "\0" not in path):
            return "Give another path: this one leads to where none may be named."
        return f"Give a path inside {', '.join(self.allowed)}." if self.allowed else "No path is allowed."


def read_sandbox(setting: object) -> Sandbox:
    """Return the sandbox a setting stands for: one folder, or `root`, `allowed` and `denied` ones."""
    if isinstance(setting, (str, os.PathLike)):
        setting = {"root": setting}
    assert isinstance(setting, Mapping)
    root = setting.get("root")
    base = os.path.realpath(root) if root is not None else None
    allowed = _folders(setting.get("allowed"), base)
    if base is not None and setting.get("allowed") is None:
        allowed = (base,)
    elif setting.get("allowed") is None:
        allowed = (os.path.abspath(os.sep),)  # only some paths are denied
    return Sandbox(root=base, allowed=allowed, denied=_folders(setting.get("denied"), base))


_LEAVES = frozenset({str, int, float, bool, bytes, type(None)})
"""Types of values that hold no others, and are no paths: by far the most values are of these."""


def paths_in(value: Any) -> list[str]:
    """Return every path inside a value: in lists, dicts, dataclasses and models."""
    found: list[str] = []
    pending = [value]
    for item in pending:  # what is inside one is looked at after it
        if item.__class__ in _LEAVES:
            continue
        if isinstance(item, PurePath):
            found.append(os.fspath(item))
        elif isinstance(item, (list, tuple, set, frozenset)):
            pending += item
        elif isinstance(item, Mapping):
            pending += item
            pending += item.values()
        elif hasattr(item, "__pydantic_fields__"):
            pending += vars(item).values()
        elif is_dataclass(item) and not isinstance(item, type):
            pending += (getattr(item, field.name) for field in fields(item))
    return found


def _folders(listed: Any, base: str | None) -> tuple[str, ...]:
    return tuple(os.path.realpath(os.path.join(base or "", one)) for one in listed or ())


def inside(folder: str, path: str) -> bool:
    """Whether a real path is a folder, or lies in it."""
    folder, path = os.path.normcase(folder), os.path.normcase(path)
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
