"""The public functions of a module, as commands: no decorator needed.

Left out are private names, what was imported from elsewhere, and functions whose signature cannot be a
command's.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from tooli.errors import DeclarationError
from tooli.model.signature import describe


def public_functions(module: ModuleType) -> tuple[list[Callable[..., Any]], list[str]]:
    """Return a module's own public functions, and why others of them cannot be commands."""
    named = getattr(module, "__all__", None)
    found: list[Callable[..., Any]] = []
    left_out: list[str] = []
    for name, value in vars(module).items():
        public = name in named if named is not None else not name.startswith("_")
        if not public or not is_function(value) or value.__module__ != module.__name__ or value in found:
            continue
        try:
            describe(value, (name,), {})
        except DeclarationError as error:
            left_out.append(str(error))
        else:
            found.append(value)
    return found, left_out


def is_function(value: object) -> bool:
    """Whether a value is a function, or wraps one."""
    return isinstance(value, FunctionType) or isinstance(getattr(value, "__wrapped__", None), FunctionType)
