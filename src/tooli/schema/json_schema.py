"""Commands as JSON Schema 2020-12: what each takes, what it gives, and all that can be said about calling it.

A projection of `Command`; knows no surface. The flags of the command line are handed in by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from tooli.model.capability import hints
from tooli.model.dry_run import has_dry_run
from tooli.model.listing import listed_commands
from tooli.schema import is_simple
from tooli.schema.bounds import limited
from tooli.schema.defaults import default_value
from tooli.schema.inline import inlined
from tooli.schema.simple_schema import simple_schema
from tooli.schema.wording import described
from tooli.types import UNSET, Unset

if TYPE_CHECKING:
    from tooli.model import Command, Param
    from tooli.model.catalog import Catalog
    from tooli.model.constraint import Constraint

CONTRACT = 1
"""The version that envelope, schema and exit codes share."""
_BUILTIN: Mapping[Any, Mapping[str, str]] = {
    None: {"type": "null"},
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    Any: {},
}
_STREAMS = frozenset({"Iterator", "Generator", "AsyncIterator", "AsyncGenerator", "AsyncIterable"})


class Described(Protocol):
    """What a schema says of an app."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def version(self) -> str:
        """Its version."""

    @property
    def description(self) -> str:
        """What it is for."""

    @property
    def catalog(self) -> Catalog:
        """Its commands."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """Its keywords."""


def input_schema(command: Command, *, inline: bool = False) -> dict[str, Any]:
    """Return what a command takes; `inline` resolves references whatever the size."""
    params = [param for param in command.params if param.settings.get("expose_value", True)]
    types, definitions = _types(params)
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {param.name: _property(command, param, types) for param in params},
    }
    required = [param.name for param in params if param.required or _must_be_named(param)]
    if required:
        schema["required"] = required
    schema["additionalProperties"] = False
    schema.update(_relations(command.constraints))
    if definitions:
        schema["$defs"] = definitions
    return inlined(schema, force=inline)


def _types(params: Iterable[Param]) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """Return the schema of each param's type, and the definitions they share."""
    types: dict[str, dict[str, Any]] = {}
    richer = []
    for param in params:
        if "parser" in param.settings:  # the developer's own parser reads it, from text
            text = {"type": "string"}
            types[param.name] = {"type": "array", "items": text} if param.kind == "variadic" else text
            continue
        simple = simple_schema(param.shape) if is_simple(param) else None
        if simple is None:
            richer.append(param)
        else:
            types[param.name] = simple
    if not richer:
        return types, {}
    from tooli.schema.type_schema import param_types

    rich, definitions = param_types(richer)
    return {**types, **rich}, definitions


