"""A default of the call's own: one that a command changes must not be seen by the calls after it."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

_ATOMS = frozenset({str, int, float, bool, bytes, complex, type(None), object, type, range})
_FIXED_IN = frozenset({"pathlib", "datetime", "decimal", "fractions", "uuid", "re", "ipaddress", "zoneinfo"})
"""Modules whose values never change."""


def own_default(value: Any) -> Any:
    """Return a copy of a default that can be changed; one that cannot be copied is given as it is."""
    kind = type(value)
    if kind in (list, set, dict, tuple, frozenset):
        parts = (*value, *value.values()) if kind is dict else value
        if all(type(part) in _ATOMS for part in parts):
            return value.copy() if hasattr(value, "copy") and kind is not frozenset else value
    elif _is_fixed(value, kind):
        return value
    from copy import deepcopy

    try:
        return deepcopy(value)
    except Exception:
        return value


def _is_fixed(value: Any, kind: type) -> bool:
    """Whether nothing of a value can change; a mark that is asked for by identity holds nothing."""
    if kind in _ATOMS or kind.__module__.partition(".")[0] in _FIXED_IN or hasattr(kind, "__members__"):
        return True
    is_empty = not getattr(value, "__dict__", None) and not hasattr(kind, "__slots__")
    return is_empty and kind.__module__ != "builtins" and not hasattr(kind, "__len__")
