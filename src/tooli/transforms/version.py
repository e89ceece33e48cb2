"""Which versions of commands an app offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tooli.model.versions import compare_versions
from tooli.types import Record

if TYPE_CHECKING:
    from tooli.model import Command


class VersionFilter(Record):
    """Keep the commands whose version lies within bounds: `VersionFilter(min="1.2", below="3")`."""

    min: str | None = None
    """The oldest that stays."""
    max: str | None = None
    """The newest that stays."""
    below: str | None = None
    """What stays is older than this."""
    unversioned: bool = True
    """Whether commands without a version stay."""

    def __call__(self, command: Command) -> Command | None:
        """Return the command, or None when its version is out of bounds."""
        version = command.version
        if version is None:
            return command if self.unversioned else None
        kept = (
            (self.min is None or compare_versions(version, self.min) >= 0)
            and (self.max is None or compare_versions(version, self.max) <= 0)
            and (self.below is None or compare_versions(version, self.below) < 0)
        )
        return command if kept else None
