"""A group that is imported when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from tooli.model.catalog import Entry, Group

    class Manifest(Protocol):
        """What is known of a group without importing it."""

        def known(self) -> list[Any] | None:
            """Return its commands, if they are known."""

        def made(self) -> list[Any]:
            """Return its commands, importing the group if they are not known."""


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
