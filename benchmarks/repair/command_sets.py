"""The command sets: their apps, their commands, and the defaults of their functions."""

from __future__ import annotations

import importlib
import inspect
from functools import cache
from typing import TYPE_CHECKING, Any

from tooli import Tooli

if TYPE_CHECKING:
    from tooli.model import Command

NAMES = ("files", "deploy", "orders", "agenda", "dbadmin", "convert")


@cache
def app_of(name: str) -> Tooli:
    """The app of a command set."""
    app: Tooli = importlib.import_module(f"benchmarks.repair.apps.{name}").app
    return app


@cache
def commands_of(name: str) -> dict[str, Command]:
    """The commands of a set by their names."""
    return {command.name: command for command in app_of(name).runtime.catalog.commands()}


def defaults_of(app: str, command: str) -> dict[str, Any]:
    """What a command's function receives when nothing is given, as JSON; read from the function itself."""
    module = importlib.import_module(f"benchmarks.repair.apps.{app}")
    function = getattr(module, command.replace(" ", "_").replace("-", "_"))
    return {
        name: as_json(param.default)
        for name, param in inspect.signature(function).parameters.items()
        if param.default is not inspect.Parameter.empty
    }


def as_json(value: Any) -> Any:
    """A default as JSON: enums by value, paths and dates as text."""
    value = getattr(value, "value", value)
    return value if value is None or isinstance(value, (bool, int, float, list, dict)) else str(value)
