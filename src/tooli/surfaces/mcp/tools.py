"""The tools a server lists, and which command each of them runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tooli.errors import Suggestion
from tooli.execute.dry_run import PLAN_SCHEMA
from tooli.execute.presented import presented
from tooli.model import export_name
from tooli.model.behavior import only_reads
from tooli.model.dry_run import has_dry_run
from tooli.model.listing import listed_commands
from tooli.policy.decide import needs_approval
from tooli.schema.dialects import mcp
from tooli.schema.invalid import shown
from tooli.schema.json_schema import output_schema
from tooli.schema.subschemas import mapped
from tooli.surfaces.mcp.exchange import INVALID_PARAMS, Exchange, Refused

if TYPE_CHECKING:
    from tooli.errors import InputError, ToolError
    from tooli.execute import Runtime
    from tooli.model import Command
    from tooli.model.catalog import Catalog
    from tooli.surfaces.mcp.service import Service

PAGE = 500
"""Tools in one answer to `tools/list`."""
SHAPING: Mapping[str, Mapping[str, Any]] = {
    "limit": {"type": "integer", "minimum": 1},
    "cursor": {"type": "string", "description": "next_cursor of the answer before"},
    "fields": {"type": "string", "description": "such as name,owner.id"},
    "filter": {"type": "string", "description": "such as size > 10"},
    "max_tokens": {"type": "integer", "minimum": 1},
}
"""What `_tooli` may hold for a tool that gives a list, as its schema says it."""
ONCE: Mapping[str, Mapping[str, Any]] = {
    "idempotency_key": {"type": "string", "description": "Names one piece of work, which is done once"},
}
"""What it may hold for a tool that changes something."""
APPROVED: Mapping[str, Mapping[str, Any]] = {
    "approval": {"type": "string", "description": "Token by which a person approved this call"},
}
"""What it may hold for a tool that a person has to approve."""
COMBINED = frozenset({"anyOf", "oneOf", "allOf", "$ref"})
FAILED: Mapping[str, Any] = {"required": ["error"]}
"""The structured result of a failed call: there are clients that hold it against the output schema, too."""


class Target(NamedTuple):
    """What a tool's call comes down to."""

    runtime: Runtime
    command: Command
    arguments: Mapping[str, Any]
    name: str | None = None
    """What the caller called the tool, where its arguments stand inside those of another one."""
    mistakes: Sequence[InputError] = ()
    """What is wrong with the call beside its arguments."""

    def told(self, error: ToolError | None) -> None:
        """Make the arguments that an error suggests those of the tool that was called."""
        suggested = None if error is None else error.suggestion
        if error is None or suggested is None or suggested.arguments is None or self.name is None:
            return
        if suggested.action != "use_different_tool":
            inside = {"name": self.name, "arguments": suggested.arguments}
            error.suggestion = suggested.replace(arguments=inside)


class Toolset(Protocol):
    """The tools of a server: one for each command, or a few that find and run the others."""

    def listed(self) -> Sequence[Mapping[str, Any]]:
        """Return the definitions, always in the same order."""

    def schema(self, name: str) -> Mapping[str, Any] | None:
        """Return the input schema of a tool, or None when there is no such tool."""

    def target(self, name: str, arguments: Mapping[str, Any]) -> Target | None:
        """Return what a call of a tool runs, or None when there is no such tool."""


class EveryTool:
    """One tool for each command of the app."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._listed: list[dict[str, Any]] | None = None
        self._schemas: dict[str, Mapping[str, Any]] | None = None
        self._paths: dict[str, tuple[str, ...]] | None = None

    def listed(self) -> Sequence[Mapping[str, Any]]:
        """Return the definitions of the visible commands."""
        if self._listed is None:
            tools = [definition(command) for command in listed_commands(self._runtime.catalog)]
            self._listed = presented(self._runtime, tools)
        return self._listed

    def schema(self, name: str) -> Mapping[str, Any] | None:
        """Return the input schema of a command's tool."""
        if self._schemas is None:
            self._schemas = {tool["name"]: tool["inputSchema"] for tool in self.listed()}
        return self._schemas.get(name)

    def target(self, name: str, arguments: Mapping[str, Any]) -> Target | None:
        """Return the command of a name; hidden ones are not listed, but they run, as everywhere."""
        if self._paths is None:
            self._paths = {export_name(path): path for path, _ in self._runtime.catalog.walk()}
        name, at, version = name.partition("@")
        path = self._paths.get(name)
        if path is not None and at:
            path = (*path[:-1], f"{path[-1]}@{version}")
        command = None if path is None else self._runtime.catalog.find(path)
        return None if command is None else Target(self._runtime, command, arguments)


