"""The reference names every keyword, option and method there is, as the code has it, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import pytest

from tooli import AgentContext, CallOptions, Tooli
from tooli.annotations import __all__ as HINTS
from tooli.app import GROUP_SETTINGS, SETTINGS
from tooli.model import Command, constraint
from tooli.model.declare import COMMAND_SETTINGS
from tooli.model.markers import SETTINGS as PARAM_SETTINGS
from tooli.model.prompt import PROMPT_SETTINGS
from tooli.model.resource import RESOURCE_SETTINGS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference.md").read_text()
SOURCE = ROOT / "src" / "tooli"


def tables(heading: str) -> list[dict[str, tuple[str, ...]]]:
    """Return the tables of a section: the other cells of each row by the code in its first."""
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert section is not None, heading
    found = []
    for rows in re.findall(r"^\|---.*\n((?:\|.*\n)+)", section[1], re.MULTILINE):
        cells = [row.strip("| ").split(" | ") for row in rows.splitlines()]
        found.append(
            {first.strip("`"): tuple(cell.replace("\\|", "|") for cell in rest) for first, *rest in cells}
        )
    return found


def annotated(module: str, name: str) -> dict[str, str]:
    """Return the types of the fields of a class, as they are written in the source."""
    tree = ast.parse((SOURCE / module).read_text("utf-8"))
    (found,) = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == name]
    fields = [node for node in found.body if isinstance(node, ast.AnnAssign)]
    return {ast.unparse(field.target): ast.unparse(field.annotation) for field in fields}


def spelt(name: str, function: Any) -> str:
    """Return a method's name and arguments with their defaults, without types."""
    given = list(signature(function).parameters.values())[1:]
    plain = [parameter.replace(annotation=Parameter.empty) for parameter in given]
    return f"{name}{signature(function).replace(parameters=plain, return_annotation=Parameter.empty)}"


KEYWORDS: Mapping[str, tuple[str, int, set[str], dict[str, str]]] = {
    "Tooli": (
        "The app",
        0,
        {*signature(Tooli).parameters} - {"settings"} | {*SETTINGS},
        annotated("app.py", "AppSettings"),
    ),
    "group": (
        "Groups",
        0,
        {*signature(Tooli.group).parameters} - {"self", "settings"} | {*GROUP_SETTINGS},
        annotated("app.py", "GroupSettings"),
    ),
    "command": ("Commands", 0, {*COMMAND_SETTINGS}, annotated("model/__init__.py", "CommandSettings")),
    "Option": ("Params", 0, {*PARAM_SETTINGS}, annotated("model/markers.py", "ParamSettings")),
    "resource": (
        "Resources and prompts",
        0,
        {*RESOURCE_SETTINGS},
        annotated("model/resource.py", "ResourceSettings"),
    ),
    "prompt": (
        "Resources and prompts",
        1,
        {*PROMPT_SETTINGS},
        annotated("model/prompt.py", "PromptSettings"),
    ),
    "CallOptions": (
        "Options of a call",
        0,
        {*CallOptions.__fields__},
        annotated("execute/__init__.py", "CallOptions"),
    ),
}


@pytest.mark.parametrize("owner", KEYWORDS)
def test_every_keyword_is_there_with_its_type_and_what_it_says(owner: str) -> None:
    heading, number, names, types = KEYWORDS[owner]
    rows = tables(heading)[number]
    assert sorted(rows) == sorted(names)
    for name, (kind, default, text) in rows.items():
        assert kind == f"`{types[name]}`" if name in types else kind, name
        assert default, name
        assert text.endswith((".", '."')), name


@pytest.mark.parametrize(
    ("heading", "owner"), [("Options of a call", CallOptions), ("Commands", Command)], ids=["call", "command"]
)
def test_the_defaults_are_those_of_the_code(heading: str, owner: type) -> None:
    for name, (_, default, _) in tables(heading)[0].items():
        if default.startswith("`"):
            value = getattr(owner, name, None)
            assert default.strip("`") == repr([] if value == () else value), name


def test_the_context_is_told_whole() -> None:
    attributes, *methods = tables("The context")
    public = {name: getattr(AgentContext, name) for name in dir(AgentContext) if not name.startswith("_")}
    assert sorted(attributes) == sorted(name for name, value in public.items() if isinstance(value, property))
    methods_of_code = [
        spelt(name, value)
        for name, value in public.items()
        if not isinstance(value, property) and name != "for_call"  # which the framework calls
    ]
    assert sorted(row for rows in methods for row in rows) == sorted(methods_of_code)


def test_the_hints_and_relations_are_told_whole() -> None:
    hints, _ = tables("Behaviour")
    assert sorted(hints) == sorted("Behavior()" if name == "Behavior" else name for name in HINTS)
    (relations,) = tables("Relations between params")
    made = [
        name
        for name, value in vars(constraint).items()
        if callable(value) and getattr(value, "__annotations__", {}).get("return") == "Constraint"
    ]
    assert [row.partition("(")[0] for row in relations] == made
