"""Mistakes of callers who give a command and an object of arguments, as Python and tool calls do."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.repair.command_sets import commands_of
from benchmarks.repair.fixture import FILES
from benchmarks.repair.mistake import Given, ValidCall
from benchmarks.repair.mutations.json_texts import misfielded
from benchmarks.repair.mutations.value_texts import WORDS
from benchmarks.repair.spelling import camel, is_closest, typos

if TYPE_CHECKING:
    from tooli.model import Param


@dataclass(frozen=True)
class PythonDraft:
    """A mistake in the making, in a command and its arguments."""

    kind: str
    call: ValidCall
    given: Given
    changed: Mapping[str, Any] = field(default_factory=dict)
    also: tuple[Mapping[str, Any], ...] = ()
    unique: bool = True
    placeholder: bool = False
    parts: tuple[str, ...] = ()


def mutations(call: ValidCall, random: Random) -> Iterator[PythonDraft]:
    """Give every draft of a call from Python."""
    params = commands_of(call.app)[call.command].param_by_name
    yield from _commands(call, random)
    for name, value in call.arguments.items():
        if name not in params:  # the framework's `yes`
            yield _without("yes-missing", call, name)
            continue
        yield from _names(call, name, list(params), random)
        if params[name].required:
            yield replace(_without("argument-missing", call, name), unique=False, placeholder=True)
        for kind, wrong in _values(params[name], value, random):
            yield _with(kind, call, name, wrong)
        yield from _ranges(call, params[name], value)


def _with(kind: str, call: ValidCall, name: str, value: Any) -> PythonDraft:
    missing = kind == "field-missing"
    given = Given(command=call.command, arguments={**call.arguments, name: value})
    return PythonDraft(kind, call, given, unique=not missing, placeholder=missing)


def _without(kind: str, call: ValidCall, name: str) -> PythonDraft:
    left = {other: value for other, value in call.arguments.items() if other != name}
    return PythonDraft(kind, call, Given(command=call.command, arguments=left))


def _commands(call: ValidCall, random: Random) -> Iterator[PythonDraft]:
    known = list(commands_of(call.app))
    for how, misspelt in typos(call.command, random):
        if is_closest(misspelt, call.command, known):
            yield _called(f"command-{how}", call, misspelt)
    if "-" in call.command:
        yield _called("command-camel", call, camel(call.command))
    if " " in call.command:
        yield _called("command-joined", call, call.command.replace(" ", "_").replace("-", "_"))


def _called(kind: str, call: ValidCall, command: str) -> PythonDraft:
    return PythonDraft(kind, call, Given(command=command, arguments=call.arguments))


def _names(call: ValidCall, name: str, known: list[str], random: Random) -> Iterator[PythonDraft]:
    forms = [
        (f"option-{how}", form)
        for how, form in typos(name, random)
        if is_closest(form, name, [*known, "yes", "dry_run"])
    ]
    if "_" in name:
        dashed = name.replace("_", "-")
        forms += [("option-kebab", dashed), ("option-camel", camel(dashed))]
    for kind, form in forms:
        renamed = {form if other == name else other: value for other, value in call.arguments.items()}
        yield PythonDraft(kind, call, Given(command=call.command, arguments=renamed))


def _values(param: Param, value: Any, random: Random) -> Iterator[tuple[str, Any]]:
    kind = param.shape.inner.kind
    if kind == "int":
        yield from _numbers(value)
    if kind in ("int", "literal", "enum"):
        yield "json-for-scalar", [value]
        yield "json-for-scalar", {param.name: value}
    if kind in ("date", "datetime"):
        yield "date-slashes", value.replace("-", "/").replace("T", " ")
    if kind in ("literal", "enum"):
        choices = [str(getattr(choice, "value", choice)) for choice in param.shape.inner.choices]
        yield "choice-case", value.upper()
        yield from (
            ("choice-misspelt", form) for _, form in typos(value, random) if is_closest(form, value, choices)
        )
    if param.settings.get("exists") and kind == "path":
        folder, slash, name = value.rpartition("/")
        known = {
            path[len(folder + slash) :].split("/")[0] for path in FILES if path.startswith(folder + slash)
        }
        yield from (
            ("path-misspelt", folder + slash + form)
            for _, form in typos(name, random)
            if is_closest(form, name, known)
        )
    yield from _structures(param, kind, value, random)


def _numbers(value: int) -> Iterator[tuple[str, Any]]:
    if str(value) in WORDS:
        yield "number-word", WORDS[str(value)]
    if value > 999:
        yield "number-commas", f"{value:,}"


def _structures(param: Param, kind: str, value: Any, random: Random) -> Iterator[tuple[str, Any]]:
    if kind == "list":
        yield "list-json", json.dumps(value)
        if len(value) == 1:
            yield "list-scalar", value[0]
    if kind == "dict":
        yield "json-for-object", json.dumps(value)
    if kind == "model":
        yield "json-for-object", json.dumps(value)
        yield from misfielded(param.name, value, random)


def _ranges(call: ValidCall, param: Param, value: Any) -> Iterator[PythonDraft]:
    """Ask for more than there can be, and give a list's only item."""
    high = param.settings.get("max")
    if high is not None:
        draft = _with("range-above", call, param.name, high * 2 if high > 1 else high + 1)
        yield replace(draft, changed={param.name: high})
    if param.shape.inner.kind == "list" and len(value) > 1:
        yield replace(_with("list-scalar", call, param.name, value[0]), changed={param.name: value[:1]})
