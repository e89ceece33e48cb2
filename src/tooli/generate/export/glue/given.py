"""The arguments that a caller gave, of all that a function takes."""

from __future__ import annotations

from typing import Any

LEFT_OUT: Any = object()


def given(arguments: dict[str, Any], keep: tuple[str, ...]) -> dict[str, Any]:
    """Return what was given: null stands for what was not, but for those to keep."""
    return {
        name: value
        for name, value in arguments.items()
        if value is not LEFT_OUT and (value is not None or name in keep)
    }
