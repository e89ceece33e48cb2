"""A group that is imported when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from tooli.errors import ToolRuntimeError

if TYPE_CHECKING:
    from tooli.model.catalog import Entry, Group

    class Manifest(Protocol):
        """What is known of a group without importing it."""

        def known(self) -> list[Any] | None:
            """Return its commands, if they are known."""

        def made(self) -> list[Any]:
            """Return its commands, importing the group if they are not known."""


def import_group(name: str, module: str, attribute: str) -> Group:
    """Return the commands of an app that stands in a module, as the group of a name."""
    from importlib import import_module

    try:
        loaded = getattr(import_module(module), attribute)
    except SystemExit as error:
        raise ToolRuntimeError(
            f"group {name!r}: {module} ends the process while it is imported",
            suggestion='Call its app under `if __name__ == "__main__":` only.',
            exit_code=error.code if isinstance(error.code, int) and error.code else None,
        ) from error
    return loaded._root  # type: ignore[no-any-return] # what a target names is the developer's


class Lazy:
    """A group that is imported when it is first needed."""

    __slots__ = ("help", "load", "manifest", "name")

    def __init__(
        self,
        name: str,
        load: Callable[[], Entry | Group],
        help: str,
        manifest: Callable[[], Manifest] | None = None,
    ) -> None:
        self.name = name
        self.load = load
        self.help = help
        self.manifest = manifest
        """Gives what is known of the group; None where nothing is kept."""

    @property
    def hidden(self) -> bool:
        """Whether listings leave it out."""
        return False
