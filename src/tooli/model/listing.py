"""The commands that listings show: in the order of declaration, without the hidden ones.

A hidden group is not looked into, so what is lazy in it is not imported.
"""

from __future__ import annotations

from tooli.model.catalog import Entry, Group
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tooli.model import Command
    from tooli.model.catalog import Catalog


def listed_paths(
    catalog: Catalog, at: tuple[str, ...] = (), *, imports: bool = True
) -> Iterator[tuple[tuple[str, ...], Entry]]:
    """Give the path of every shown command below a group; without `imports`, lazy groups are left out."""
    group = catalog.group(at)
    for name, known in list(group.children.items()) if group is not None else ():
        if known.hidden or not (imports or isinstance(known, (Entry, Group))):
            continue
        _, node = group.child(name)  # type: ignore[union-attr,misc] # the name was just listed
        if isinstance(node, Entry):
            yield (*at, name), node
        else:
            yield from listed_paths(catalog, (*at, name), imports=imports)


def listed_commands(
    catalog: Catalog, at: tuple[str, ...] = (), *, imports: bool = True, declaring: str | None = None
) -> Iterator[Command]:
    """Describe every shown command below a group, or those of them that declare a setting."""
    for path, entry in listed_paths(catalog, at, imports=imports):
        if declaring is not None and declaring not in entry.settings:
            continue
        command = catalog.find(path)
        if command is not None:
            yield command
