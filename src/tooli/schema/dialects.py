"""A command as the tool definition of each kind of model: OpenAI, Anthropic, Gemini, and MCP."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tooli.model.capability import hints
from tooli.schema.gemini import gemini_form
from tooli.schema.json_schema import description, input_schema, output_schema
from tooli.schema.strict import Back, NotStrictError, strict_form
from tooli.schema.subschemas import mapped

if TYPE_CHECKING:
    from tooli.model import Command

_RELATIONS = frozenset({"oneOf", "allOf", "anyOf", "dependentRequired"})
_PATHS = frozenset({"path", "file-path", "directory-path"})
_LONGEST = 1024
"""Characters of a description that OpenAI takes."""


def openai(command: Command, *, inline: bool = False) -> dict[str, Any]:
    """Return a function tool, strict where the params allow it."""
    strict, reason = True, ""
    try:
        parameters, _ = _strict(command, inline)
    except NotStrictError as error:
        strict, reason = False, str(error)
        parameters = _plain_input(command, inline)
    if reason:  # inside the schema, where the API takes what it does not know
        parameters = {"$comment": f"not strict: {reason}", **parameters}
    function = {
        "name": command.export_name,
        "description": _shortened(tool_description(command)),
        "parameters": parameters,
        "strict": strict,
    }
    return {"type": "function", "function": {key: value for key, value in function.items() if value != ""}}


def from_openai(command: Command, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of an OpenAI tool call as the command takes them."""
    memo: Back | None = command.__dict__.get("_from_openai")
    if memo is None:
        try:
            memo = _strict(command, False)[1]
        except NotStrictError:
            memo = dict
        command.__dict__["_from_openai"] = memo
    return dict(memo(dict(arguments)))


def anthropic(command: Command, *, inline: bool = False) -> dict[str, Any]:
    """Return a tool of the Messages API."""
    return _definition(command, "input_schema", _plain_input(command, inline))


def gemini(command: Command, *, inline: bool = False) -> dict[str, Any]:
    """Return a function declaration; one without params has no `parameters`."""
    parameters = gemini_form(_plain_input(command, inline))
    declaration = _definition(command, "parameters", parameters)
    if not parameters.get("properties"):
        del declaration["parameters"]
    return declaration


def mcp(command: Command, *, inline: bool = False) -> dict[str, Any]:
    """Return a tool of the Model Context Protocol."""
    tool: dict[str, Any] = {"name": command.export_name, "title": command.title or _readable(command)}
    text = tool_description(command)
    if text:
        tool["description"] = text
    tool["inputSchema"] = _without_paths(_plain_input(command, inline))
    output = output_schema(command, inline=inline)
    if output:
        tool["outputSchema"] = _without_paths(_wrapped(output))
    tool["annotations"] = hints(command.behavior)
    return tool


def wraps_result(command: Command) -> bool:
    """Whether MCP gets a result as `{"result": …}`: whenever it is not known to be an object."""
    memo: bool | None = command.__dict__.get("_wraps_result")  # asked of every call
    if memo is None:
        memo = command.__dict__["_wraps_result"] = output_schema(command).get("type") != "object"
    return memo


def tool_description(command: Command) -> str:
    """Return what a model reads of a command: what it does, when to use it, how its params relate."""
    relations = [f"Params: {constraint.describe()}." for constraint in command.constraints]
    notes = ["Deprecated."] if command.deprecated is True else []
    if isinstance(command.deprecated, str):
        notes = [f"Deprecated: {command.deprecated}"]
    return "\n\n".join(
        part for part in (description(command), command.when_to_use, *relations, *notes) if part
    )


def _definition(command: Command, keyword: str, schema: dict[str, Any]) -> dict[str, Any]:
    text = tool_description(command)
    return {
        "name": command.export_name,
        **({"description": text} if text else {}),
        keyword: schema,
    }


def _strict(command: Command, inline: bool) -> tuple[dict[str, Any], Back]:
    return strict_form(_plain_input(command, inline))


def _plain_input(command: Command, inline: bool) -> dict[str, Any]:
    """Return the input without relations at its root, which model APIs refuse; the description has them."""
    schema = input_schema(command, inline=inline)
    return {keyword: value for keyword, value in schema.items() if keyword not in _RELATIONS}


def _wrapped(output: dict[str, Any]) -> dict[str, Any]:
    if output.get("type") == "object":
        return output if "properties" in output else {**output, "properties": {}}
    result = {keyword: value for keyword, value in output.items() if keyword != "$defs"}
    wrapped = {"type": "object", "properties": {"result": result}, "required": ["result"]}
    return {**wrapped, "$defs": output["$defs"]} if "$defs" in output else wrapped


def _without_paths(schema: Any) -> Any:
    """Drop the formats of paths, which are ours: elsewhere they are plain strings."""
    if not isinstance(schema, dict):
        return schema
    kept = {
        keyword: value
        for keyword, value in schema.items()
        if not (keyword == "format" and isinstance(value, str) and value in _PATHS)
    }
    return mapped(kept, _without_paths)


def _readable(command: Command) -> str:
    words = command.name.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def _shortened(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    return text[: _LONGEST - 1].rpartition(" ")[0].rstrip() + "…"


DIALECTS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "openai": openai,
    "anthropic": anthropic,
    "gemini": gemini,
    "mcp": mcp,
}
