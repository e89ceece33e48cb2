"""The frameworks that commands are exported to."""

from __future__ import annotations

import builtins
import re
from collections.abc import Mapping, Sequence
from keyword import iskeyword
from typing import TYPE_CHECKING, Any

from tooli.generate.export.framework import Framework, listed
from tooli.generate.export.layout import Group, render, string, value
from tooli.generate.export.module import Part
from tooli.generate.export.smolagents_inputs import smolagents_inputs
from tooli.generate.export.strict import strict_schema
from tooli.model.capability import hints

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.generate.export.signature import ExportedFunction


def _approved(function: ExportedFunction) -> Mapping[str, Any]:
    """Tell the glue which commands a person has to agree to."""
    return {"needs_approval": True} if function.destructive else {}


def _openai(function: ExportedFunction) -> Mapping[str, Any]:
    schema = strict_schema(function)
    return {**({} if schema is None else {"schema": schema, "strict": True}), **_approved(function)}


def _claude(function: ExportedFunction) -> Mapping[str, Any]:
    """Tell the hints by which Claude decides what to ask a person about."""
    return {"hints": hints(function.command.behavior)}


def _claude_end(runtime: Runtime, functions: Sequence[ExportedFunction]) -> list[Part]:
    """Return the server of the tools, and the names of those that need no question."""
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", runtime.name)
    free = [function for function in functions if not function.destructive]
    allowed = value([f"mcp__{name}__{function.command.export_name}" for function in free])
    items = (("", string(name)), ("", string(runtime.version)), ("", "TOOLS"))
    server = Group(open="create_sdk_mcp_server(", items=items, close=")")
    return [
        Part(source=listed(functions)),
        Part(source=f"SERVER = {render(server, used=9)}"),
        Part(source=f"ALLOWED_TOOLS = {render(allowed, used=16)}"),
    ]


def _smolagents(function: ExportedFunction) -> Mapping[str, Any]:
    """Describe inputs its way; a tool is called by code, too, where Python's words have their own meaning."""
    name = function.command.export_name
    renamed = {"name": function.name} if iskeyword(name) or hasattr(builtins, name) else {}
    return {"schema": smolagents_inputs(function), **renamed, **_approved(function)}


def _crewai(function: ExportedFunction) -> Mapping[str, Any]:
    """Let a model say null for what it leaves out: it is made to give everything."""
    schema = strict_schema(function)
    return {**({} if schema is None else {"schema": schema}), **_approved(function)}


FRAMEWORKS: Mapping[str, Framework] = {
    "openai": Framework(
        title="the OpenAI Agents SDK", glue="openai", caller="openai-agents", settings=_openai
    ),
    "langchain": Framework(
        title="LangChain and LangGraph",
        glue="langchain",
        caller="langchain",
        asynchronous=False,
        reserved=frozenset({"config", "run_manager", "self", "callbacks"}),
        settings=_approved,
        streams="collect",
    ),
    "claude": Framework(
        title="the Claude Agent SDK",
        glue="claude",
        caller="claude-agent-sdk",
        settings=_claude,
        end=_claude_end,
        imports=(("claude_agent_sdk", "create_sdk_mcp_server"),),
    ),
    "pydantic-ai": Framework(
        title="Pydantic AI", glue="pydantic_ai", caller="pydantic-ai", settings=_approved
    ),
    "adk": Framework(
        title="Google's Agent Development Kit", glue="adk", caller="google-adk", settings=_approved
    ),
    "smolagents": Framework(
        title="smolagents",
        glue="smolagents",
        caller="smolagents",
        asynchronous=False,
        reserved=frozenset({"self", "sanitize_inputs_outputs"}),
        settings=_smolagents,
    ),
    "crewai": Framework(
        title="CrewAI",
        glue="crewai",
        caller="crewai",
        asynchronous=False,
        reserved=frozenset({"self"}),
        settings=_crewai,
    ),
    "agent-framework": Framework(
        title="the Microsoft Agent Framework",
        glue="agent_framework",
        caller="agent-framework",
        reserved=frozenset({"self"}),
        settings=_approved,
    ),
    "ag2": Framework(title="AG2", glue="ag2", caller="ag2", settings=_approved),
    "copilot": Framework(
        title="the GitHub Copilot SDK", glue="copilot", caller="copilot-sdk", settings=_approved
    ),
    "llama-index": Framework(
        title="LlamaIndex",
        glue="llama_index",
        caller="llama-index",
        reserved=frozenset({"self", "workflow"}),
        settings=_approved,
    ),
}
"""Name on the command line → what differs."""
