"""Two schema documents compared: which change breaks whom.

Callers break when a command takes less than before, readers of results when it gives something else.
Documents are those of `--schema`: of one command, or of an app.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tooli.schema.compare import compared

Severity = Literal["breaking", "compatible"]


@dataclass(frozen=True, slots=True)
class Change:
    """One change, and whom it breaks."""

    path: str
    """Where: the command, then the way into its document."""
    severity: Severity
    message: str
    breaks: str | None = None
    """`callers`, `readers` of results, or nobody."""


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Change]:
    """Return what changed from one document to the other, command by command."""
    changes = []
    if old.get("contract") != new.get("contract"):
        message = f"the contract changed from {old.get('contract')} to {new.get('contract')}"
        changes.append(Change("contract", "breaking", message, "callers"))
    before, after = _commands(old), _commands(new)
    for name in before:
        if name not in after:
            changes.append(Change(name, "breaking", "the command was removed", "callers"))
        else:
            changes += _command_changes(name, before[name], after[name])
    changes += [Change(name, "compatible", "the command is new") for name in after if name not in before]
    return changes


def _commands(document: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    commands = document.get("commands", [document])
    return {command["name"]: command for command in commands}


def _command_changes(name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    for side, breaks in (("input", "callers"), ("output", "readers")):
        for part in compared(old.get(side, {}), new.get(side, {}), side):
            severity: Severity = "breaking" if part.breaking else "compatible"
            where = ".".join((name, side, *part.path))
            yield Change(where, severity, part.message, breaks if part.breaking else None)
    yield from _behaviour(name, old, new)
    yield from _lists(name, old, new)


def _behaviour(name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    """Compare what a call needs beside its arguments."""
    for key, message in (
        ("destructiveHint", "it now destroys, and needs a go-ahead"),
        ("readOnlyHint", "it no longer only reads"),
        ("idempotentHint", "running it twice is no longer the same as once"),
    ):
        before, after = old.get("annotations", {}).get(key), new.get("annotations", {}).get(key)
        worse = key == "destructiveHint"  # the one hint whose absence is the promise
        if before != after:
            path = f"{name}.annotations.{key}"
            if bool(after) is worse:
                yield Change(path, "breaking", message, "callers")
            else:
                yield Change(path, "compatible", f"{key} changed from {before} to {after}")
    if new.get("requires_approval") and not old.get("requires_approval"):
        yield Change(f"{name}.requires_approval", "breaking", "a person now has to approve", "callers")
    if new.get("deprecated") and not old.get("deprecated"):
        yield Change(f"{name}.deprecated", "compatible", "the command is deprecated")


def _lists(name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    """Compare what is demanded of a caller, where more breaks, and what is offered, where less breaks."""
    for key, what in (("auth", "scope"), ("capabilities", "capability"), ("constraints", "relation")):
        for item in _missing(new.get(key, ()), old.get(key, ())):
            yield Change(f"{name}.{key}", "breaking", f"the {what} {item!r} is now needed", "callers")
        for item in _missing(old.get(key, ()), new.get(key, ())):
            yield Change(f"{name}.{key}", "compatible", f"the {what} {item!r} is no longer needed")
    for alias in _missing(old.get("aliases", ()), new.get("aliases", ())):
        yield Change(f"{name}.aliases", "breaking", f"the alias {alias!r} was removed", "callers")
    for param, variables in old.get("env", {}).items():
        for variable in _missing(variables, new.get("env", {}).get(param, ())):
            message = f"the variable {variable} is no longer read"
            yield Change(f"{name}.env.{param}", "breaking", message, "callers")
    for code in _missing(new.get("error_codes", {}), old.get("error_codes", {})):
        yield Change(f"{name}.error_codes.{code}", "compatible", "the error code is new")


def _missing(items: Iterable[str], others: Iterable[str]) -> list[str]:
    return [item for item in items if item not in others]
