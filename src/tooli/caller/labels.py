"""What an agent calls itself → the agent and its version: `claude-code_2-1-325_agent`."""

from __future__ import annotations

from tooli.caller.caller import Caller
from tooli.caller.environment import LABEL, LONGEST, is_label
from tooli.caller.known_agents import AGENTS, FRAMEWORKS
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from tooli.caller.known_agents import Agent

ENDS = "_@/"
"""What may follow a name within a label."""


def known_agent(label: str) -> tuple[Agent, str | None] | None:
    """Return the agent of a label, and the version the label tells."""
    text = label.lower()
    for agent in AGENTS:
        for name in (agent.id, *agent.labels):
            rest = text.removeprefix(name)
            if rest == text:
                continue
            if not rest or rest[0] in ENDS or name.endswith("-"):
                return agent, _version(rest[1:])
    return None


def _version(rest: str) -> str | None:
    """Return the version that follows a name: `2-1-325_agent`, or `1.2.0` after an @."""
    first = rest.partition("_")[0].replace("-", ".")
    return first if first.replace(".", "").isdigit() else None


def display_name(caller_id: str) -> str:
    """Return what people call an agent or a framework; an unknown one is called what it calls itself."""
    known = known_agent(caller_id)
    if known is not None:
        return known[0].name
    return next((name for label, name in FRAMEWORKS.values() if label == caller_id), caller_id)


def client_caller(name: str, version: str) -> Caller:
    """Return the caller that an MCP client is, by the name and version it gives of itself."""
    known = known_agent(name)
    label = "".join(character if character in LABEL else "-" for character in name)[:LONGEST]
    return Caller(
        category="ai_agent",
        confidence=0.9 if name else 0.7,
        caller_id=known[0].id if known is not None else label or None,
        caller_version=version if is_label(version) else None,
        signals=(f"clientInfo={label}",),
    )
