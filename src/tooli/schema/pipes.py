"""Which commands feed which through a pipe: what one gives is compared with what the other takes.

Only what is known counts: a command that returns `list[dict]` gives objects with any fields, unless its
`pipe_output` says which.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tooli.model.catalog import Entry, Group
from tooli.model.listing import listed_commands
from tooli.model.pipe import Pipe, pipe_of
from tooli.schema.json_schema import input_schema, output_schema

if TYPE_CHECKING:
    from tooli.model import Command
    from tooli.model.catalog import Catalog

Schema = Mapping[str, Any]


def pipes(catalog: Catalog, command: Command) -> dict[str, Any]:
    """Return what a schema says of a command's pipes: what it takes, from whom, and whom it feeds."""
    told: dict[str, Any] = {}
    pipe = pipe_of(command)
    if pipe is not None:
        told = {"param": pipe.param.name}
        if pipe.lines:
            told["format"] = "lines"
        elif not pipe.is_whole and pipe.param.shape.input != "stdin":
            told["field"] = pipe.names[0]
        givers = listed_commands(catalog, imports=False)
        told["from"] = [other.name for other in givers if feeds(other, command)]
    told["to"] = [other.name for other in _readers(catalog) if feeds(command, other)]
    return {key: said for key, said in told.items() if said}


def _readers(catalog: Catalog) -> list[Command]:
    """Return the commands that take items; looked for once, when no lazy group can add more."""
    memo: list[Command] | None = catalog.__dict__.get("_pipe_readers")
    if memo is None:
        memo = list(listed_commands(catalog, imports=False, declaring="pipe_input"))
        if not _has_lazy(catalog.root):
            catalog.__dict__["_pipe_readers"] = memo
    return memo


def _has_lazy(group: Group) -> bool:
    nodes = group.children.values()
    return any(_has_lazy(node) if isinstance(node, Group) else not isinstance(node, Entry) for node in nodes)


def feeds(giver: Command, taker: Command) -> bool:
    """Whether the items of one command are known to be what another takes."""
    pipe = pipe_of(taker)
    if pipe is None or pipe.lines or giver is taker:
        return False
    given, wanted = _given(giver), _wanted(taker, pipe)
    if given.get("type") != "object" or not given.get("properties"):
        return bool(giver.pipe_output) and _fits(given, wanted, known=True)
    if pipe.param.shape.input != "stdin" and not pipe.is_whole:
        name = next((name for name in pipe.names if name in given["properties"]), None)
        return name is not None and _fits(given["properties"][name], wanted)
    needed = wanted.get("required") or list(wanted.get("properties", ()))
    return bool(needed) and all(
        name in given["properties"] and _fits(given["properties"][name], wanted["properties"][name])
        for name in needed
    )


def _given(command: Command) -> Schema:
    """Return the schema of one item that a command gives."""
    declared = command.pipe_output or {}
    if "schema" in declared:
        return declared["schema"]  # type: ignore[no-any-return] # what was declared as a schema
    if "fields" in declared:
        return {"type": "object", "properties": {name: {} for name in declared["fields"]}}
    given = output_schema(command, inline=True)
    return given.get("items", {}) if given.get("type") == "array" else given


def _wanted(command: Command, pipe: Pipe) -> Schema:
    """Return the schema of one item that a command takes."""
    if pipe.param.shape.input == "stdin":
        expected = getattr(pipe.param.shape.inner.annotation, "__args__", (str,))[0]
        item = getattr(expected, "__args__", (expected,))[0]
        if item in (str, bytes):
            return {}
        from tooli.schema.type_schema import result_type

        return result_type(item)
    wanted: Schema = input_schema(command, inline=True)["properties"][pipe.param.name]
    return wanted.get("items", {}) if pipe.many else wanted


def _fits(given: Schema, wanted: Schema, *, known: bool = False) -> bool:
    """Whether a value of one schema may be one of another; what is not known may be anything."""
    gives, takes = _types(given), _types(wanted)
    if not gives or not takes:
        return not known
    return gives <= takes or (gives == {"integer"} and "number" in takes)


def _types(schema: Schema) -> frozenset[str]:
    if "anyOf" in schema:
        return frozenset(name for part in schema["anyOf"] for name in _types(part))
    kind = schema.get("type", ())
    return frozenset((kind,) if isinstance(kind, str) else kind)
