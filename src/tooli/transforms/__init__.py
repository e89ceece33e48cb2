"""Transforms: a command in, a command or nothing out. `Tooli(transforms=[…])` applies them in order."""

from tooli.transforms.version import VersionFilter

__all__ = ["VersionFilter"]
