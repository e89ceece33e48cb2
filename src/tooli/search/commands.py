"""The search over an app's commands: what it looks at, and what it says of the commands it finds."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from tooli.errors import InputError, Suggestion
from tooli.model.catalog import Entry
from tooli.model.lazy import Lazy
from tooli.schema.invalid import cut, shown
from tooli.schema.json_schema import description
from tooli.search.index import Index

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from tooli.model import Command
    from tooli.model.catalog import Catalog
    from tooli.schema.json_schema import Described


@dataclass(frozen=True, slots=True)
class Found:
    """A command that was found: enough to call it, or to ask for more."""

    name: str
    summary: str
    params: tuple[str, ...]
    """Their names; those that may be left out end with `?`."""
    read_only: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A command as a search sees it: kept in a file, it stands for one that is not imported."""

    path: tuple[str, ...]
    found: Found
    fields: Mapping[str, str]
    """The texts that a search looks at."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON's types."""
        return {"path": self.path, "found": asdict(self.found), "fields": dict(self.fields)}

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any]) -> Row:
        """Return what `to_dict` was made of."""
        found = {**kept["found"], "params": tuple(kept["found"]["params"])}
        return cls(tuple(kept["path"]), Found(**found), kept["fields"])

    def below(self, path: tuple[str, ...]) -> Row:
        """Return the same command as it is called from outside its group."""
        whole = (*path, *self.path)
        name = " ".join(whole)
        return Row(whole, replace(self.found, name=name), {**self.fields, "name": name})


def rows(catalog: Catalog, at: tuple[str, ...] = ()) -> Iterator[Row]:
    """Give the commands that listings show; a lazy group is imported only if nothing is kept of it."""
    group = catalog.group(at)
    for name, node in list(group.children.items()) if group is not None else ():
        if node.hidden:
            continue
        if isinstance(node, Entry):
            command = catalog.find((*at, name))
            assert command is not None  # it was just listed
            yield Row((*at, name), _found(command), _fields(command, _help(catalog, at)))
        elif isinstance(node, Lazy) and node.manifest is not None:
            yield from (row.below((*at, name)) for row in node.manifest().made())
        else:
            yield from rows(catalog, (*at, name))


class Finder:
    """The commands of an app and their index, made when somebody first searches."""

    def __init__(self, catalog: Catalog) -> None:
        self.rows = list(rows(catalog))
        self.index = Index((row.fields for row in self.rows), (row.found.read_only for row in self.rows))

    def search(self, query: str, group: tuple[str, ...], limit: int) -> list[Found]:
        """Return the commands below a group that answer a query, the best first; without words, the first."""
        order = self.index.search(query) if query.strip() else range(len(self.rows))
        within = (self.rows[number] for number in order)
        return [row.found for row in within if row.path[: len(group)] == group][:limit]


def search(app: Described, query: str, group: str | None = None, limit: int = 5) -> list[Found]:
    """Return the commands that answer a query, the best first; `group` narrows the search to a group."""
    if not query.strip() and not group:
        fix = Suggestion("Say in a few words what the command should do, or name a group.")
        raise InputError("query: there are no words to search for", field="query", suggestion=fix)
    if limit < 1:
        raise InputError(f"limit: {limit} is less than 1", field="limit", details={"value": limit})
    path = _group(app.catalog, group) if group else ()
    finder: Finder | None = vars(app).get("_finder")
    if finder is None:
        finder = vars(app)["_finder"] = Finder(app.catalog)
    return finder.search(query, path, limit)


def group_names(catalog: Catalog) -> list[str]:
    """Return the names of the app's groups that listings show; none is imported."""
    return [name for name, node in catalog.root.children.items() if hasattr(node, "help") and not node.hidden]


def _group(catalog: Catalog, name: str) -> tuple[str, ...]:
    path = tuple(name.replace(".", " ").split())
    if path and catalog.group(path) is not None:
        return path
    from tooli.schema.closeness import closest

    names = group_names(catalog)
    near = closest(name, names)
    raise InputError(
        f"group: there is no group {shown(name)}",
        code="E1904",
        field="group",
        suggestion=Suggestion(f"Search in the group {near[0]}." if near else "Leave out the group."),
        details={"value": cut(name), "choices": names},
    )


def _help(catalog: Catalog, path: tuple[str, ...]) -> str:
    group = catalog.group(path)
    return group.help if path and group is not None else ""


def _fields(command: Command, group_help: str) -> Mapping[str, str]:
    """Return the texts of a command that a search looks at."""
    params = [param for param in command.params if not param.hidden]
    return {
        "name": command.name,
        "summary": command.summary,
        "tags": _text(command.tags, command.aliases, command.title, command.task_group),
        "description": _text(description(command).removeprefix(command.summary), command.when_to_use),
        "group": group_help,
        "params": _text([param.name for param in params]),
        "help": _text([command.param_help(param) for param in params]),
        "examples": _text([list(example.values()) for example in command.examples]),
    }


def _text(*values: Any) -> str:
    """Return all the words in values and in lists of them."""
    nested = (_text(*value) if isinstance(value, (list, tuple)) else str(value or "") for value in values)
    return " ".join(nested)


def _found(command: Command) -> Found:
    params = tuple(
        param.name if param.required else f"{param.name}?" for param in command.params if not param.hidden
    )
    return Found(command.name, command.summary, params, command.read_only)
