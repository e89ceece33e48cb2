"""`--agent-manifest` and `--agent-bootstrap`: an app's own description, for the agent that asks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tooli.generate.manifest import manifest
from tooli.surfaces.cli.described import described_app
from tooli.surfaces.cli.writing import Target, Wanted, text_of

if TYPE_CHECKING:
    from tooli.surfaces.cli.main import Session

READS_SKILLS: Mapping[str, Target] = {
    "claude-code": "claude-code",
    "claude-cowork": "claude-skill",
    "claude-agent-sdk": "claude-skill",
}
"""Callers for whom a skill has a form of its own."""
READS_AGENTS_MD = frozenset(
    {
        "codex",
        "copilot-cli",
        "copilot",
        "copilot-sdk",
        "cursor",
        "amp",
        "windsurf",
        "junie",
        "jules",
        "openai-agents",
    }
)
"""Callers that know a project by its AGENTS.md."""


def manifest_text(session: Session) -> str:
    """Return the manifest: indented on a terminal, compact elsewhere."""
    told = manifest(described_app(session.runtime))
    if session.streams.stdout_tty:
        return json.dumps(told, ensure_ascii=False, indent=2) + "\n"
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


def bootstrap_text(session: Session) -> str:
    """Return what the caller has to know, in the form that it reads."""
    caller = session.caller.caller_id or ""
    if caller in READS_AGENTS_MD:
        return text_of(session.runtime, Wanted(format="agents-md"))
    target = READS_SKILLS.get(caller, "generic-skill")
    return text_of(session.runtime, Wanted(target=target))