def missing_version(catalog: Catalog, name: str) -> ToolError | None:
    """Return the error of a tool's name that asks for a version its command does not have."""
    from tooli.model.versions import unavailable

    tool, _, version = name.partition("@")
    path = next((path for path, _ in catalog.walk() if export_name(path) == tool), None)
    error = None if path is None else unavailable(catalog, (*path[:-1], f"{path[-1]}@{version}"))
    if error is not None and error.details is not None:
        newest = "@".join((tool, *error.details["available"][:1]))
        error.suggestion = Suggestion(f"Use {newest}.", example=newest)
    return error


def definition(command: Command) -> dict[str, Any]:
    """Return a command as a tool: what the dialect says, and the options that may stand beside arguments."""
    tool = mcp(command)
    options = _options(command)
    if options:
        schema = tool["inputSchema"]
        tool["inputSchema"] = {**schema, "properties": {**schema.get("properties", {}), **options}}
    if "outputSchema" in tool:
        tool["outputSchema"] = _output(tool["outputSchema"], options)
    told = {
        "capabilities": list(command.capabilities),
        "cost_hint": command.cost_hint,
        "version": command.version,
        "tags": list(command.tags),
    }
    kept = {name: value for name, value in told.items() if value}
    if kept:
        tool["_meta"] = {"tooli": kept}
    return tool


def _options(command: Command) -> dict[str, Any]:
    """Return the framework's options that make sense for a command, unless its params have their names."""
    found: dict[str, Any] = {}
    shaping = SHAPING if gives_list(command) else {}
    running = {**({} if command.read_only else ONCE), **(APPROVED if needs_approval(command) else {})}
    switches: dict[str, Any] = {}
    if command.destructive:
        switches["yes"] = {"type": "boolean", "description": "Go ahead: only after a person has agreed"}
    if has_dry_run(command) and not only_reads(command.annotations, command.capabilities):
        switches["dry_run"] = {"type": "boolean", "description": "Say what would be done, and do nothing"}
    running |= {name: switch for name, switch in switches.items() if name in command.param_by_name}
    if shaping or running:
        found["_tooli"] = {
            "type": "object",
            "description": "Ask for less of the result" if shaping else "How to run it",
            "properties": {name: dict(schema) for name, schema in {**shaping, **running}.items()},
            "additionalProperties": False,
        }
    found |= switches
    return {name: schema for name, schema in found.items() if name not in command.param_by_name}


def gives_list(command: Command) -> bool:
    """Whether a command's result is a list, or items one by one."""
    return command.is_stream or command.paginated or output_schema(command).get("type") == "array"


def _output(schema: dict[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return an output schema that also holds for what the options make of the result, and for an error."""
    if "fields" in options.get("_tooli", {}).get("properties", {}):
        schema = {**_optional_fields(schema), "required": schema.get("required", [])}
    if "dry_run" not in options and "additionalProperties" not in schema and not COMBINED & schema.keys():
        rest = {name: value for name, value in schema.items() if name != "required"}
        return (
            {**rest, "anyOf": [{"required": schema["required"]}, FAILED]} if schema.get("required") else rest
        )
    result = {name: value for name, value in schema.items() if name != "$defs"}
    plans = [dict(PLAN_SCHEMA)] if "dry_run" in options else []
    either = {"type": "object", "anyOf": [result, *plans, FAILED]}
    return {**either, "$defs": schema["$defs"]} if "$defs" in schema else either


def _optional_fields(schema: Any) -> Any:
    """Return a schema that does not require any field: a caller may have asked for others only."""
    if not isinstance(schema, dict):
        return schema
    return mapped({name: value for name, value in schema.items() if name != "required"}, _optional_fields)


async def list_tools(service: Service, exchange: Exchange, params: Mapping[str, Any]) -> dict[str, Any]:
    """Answer `tools/list`."""
    return page("tools", service.tools.listed(), params.get("cursor"))


def page(name: str, items: Sequence[Mapping[str, Any]], cursor: Any) -> dict[str, Any]:
    """Return one page of a list; a cursor is the place where the next one starts."""
    start = 0
    if cursor is not None:
        if not (
            isinstance(cursor, str) and cursor.isascii() and cursor.isdigit() and int(cursor) < len(items)
        ):
            raise Refused(INVALID_PARAMS, f"cursor: {shown(cursor)} is not valid")
        start = int(cursor)
    answer: dict[str, Any] = {name: list(items[start : start + PAGE])}
    if start + PAGE < len(items):
        answer["nextCursor"] = str(start + PAGE)
    return answer


def toolset(runtime: Runtime, discovery: str | None = None) -> Toolset:
    """Return the tools of a server: `all`, or `search`, which is for apps that declare `defer_loading`."""
    chosen = discovery or ("search" if runtime.settings.get("defer_loading") else "all")
    if chosen == "search":
        from tooli.surfaces.mcp.discovery import Discovery

        return Discovery(runtime)
    return EveryTool(runtime)
