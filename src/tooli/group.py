"""A group of an app: declares commands as an app does."""

from __future__ import annotations

from typing import Any

from tooli.app import Tooli


class GroupApp(Tooli):
    """A group of an app. As a decorator it takes its help from the function's docstring."""

    def __call__(self, function: Any = None) -> Any:
        """Adopt a function's docstring as the group's help."""
        if not callable(function):
            return super().__call__(function)
        doc = (function.__doc__ or "").strip()
        self._root.help = self._root.help or doc.split("\n", 1)[0]
        return self
