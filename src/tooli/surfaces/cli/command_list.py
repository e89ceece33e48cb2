"""The commands and groups that the page of an app or group lists; nothing is imported for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tooli.model.catalog import Entry, Group
from tooli.render.help_page import HelpPanel, HelpRow
from tooli.surfaces.cli.param_rows import deprecation
from tooli.surfaces.cli.usage import usage

if TYPE_CHECKING:
    from tooli.model import Command
    from tooli.model.catalog import Catalog
    from tooli.model.lazy import Lazy

_MOST_NAMES = 12


def command_panels(catalog: Catalog, group: Group, path: tuple[str, ...]) -> Iterator[HelpPanel]:
    """Give the panels of a group's commands: the unnamed one first, then those the developer named."""
    shown: dict[str, list[HelpRow]] = {"Commands": []}
    for name, node in group.children.items():
        if not node.hidden:
            title = node.settings.get("rich_help_panel") if isinstance(node, Entry) else None
            shown.setdefault(str(title or "Commands"), []).append(_row(catalog, (*path, name), node))
    for title, rows in shown.items():
        if rows:
            yield HelpPanel(title=title, rows=tuple(rows))


def _row(catalog: Catalog, path: tuple[str, ...], node: Entry | Group | Lazy) -> HelpRow:
    if isinstance(node, Entry):
        command = catalog.find(path)
        assert command is not None  # the entry was just listed
        return _command_row(path[-1], command)
    names = _names(node)
    summary = node.help.strip().split("\n", 1)[0].strip()
    return HelpRow(
        kind="group",
        names=(path[-1],),
        takes="|".join(names) if len(names) <= _MOST_NAMES else f"COMMAND ({len(names)})",
        help=summary or ", ".join(names[:_MOST_NAMES]),
    )


def _names(node: Group | Lazy) -> list[str]:
    """Return the names in a group; of one that is not imported those that were kept, if any were."""
    if not isinstance(node, Group):
        known = None if node.manifest is None else node.manifest().known()
        return list(dict.fromkeys(row.path[0] for row in known or ()))
    return [name for name, child in node.children.items() if not child.hidden]


def _command_row(name: str, command: Command) -> HelpRow:
    return HelpRow(
        kind="command",
        names=(name,),
        takes=usage("", command, options=False).strip(),
        help=command.summary,
        deprecated=deprecation(command.deprecated),
    )