def _property(command: Command, param: Param, types: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the schema of one param: its type, and what the developer said beyond it."""
    schema = dict(types[param.name])
    schema.pop("default", None)  # a default inside the annotation is not the param's
    schema, words = limited(schema, param.settings)
    notes = [command.param_help(param), words, _input_note(param)]
    deprecated = param.settings.get("deprecated")
    if deprecated:
        schema["deprecated"] = True
        notes.append(f"Deprecated: {deprecated}" if isinstance(deprecated, str) else "")
    if any(notes):
        schema = described({**schema, "description": ""}, *notes)
    default = UNSET if param.secret else default_value(param.default)
    if not isinstance(default, Unset) and not (default is None and _takes_null(schema)):
        schema["default"] = default
    return schema


def _must_be_named(param: Param) -> bool:
    """Whether data has to be given: only the command line can leave it out, for what is piped in."""
    return param.shape.kind == "stdin" and isinstance(param.default, Unset)


def _input_note(param: Param) -> str:
    """Say where the value of an input comes from."""
    if param.shape.input == "secret":
        return f"A secret; on the command line {param.names[0]} PATH, where - is stdin."
    if param.shape.input == "stdin":
        return "A path or URL; on the command line also - for stdin, or left out when data is piped in."
    return ""


def _takes_null(schema: Mapping[str, Any]) -> bool:
    """Whether null is a value as good as none: such a default goes without saying."""
    if not schema.keys() & {"type", "anyOf", "oneOf", "enum", "const", "$ref", "allOf"}:
        return True
    if schema.get("type") == "null" or None in schema.get("enum", ()):
        return True
    return any(_takes_null(branch) for branch in (*schema.get("anyOf", ()), *schema.get("oneOf", ())))


def _relations(constraints: Iterable[Constraint]) -> dict[str, Any]:
    """Return the relations between params as keywords."""
    choices: list[dict[str, Any]] = []
    needs: dict[str, list[str]] = {}
    for constraint in constraints:
        if constraint.kind == "one_of":
            choices.append({"oneOf": [{"required": [name]} for name in constraint.params]})
        else:
            first, *others = constraint.params
            needs[first] = [*needs.get(first, ()), *others]
    keywords: dict[str, Any] = {}
    if choices:
        keywords.update(choices[0] if len(choices) == 1 else {"allOf": choices})
    if needs:
        keywords["dependentRequired"] = needs
    return keywords


def output_schema(command: Command, *, inline: bool = False) -> dict[str, Any]:
    """Return what a command gives: `{}` when nothing is known about it."""
    if command.output_schema is not None:
        return inlined(command.output_schema, force=inline)
    returns = command.returns
    if command.is_stream:
        item = _result_type(item_type(returns))
        definitions = item.pop("$defs", None)
        stream = {"type": "array", **({"items": item} if item else {}), "x-stream": True}
        return inlined({**stream, "$defs": definitions} if definitions else stream, force=inline)
    if isinstance(returns, Unset):
        return {}
    return inlined(_result_type(returns), force=inline)


def _result_type(annotation: Any) -> dict[str, Any]:
    if annotation in (None, str, int, float, bool, Any):
        return dict(_BUILTIN[annotation])
    from tooli.schema.type_schema import result_type

    return result_type(annotation)


def item_type(returns: Any) -> Any:
    """Return the type of the items that a stream yields."""
    arguments = getattr(returns, "__args__", None)
    name = getattr(getattr(returns, "__origin__", returns), "__name__", "")
    return arguments[0] if arguments and name in (*_STREAMS, "Iterable") else Any


def env_variables(command: Command, param: Param, prefix: str | None) -> list[str]:
    """Return the environment variables that fill a param, the first found wins."""
    names = list(param.envvars)
    if prefix and param.settings.get("allow_from_autoenv", True):
        own = "_".join((*command.path, param.name)).upper().replace("-", "_")
        names += [f"{prefix}_{own}", f"{prefix}_{param.name.upper()}"]
    return names


def description(command: Command) -> str:
    """Return what a command does, in full."""
    return (command.help if command.help is not None else command.doc.description).strip()


def command_schema(
    command: Command,
    *,
    env_prefix: str | None = None,
    framework_flags: Mapping[str, Any] | None = None,
    inline: bool = False,
    catalog: Catalog | None = None,
) -> dict[str, Any]:
    """Return all there is to say about calling a command, and nothing that says nothing.

    `catalog` has the commands that it may be piped to or from.
    """
    from tooli.schema.pipes import pipes

    env = {param.name: env_variables(command, param, env_prefix) for param in command.params}
    examples = [default_value(dict(example)) for example in command.examples]
    approval = command.requires_approval or command.human_in_the_loop or command.danger_level == "critical"
    told: dict[str, Any] = {
        "contract": CONTRACT,
        "name": command.name,
        "title": command.title,
        "aliases": list(command.aliases),
        "version": command.version,
        "description": description(command),
        "when_to_use": command.when_to_use,
        "deprecated": command.deprecated,
        "input": input_schema(command, inline=inline),
        "output": output_schema(command, inline=inline),
        "annotations": hints(command.behavior),
        "capabilities": list(command.capabilities),
        "auth": list(command.auth),
        "cost_hint": command.cost_hint,
        "danger_level": command.danger_level,
        "requires_approval": approval,
        "dry_run": has_dry_run(command),
        "timeout": command.timeout,
        "constraints": [constraint.describe() for constraint in command.constraints],
        "env": {name: variables for name, variables in env.items() if variables},
        "examples": examples,
        "error_codes": dict(command.error_codes),
        "pipe": {} if catalog is None else pipes(catalog, command),
        **(framework_flags or {}),
    }
    always = ("contract", "name", "input", "output", "annotations")
    return {key: value for key, value in told.items() if value or key in always}


def app_schema(
    app: Described,
    at: tuple[str, ...] = (),
    *,
    framework_flags: Mapping[str, Any] | None = None,
    clashes: Mapping[str, Mapping[str, Any]] | None = None,
    inline: bool = False,
) -> dict[str, Any]:
    """Return the schemas of all commands of an app, or of the group `at`.

    `framework_flags` is said once, for all commands; `clashes` is what differs for a command, by its name.
    """
    prefix = app.settings.get("env_prefix")
    commands = []
    for command in listed_commands(app.catalog, at):
        own = (clashes or {}).get(command.name)
        told = command_schema(
            command, env_prefix=prefix, framework_flags=own, inline=inline, catalog=app.catalog
        )
        del told["contract"]
        commands.append(told)
    group = app.catalog.group(at) if at else None
    return {
        "contract": CONTRACT,
        "name": app.name,
        **({"group": " ".join(at)} if at else {}),
        "version": app.version,
        **({"description": text} if (text := group.help if group is not None else app.description) else {}),
        **(framework_flags or {}),
        "commands": commands,
    }
