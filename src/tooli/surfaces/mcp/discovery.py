"""The tools of a large app's server: four that find, describe and run the others, instead of hundreds.

Reading and writing are two tools, so that a client can let one pass and ask a person about the other. What
they run is the command itself: its own policy, schema, errors and result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from tooli.errors import InputError, Suggestion
from tooli.execute.presented import presented
from tooli.model import export_name
from tooli.model.behavior import Destructive, Idempotent, OpenWorld, ReadOnly
from tooli.model.capability import hints
from tooli.model.markers import Argument
from tooli.model.signature import describe
from tooli.schema.closeness import closest
from tooli.schema.dialects import mcp
from tooli.schema.invalid import cut, shown
from tooli.schema.repair import SWITCHES
from tooli.search.commands import Found, group_names, search
from tooli.surfaces.mcp.tools import EveryTool, Target, definition, missing_version

if TYPE_CHECKING:
    from tooli.errors import ToolError
    from tooli.execute import Runtime
    from tooli.model import Command

SEARCHING, READING, WRITING = "search_tools", "run_tool", "run_mutating_tool"
Arguments = Annotated[dict[str, Any], Argument(default_factory=dict, help="As the tool's input schema says")]
GROUPS = 40
"""Groups that the search names at most."""


class Discovery:
    """Tools that find, describe and run the commands of an app."""

    def __init__(self, runtime: Runtime) -> None:
        self._every = EveryTool(runtime)
        self._runtime = runtime
        kept = {name: value for name, value in runtime.settings.items() if name != "env_prefix"}
        self._own = runtime.replace(settings=kept)
        # By themselves they only read; what they run has its own gates.
        reads = {"annotations": ReadOnly | Idempotent, "capabilities": ["none"]}
        functions = (self.search_tools, self.describe_tool, self.run_tool, self.run_mutating_tool)
        self._commands = {
            function.__name__: describe(function, (function.__name__,), reads) for function in functions
        }

    def _introduction(self) -> str:
        names = group_names(self._runtime.catalog)
        shown = f"{', '.join(names[:GROUPS])}{', …' if len(names) > GROUPS else ''}"
        about = f" ({self._runtime.description.rstrip('.')})" if self._runtime.description else ""
        groups = f" Groups: {shown}." if names else ""
        return f"Find tools of {self._runtime.name}{about} by what they are for. Start here.{groups}"

    def listed(self) -> Sequence[Mapping[str, Any]]:
        """Return the four definitions, as short as they can be."""
        tools = {name: mcp(command) for name, command in self._commands.items()}
        for tool in tools.values():
            tool.pop("outputSchema", None)
        tools[SEARCHING]["description"] = self._introduction()
        tools[READING]["annotations"] = hints(ReadOnly | OpenWorld)
        tools[WRITING]["annotations"] = hints(Destructive | OpenWorld)
        shown: list[dict[str, Any]] = presented(self._runtime, list(tools.values()))
        return shown

    def schema(self, name: str) -> Mapping[str, Any] | None:
        """Return the input schema of one of the four."""
        return next((tool["inputSchema"] for tool in self.listed() if tool["name"] == name), None)

    def target(self, name: str, arguments: Mapping[str, Any]) -> Target | None:
        """Return what runs: the tool that was named, else one of the four, which says what is wrong."""
        if name not in self._commands:
            return None
        own = {key: value for key, value in arguments.items() if key in ("name", "arguments")}
        inner = self._find(**own) if name in (READING, WRITING) else None
        if inner is None:
            return Target(self._own, self._commands[name], arguments)
        if own.keys() != arguments.keys():
            return self._beside(self._commands[name], arguments, inner)
        if name == WRITING or inner.command.read_only:
            return inner
        return Target(self._own, self._commands[name], arguments)

    def _beside(self, command: Command, arguments: Mapping[str, Any], inner: Target) -> Target:
        """Refuse what stands beside the arguments of a tool and belongs among them."""
        known = {*SWITCHES, "_tooli", *inner.command.param_by_name} - command.param_by_name.keys()
        astray = {key: value for key, value in arguments.items() if key in known}
        rest = {key: value for key, value in arguments.items() if key not in known}
        if not astray:
            return Target(self._own, command, arguments)
        first = next(iter(astray))
        words = f"Give {', '.join(astray)} inside arguments."
        moved = {"name": inner.name, "arguments": {**astray, **inner.arguments}}
        mistake = InputError(
            f"{first}: belongs inside arguments",
            code="E1902",
            field=first,
            suggestion=Suggestion(words, arguments=moved, applicability="machine_applicable"),
        )
        return Target(self._own, command, rest, mistakes=[mistake])

    def _find(self, name: Any = None, arguments: Any = None) -> Target | None:
        if not isinstance(name, str) or not isinstance(arguments, (Mapping, type(None))):
            return None
        words, at, version = name.partition("@")
        tool = export_name(words.replace(".", " ").split())
        found = self._every.target(tool + at + version, arguments or {})
        return None if found is None else found._replace(name=name)

    def search_tools(
        self,
        query: Annotated[str, Argument(help="What the tool should do, in a few words")] = "",
        group: Annotated[str, Argument(help="Only this group; without query: list it")] = "",
        limit: Annotated[int, Argument(min=1)] = 5,
    ) -> list[Found]:
        """Find tools by what they are for."""
        found = search(self._runtime, query, group, limit)
        return [replace(one, name=export_name(one.name.split())) for one in found]

    def describe_tool(self, name: str) -> dict[str, Any]:
        """Show a tool's input schema, result and behaviour."""
        found = self._find(name)
        if found is None:
            raise self._unknown(name)
        return definition(found.command)

    def run_tool(self, name: str, arguments: Arguments) -> Any:
        """Run a tool that only reads (read_only: true)."""
        if self._find(name) is None:
            raise self._unknown(name, arguments)
        raise InputError(
            f"name: {name} is not read-only",
            field="name",
            suggestion=Suggestion(
                f"Call {WRITING} with the same name and arguments.",
                action="use_different_tool",
                example=WRITING,
                arguments={"name": name, "arguments": arguments},
            ),
            details={"value": cut(name)},
        )

    def run_mutating_tool(self, name: str, arguments: Arguments) -> Any:
        """Run any tool, also one that changes or deletes something."""
        raise self._unknown(name, arguments)

    def _unknown(self, name: str, arguments: Mapping[str, Any] | None = None) -> ToolError:
        missing = missing_version(self._runtime.catalog, name) if "@" in name else None
        if missing is not None:
            return missing
        names = [export_name(path) for path, _ in self._runtime.catalog.walk()]
        near = closest(name, names)
        given = {"arguments": arguments} if arguments else {}
        fix = f"Use {near[0]}." if near else "Look for its name with search_tools."
        return InputError(
            f"name: there is no tool {shown(name)}",
            code="E1905",
            field="name",
            suggestion=Suggestion(fix, arguments={"name": near[0], **given} if near else None),
            details={"value": cut(name)},
        )
