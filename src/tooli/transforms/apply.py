"""An app's commands after its transforms, as a catalog of their own."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from tooli.errors import DeclarationError
from tooli.model import Command
from tooli.model.catalog import Catalog, Entry, Group
from tooli.model.declare import COMMAND_SETTINGS, check_export_names
from tooli.model.versions import version_of, versions_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Transform = Callable[[Command], Command | None]


def transformed(root: Group, transforms: Sequence[Transform]) -> Catalog:
    """Return the catalog of what the transforms leave of an app's commands, under the names they give.

    Every command is described, lazy groups are imported: a transform may look at anything.
    """
    old = Catalog(root)
    groups: dict[tuple[str, ...], Group] = {(): _emptied(root)}
    placed: dict[Entry, Command] = {}
    for command in _every_version(old, ()):
        found = _through(transforms, command)
        if found is None:
            continue
        settings = {name: found.__dict__[name] for name in COMMAND_SETTINGS & found.__dict__.keys()}
        entry = Entry(found.path[-1], found.function, settings)
        _group(old, groups, found.path[:-1]).add(found.path[-1], entry, found.aliases)
        placed[entry] = found
    built: dict[tuple[str, ...], Command] = {}
    for path, group in groups.items():
        for name in group.children:
            for at, entry in enumerate(versions_of(group, name)):
                built[(*path, f"{name}@{version_of(entry)}" if at else name)] = placed[entry]
    check_export_names(groups[()])
    return Catalog(groups[()], built)


def _every_version(catalog: Catalog, at: tuple[str, ...]) -> Iterator[Command]:
    group = catalog.group(at)
    for name in list(group.children) if group is not None else ():
        assert group is not None  # it has children
        entries = versions_of(group, name)
        for entry in entries:
            word = name if entry is entries[0] else f"{name}@{version_of(entry)}"
            command = catalog.find((*at, word))
            if command is not None:
                yield command
        if not entries:
            yield from _every_version(catalog, (*at, name))


def _through(transforms: Sequence[Transform], command: Command) -> Command | None:
    """Take a command through the transforms, in order, until one drops it."""
    found: Command | None = command
    for transform in transforms:
        if found is None:
            return None
        found = transform(found)
        if found is not None and not isinstance(found, Command):
            raise DeclarationError(
                f"transform {transform!r} made {found!r} of {command.name}: neither a command nor None"
            )
    return found


def _emptied(group: Group) -> Group:
    """Return a group as it is, without its commands."""
    made = copy(group)
    made.children, made.aliases, made.versions = {}, {}, {}
    return made


def _group(catalog: Catalog, groups: dict[tuple[str, ...], Group], path: tuple[str, ...]) -> Group:
    """Return the group of a path, made like the app's own of that path."""
    found = groups.get(path)
    if found is None:
        own = catalog.group(path)
        found = groups[path] = Group() if own is None else _emptied(own)
        _group(catalog, groups, path[:-1]).add(path[-1], found)
    return found
