"""Applies a suggestion mechanically: the line or the arguments it gives, with its placeholders filled.

A placeholder is text between `<` and `>` that starts with the name of a field; whoever applies the suggestion
knows the value, so the value that was meant is put in its place.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from typing import Any

from benchmarks.repair.mistake import Given, Mistake, Received

PLACEHOLDER = re.compile(r"<([A-Za-z_][\w.\-\[\]]*)[^<>]*>")
SWITCHES = ("yes", "dry_run")


class CannotFillError(Exception):
    """A placeholder names nothing that was meant."""


def apply(mistake: Mistake, suggestion: Mapping[str, Any]) -> tuple[Given | None, bool]:
    """Return the call that a suggestion stands for, if it does, and whether placeholders were filled."""
    try:
        if mistake.surface == "python":
            return _apply_arguments(mistake, suggestion)
        return _apply_line(mistake, suggestion)
    except (CannotFillError, ValueError):
        return None, False


def _apply_line(mistake: Mistake, suggestion: Mapping[str, Any]) -> tuple[Given | None, bool]:
    example = suggestion.get("example")
    if not example:
        return None, False
    words: list[str] = []
    filled = False
    for word in without_program(shlex.split(example)):
        before = words[-1] if words else ""
        new = _fill_word(word, before, mistake.meant)
        filled = filled or new != [word]
        words += new
    return Given(argv=tuple(words)), filled


def without_program(words: list[str]) -> list[str]:
    """Leave out the words that start the program: `deploy`, `python deploy.py`, `python -m deploy`."""
    if not words[0].rpartition("/")[2].startswith("python"):
        return words[1:]
    return words[3:] if words[1:2] == ["-m"] else words[2:]


def _fill_word(word: str, before: str, meant: Received) -> list[str]:
    whole = PLACEHOLDER.fullmatch(word)
    if whole is None:
        return [PLACEHOLDER.sub(lambda match: _text(look_up(meant, match[1])), word)]
    value = look_up(meant, whole[1])
    if not isinstance(value, list):
        return [_text(value)]
    texts = [_text(item) for item in value]
    if before.startswith("--"):  # an option is repeated
        return [part for text in texts for part in (before, text)][1:]
    return texts


def _apply_arguments(mistake: Mistake, suggestion: Mapping[str, Any]) -> tuple[Given | None, bool]:
    arguments = suggestion.get("arguments")
    example = suggestion.get("example")
    if arguments is None and not example:
        return None, False
    command = example or mistake.given.command  # a Python caller's example is the name of the command
    given = mistake.given.arguments
    new = _fill_data(given if arguments is None else arguments, mistake.meant)
    switches = {name: given[name] for name in SWITCHES if name in given}
    filled = arguments is not None and new != arguments
    return Given(command=str(command), arguments={**switches, **new}), filled


def _fill_data(data: Any, meant: Received) -> Any:
    if isinstance(data, Mapping):
        return {name: _fill_data(value, meant) for name, value in data.items()}
    if isinstance(data, list):
        return [_fill_data(value, meant) for value in data]
    found = PLACEHOLDER.fullmatch(data) if isinstance(data, str) else None
    return data if found is None else look_up(meant, found[1])


def look_up(meant: Received, name: str) -> Any:
    """Return the meant value of a field: `replicas`, `max-depth`, `order.to.zip`, `order.items[0].sku`."""
    parts = [part.replace("-", "_") for part in re.split(r"[.\[\]]+", name.strip("-")) if part]
    value: Any = meant["arguments"]
    for part in parts:
        if isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        elif isinstance(value, Mapping) and part in value:
            value = value[part]
        else:
            raise CannotFillError(name)
    if value is None:
        raise CannotFillError(name)
    return value


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
