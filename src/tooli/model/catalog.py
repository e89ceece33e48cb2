"""Commands by name, alias and group.

A command is built when it is first looked up, so that an app of a thousand starts as fast as an app of one.
May import the rest of `model`, `types` and `errors` only.
"""

from __future__ import annotations

from tooli.model.signature import describe
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from tooli.model import Command
    from tooli.model.lazy import Lazy
    from tooli.model.uri_template import UriTemplate


class Entry:
    """A declared function, not yet described."""

    __slots__ = ("function", "name", "namespace", "settings")

    def __init__(
        self,
        name: str,
        function: Callable[..., Any],
        settings: Mapping[str, Any],
        namespace: Mapping[str, Any] | None = None,
    ) -> None:
        self.name = name
        self.function = function
        self.settings = settings
        self.namespace = namespace

    @property
    def hidden(self) -> bool:
        """Whether listings leave it out."""
        return bool(self.settings.get("hidden"))


class Group:
    """Named commands and groups, and what holds for all of them. The root group is the app's."""

    resources: Mapping[str, tuple[UriTemplate, Entry, Mapping[str, Any]]] = {}
    prompts: Mapping[str, Entry] = {}
    versions: Mapping[str, list[Entry]] = {}
    """The commands of which there are several versions, the newest first; it is the one in `children`."""

    def __init__(self, help: str = "", **settings: Any) -> None:
        self.help = help
        self.settings = settings
        self.children: dict[str, Entry | Group | Lazy] = {}
        self.aliases: dict[str, str] = {}
        self.middleware: list[Callable[..., Any]] = []
        self.error_maps: list[tuple[type[BaseException], Mapping[str, Any]]] = []

    def add(self, name: str, node: Entry | Group | Lazy, aliases: tuple[str, ...] = ()) -> None:
        """Add a command or group under a name nobody has."""
        for label in (name, *aliases):
            known = self.children.get(label) or self.aliases.get(label)
            if known is not None or label[:1] in "-" or "@" in label or label.split() != [label]:
                from tooli.errors import DeclarationError
                from tooli.model.versions import add_version

                if known is not None and add_version(self, name, node, aliases):
                    return
                what = "is declared twice" if known is not None else "is not a valid name"
                raise DeclarationError(f"command {label!r} {what}")
        self.children[name] = node
        for alias in aliases:
            self.aliases[alias] = name

    def child(self, name: str) -> tuple[str, Entry | Group] | None:
        """Return the child of that name or alias, under its own name, imported if it is lazy."""
        if name not in self.children:
            name = self.aliases.get(name) or name
        node = self.children.get(name)
        if node is None:
            if "@" not in name:
                return None
            from tooli.model.versions import select_version

            return select_version(self, name)
        if node.__class__ is not Entry and node.__class__ is not Group:
            node = self.children[name] = node.load()  # type: ignore[union-attr] # what is left is lazy
        return name, node

    @property
    def hidden(self) -> bool:
        """Whether listings leave it out."""
        return bool(self.settings.get("hidden"))


class Catalog:
    """The commands of an app, looked up by path."""

    def __init__(self, root: Group, built: dict[tuple[str, ...], Command] | None = None) -> None:
        self.root = root
        self._built = {} if built is None else built
        self.spoken: dict[str, Command] = {}
        """Commands by the names that Python callers gave them."""

    @property
    def single(self) -> tuple[str, ...] | None:
        """The path of the only command of an app without groups, which runs without its name."""
        if len(self.root.children) == 1 and not self.root.versions:
            name, node = next(iter(self.root.children.items()))
            if isinstance(node, Entry):
                return (name,)
        return None

    def find(self, path: tuple[str, ...]) -> Command | None:
        """Return the command at a path, described; None when there is none."""
        built = self._built.get(path)
        if built is None:
            node, trail, real = self._descend(path)
            if not isinstance(node, Entry):
                return None
            built = self._built.get(real) or self.described(node, trail, _unversioned(real))
            self._built[path] = self._built[real] = built
        return built

    def group(self, path: tuple[str, ...]) -> Group | None:
        """Return the group at a path, or None."""
        node = self._descend(path)[0]
        return node if isinstance(node, Group) else None

    def commands(self) -> Iterator[Command]:
        """Describe every command, in the order of declaration."""
        for path, _ in self.walk():
            command = self.find(path)
            if command is not None:
                yield command

    def walk(self, at: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Entry]]:
        """Give the path of every command below a group, importing lazy groups."""
        group = self.group(at)
        for name in list(group.children) if group is not None else ():
            node = group.child(name)[1]  # type: ignore[union-attr,index] # the name was just listed
            if isinstance(node, Entry):
                yield (*at, name), node
            else:
                yield from self.walk((*at, name))

    def _descend(self, path: tuple[str, ...]) -> tuple[Entry | Group | None, list[Group], tuple[str, ...]]:
        node: Entry | Group | None = self.root
        trail: list[Group] = []
        real: list[str] = []
        for name in path:
            if not isinstance(node, Group):
                return None, trail, ()
            trail.append(node)
            found = node.child(name)
            if found is None:
                return None, trail, ()
            real.append(found[0])
            node = found[1]
        return node, trail, tuple(real)

    def described(self, entry: Entry, trail: list[Group], path: tuple[str, ...]) -> Command:
        """Return what a declared function is, with what holds for all in the groups around it."""
        settings = dict(entry.settings)
        for group in trail:
            for inherited in ("auth", "tags"):
                if inherited in group.settings:
                    settings[inherited] = (*group.settings[inherited], *settings.get(inherited, ()))
        return describe(entry.function, path, settings, entry.namespace).replace(
            middleware=tuple(wrapper for group in trail for wrapper in group.middleware),
            error_maps=tuple(pair for group in reversed(trail) for pair in group.error_maps),
        )


def _unversioned(path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the path of a command as all its versions have it."""
    return (*path[:-1], path[-1].partition("@")[0]) if "@" in path[-1] else path
