"""Versions of commands: how they compare, and several of them under one name.

Cold: imported when a command is declared a second time, or one is asked for by `name@version`.
"""

from __future__ import annotations

import re
from functools import cmp_to_key
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tooli.errors import DeclarationError, NotFoundError, Suggestion
from tooli.model.catalog import Entry, Group

if TYPE_CHECKING:
    from tooli.model import Command
    from tooli.model.catalog import Catalog
    from tooli.model.lazy import Lazy

VERSION = re.compile(
    r"""
    v?(?:(?P<epoch>\d+)!)?
    (?P<release>\d+(?:\.\d+)*)
    (?:[-_.]?(?P<pre>alpha|beta|preview|pre|rc|a|b|c)[-_.]?(?P<pre_number>\d*))?
    (?:-(?P<implicit>\d+)|[-_.]?(?P<post>post|rev|r)[-_.]?(?P<post_number>\d*))?
    (?:[-_.]?(?P<dev>dev)[-_.]?(?P<dev_number>\d*))?
    (?:\+(?P<local>[a-z0-9]+(?:[-_.][a-z0-9]+)*))?
    """,
    re.VERBOSE,
)
PRE = {"alpha": 0, "a": 0, "beta": 1, "b": 1, "rc": 2, "c": 2, "pre": 2, "preview": 2}
LAST = 3
"""After every pre-release."""


def compare_versions(first: str, second: str) -> int:
    """Return -1, 0 or 1: whether a version is older than, the same as, or newer than another (PEP 440)."""
    one, other = _key(first), _key(second)
    return (one > other) - (one < other)


def _key(text: str) -> tuple[Any, ...]:
    """Return what a version is sorted by."""
    found = VERSION.fullmatch(text.strip().lower())
    if found is None:
        raise ValueError(f"{text!r} is not a version such as 1.2 or 2.0rc1")
    part = found.groupdict()
    post = part["post"] or part["implicit"]
    if part["pre"]:
        pre = (PRE[part["pre"]], int(part["pre_number"] or 0))
    else:  # 1.0.dev1 comes before 1.0a1
        pre = (-1, 0) if part["dev"] and not post else (LAST, 0)
    return (
        int(part["epoch"] or 0),
        _release(part["release"]),
        pre,
        int(part["implicit"] or part["post_number"] or 0) if post else -1,
        (0, int(part["dev_number"] or 0)) if part["dev"] else (1, 0),
        tuple(_local(word) for word in re.split("[-_.]", part["local"])) if part["local"] else (),
    )


def _release(text: str) -> tuple[int, ...]:
    """Return the numbers of a release; zeros at the end say nothing."""
    numbers = [int(number) for number in text.split(".")]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def _local(word: str) -> tuple[int, int, str]:
    return (1, int(word), "") if word.isdigit() else (0, 0, word)


def add_version(group: Group, name: str, node: Entry | Group | Lazy, aliases: tuple[str, ...]) -> bool:
    """Add another version of a command, if that is what it is: both say theirs. The newest has the name."""
    first = group.children.get(name)
    if not isinstance(node, Entry) or not isinstance(first, Entry):
        return False
    if any(group.aliases.get(alias, name) != name or alias in group.children for alias in aliases):
        return False
    entries = [*group.versions.get(name, [first]), node]
    versions = [entry.settings.get("version") for entry in entries]
    if None in versions:
        raise DeclarationError(f"command {name!r} is declared twice; give each a version= to keep both")
    try:
        entries.sort(key=cmp_to_key(_by_version), reverse=True)
    except ValueError as error:
        raise DeclarationError(f"command {name!r}: {error}") from None
    for one, other in pairwise(entries):
        if _by_version(one, other) == 0:
            raise DeclarationError(f"command {name!r}: version {version_of(one)} is declared twice")
    group.versions = {**group.versions, name: entries}
    group.children[name] = entries[0]
    group.aliases.update(dict.fromkeys(aliases, name))
    return True


def _by_version(one: Entry, other: Entry) -> int:
    return compare_versions(version_of(one), version_of(other))


def version_of(entry: Entry) -> str:
    """Return the version an entry declares."""
    return str(entry.settings.get("version") or "")


def versions_of(group: Group, name: str) -> list[Entry]:
    """Return the versions of a command, the newest first."""
    found = group.child(name)
    if found is None or not isinstance(found[1], Entry):
        return []
    return group.versions.get(found[0], [found[1]])


def select_version(group: Group, word: str) -> tuple[str, Entry] | None:
    """Return the command that `name@version` means; None when there is none.

    A version that nobody declared stands for the newest that begins with it: 1 for 1.4.2.
    """
    name, _, wanted = word.partition("@")
    entries = [entry for entry in versions_of(group, name) if version_of(entry)]
    try:
        key = _key(wanted)
        chosen = next((entry for entry in entries if _key(version_of(entry)) == key), None)
    except ValueError:
        return None
    if chosen is None:
        chosen = next((entry for entry in entries if f"{version_of(entry)}.".startswith(f"{wanted}.")), None)
    if chosen is None:
        return None
    return (chosen.name if chosen is entries[0] else f"{chosen.name}@{version_of(chosen)}"), chosen


def unavailable(catalog: Catalog, path: tuple[str, ...]) -> NotFoundError | None:
    """Return the error of a path that asks for a version its command does not have; None for other paths."""
    name, at, wanted = path[-1].partition("@") if path else ("", "", "")
    group = catalog.group(path[:-1])
    wanted = wanted if len(wanted) <= 80 else f"{wanted[:77]}..."
    if not at or group is None or not versions_of(group, name):
        return None
    available = [version_of(entry) for entry in versions_of(group, name) if version_of(entry)]
    other = " ".join((*path[:-1], f"{name}@{available[0]}" if available else name))
    return NotFoundError(
        f"{' '.join((*path[:-1], name))} has no version {wanted!r}",
        code="E3904",
        field="command",
        suggestion=Suggestion(f"Use {other}.", example=other),
        details={"value": wanted, "available": available},
    )


def spelling(catalog: Catalog, command: Command) -> str:
    """Return the name that means this very command: with its version, when it is not the newest."""
    newest = catalog.find(command.path)
    return command.name if newest is command else f"{command.name}@{command.version}"


def other_versions(catalog: Catalog, command: Command) -> list[str]:
    """Return the names of a command's other versions, the newest first."""
    group = catalog.group(command.path[:-1])
    entries = versions_of(group, command.path[-1]) if group is not None else []
    others = [version_of(entry) for entry in entries if version_of(entry) != command.version]
    return [f"{command.name}@{version}" for version in others]
