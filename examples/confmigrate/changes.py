"""What changed from one version of the configuration to the next. Plain Python, without the framework.

An app that is not Lantern has other tables, and the same functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from math import isfinite
from typing import Any, Literal, NamedTuple, TypedDict

from notation import Setting

SUFFIXES = {1: ".ini", 2: ".json", 3: ".toml"}
"""The notation of each version."""
NEWEST = max(SUFFIXES)
KEYS: dict[int, dict[str, type]] = {
    1: {"server.bind": str, "server.port": int, "server.daemon": bool}
    | {"log.file": str, "log.level": str, "lamp.timeout": float},
    2: {"version": int, "server.host": str, "server.port": int}
    | {"log.path": str, "log.level": str, "lamp.timeout_ms": int},
    3: {"version": int, "server.host": str, "server.port": int}
    | {"logging.path": str, "logging.level": str, "lamp.timeout_ms": int},
}


_NAMES = {str: "text", int: "a whole number", float: "a number", bool: "yes or no"}
_SWITCHES = {"yes": True, "on": True, "true": True} | {"no": False, "off": False, "false": False}


class Step(NamedTuple):
    """How a version becomes the next."""

    renamed: dict[str, str]
    converted: dict[str, Callable[[Any], Any]]
    dropped: tuple[str, ...]
    defaults: dict[str, Any]
    """The old values of defaults that changed: written down where they were relied on."""


STEPS = {
    1: Step(
        renamed={"server.bind": "server.host", "log.file": "log.path", "lamp.timeout": "lamp.timeout_ms"},
        converted={"lamp.timeout": lambda seconds: round(seconds * 1000)},
        dropped=("server.daemon",),
        defaults={},
    ),
    2: Step(
        renamed={"log.path": "logging.path", "log.level": "logging.level"},
        converted={},
        dropped=(),
        defaults={"logging.level": "warning"},  # it is info now
    ),
}


How = Literal["renamed", "converted", "dropped", "pinned"]


class Problem(TypedDict):
    """Something that a version does not know, or not like this."""

    line: int | None
    key: str
    problem: str


class Change(TypedDict):
    """What becomes of a setting; `line` is where it stands today."""

    line: int | None
    key: str
    change: How
    to: str | None
    value: Any


def version_of(settings: list[Setting], suffix: str) -> int:
    """Return the version of a configuration: what it says, else 1."""
    said = next((setting.value for setting in settings if setting.key == "version"), None)
    return said if type(said) is int and suffix != ".ini" else 1


def problems(settings: list[Setting], version: int) -> Iterator[Problem]:
    """Give what is wrong with a configuration."""
    seen: dict[str, int | None] = {}
    for key, value, line in settings:
        kind = KEYS[version].get(key)
        wrong = ""
        if kind is None:
            near = get_close_matches(key, KEYS[version], 1, 0.8)
            wrong = "unknown" + (f"; nearest is {near[0]}" if near else "")
        elif key in seen:
            wrong = f"given before, in line {seen[key]}"
        elif typed(value, kind) is None:
            wrong = f"{value!r} is not {_NAMES[kind]}"
        seen[key] = line
        if wrong:
            yield Problem(line=line, key=key, problem=wrong)


def typed(value: Any, kind: type) -> Any:
    """Return a value as its kind, also from the text of an INI file; None is not of that kind."""
    if type(value) is kind or (kind is float and type(value) is int):
        return value
    if not isinstance(value, str):
        return None
    if kind is bool:
        return _SWITCHES.get(value.lower())
    try:
        number = kind(value)
    except ValueError:
        return None
    return number if isfinite(number) else None


def migrated(settings: list[Setting], version: int, to: int) -> tuple[list[Setting], list[Change]]:
    """Return a configuration without problems in a newer version, and what changed."""
    new, changes = [Setting("version", to)], list[Change]()
    for key, value, line in settings:
        if key == "version":
            continue
        before = typed(value, KEYS[version][key])
        name, after = _carried(key, before, version, to)
        if name is not None:
            new.append(Setting(name, after))
        if name != key:
            how: How = "dropped" if name is None else "renamed" if after == before else "converted"
            changes.append(Change(line=line, key=key, change=how, to=name, value=after))
    for number in range(version, to):
        for key, value in STEPS[number].defaults.items():
            name, after = _carried(key, value, number + 1, to)
            if name is not None and name not in {setting.key for setting in new}:
                new.append(Setting(name, after))
                changes.append(Change(line=None, key=key, change="pinned", to=name, value=after))
    return new, changes


def _carried(key: str, value: Any, version: int, to: int) -> tuple[str | None, Any]:
    """Return a setting's key in a newer version, None if it has none there, and its value."""
    for number in range(version, to):
        step = STEPS[number]
        if key in step.dropped:
            return None, value
        value = step.converted[key](value) if key in step.converted else value
        key = step.renamed.get(key, key)
    return key, value
