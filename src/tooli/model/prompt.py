"""Prompts: texts for a model, written by a function that is described as a command is.

Cold: imported by the first declaration. May import the rest of `model`, `types` and `errors` only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.errors import DeclarationError
from tooli.model import export_name
from tooli.model.catalog import Entry
from tooli.model.resource import SHARED, function_name, groups, shared_settings
from tooli.model.signature import describe

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypedDict

    from tooli.model import Command
    from tooli.model.catalog import Catalog, Group

    class PromptSettings(TypedDict, total=False):
        """The keywords of `@app.prompt`."""

        name: str
        title: str
        description: str
        auth: Sequence[str]
        capabilities: Sequence[str]
        timeout: float
        isolate: bool
        version: str
        tags: Sequence[str]
        hidden: bool


PROMPT_SETTINGS = frozenset({"name", "description", *SHARED})


def declare_prompt(
    group: Group,
    name: str | None,
    function: Any,
    settings: Mapping[str, Any],
    permissions: Mapping[str, str] | None,
    namespace: Mapping[str, Any] | None,
) -> None:
    """Add a prompt to a group, or raise `DeclarationError`."""
    label = name or settings.get("name") or function_name(function)
    if not isinstance(label, str) or label.split() != [label]:
        raise DeclarationError(f"prompt {label!r} is not a valid name")
    shared = shared_settings(f"prompt {label!r}", function, settings, PROMPT_SETTINGS, permissions)
    if export_name((label,)) in map(export_name, zip(group.prompts)):
        raise DeclarationError(f"prompt {label!r} is declared twice")
    describe(function, ("prompt", label), shared, namespace)
    group.prompts = {**group.prompts, label: Entry(label, function, shared, namespace)}


def prompts(catalog: Catalog) -> Mapping[str, Command]:
    """Return the prompts of an app and its groups by exported name, in the order of declaration."""
    memo: dict[str, Command] | None = catalog.__dict__.get("_prompts")
    if memo is None:
        memo = {}
        for trail, path in groups(catalog):
            for label, entry in trail[-1].prompts.items():
                name = export_name((*path, label))
                if name in memo:
                    raise DeclarationError(f"prompt {name!r} is declared twice")
                memo[name] = catalog.described(entry, trail, ("prompt", *path, label))
        catalog.__dict__["_prompts"] = memo
    return memo


def find_prompt(catalog: Catalog, name: str) -> Command | None:
    """Return the prompt of a name, spelt with `-`, `_`, or as a path: `db explain`, `db.explain`."""
    return prompts(catalog).get(export_name(name.replace(".", " ").split()))
