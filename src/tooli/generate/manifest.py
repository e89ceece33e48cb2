"""The manifest: what an app can do, as data for the program that decides whom to ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.caller.known_agents import AGENTS, FRAMEWORKS
from tooli.model.capability import hints
from tooli.schema.json_schema import CONTRACT, input_schema

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tooli.generate.described import DescribedApp, DescribedCommand, Step


def manifest(app: DescribedApp) -> dict[str, Any]:
    """Return the manifest of an app; what says nothing is left out."""
    told: dict[str, Any] = {
        "contract": CONTRACT,
        "name": app.name,
        "version": app.version,
        "description": app.description,
        "program": app.program,
        "triggers": list(app.triggers),
        "anti_triggers": list(app.anti_triggers),
        "rules": list(app.rules),
        "caller_convention": {
            "env_var": "TOOLI_CALLER",
            "version_var": "TOOLI_CALLER_VERSION",
            "session_var": "TOOLI_SESSION_ID",
            "well_known_values": well_known(),
            "detect_command": app.built_in("detect-context"),
        },
        "documents": {
            "schema": f"{app.program} --schema",
            "skill": app.built_in("generate-skill"),
            "search": app.built_in("search-tools WORDS"),
            "mcp": app.built_in("mcp serve"),
        },
        "commands": {described.name: _command(described) for described in app.commands},
    }
    return {name: value for name, value in told.items() if value or name == "commands"}


def well_known() -> list[str]:
    """Return the names that callers are known by: agents, and frameworks."""
    return [*(agent.id for agent in AGENTS), *sorted({label for label, _ in FRAMEWORKS.values()})]


def _command(described: DescribedCommand) -> dict[str, Any]:
    command = described.command
    told: dict[str, Any] = {
        "summary": command.summary,
        "call": described.page.call,
        "returns": described.page.returns,
        "task": described.task,
        "when_to_use": command.when_to_use,
        "params": list(input_schema(command)["properties"]),
        "annotations": hints(command.behavior),
        "capabilities": list(command.capabilities),
        "auth": list(command.auth),
        "cost_hint": command.cost_hint,
        "danger_level": command.danger_level,
        "requires_approval": "needs a person's approval" in described.page.behavior,
        "needs_yes": bool(described.yes),
        "dry_run": bool(described.dry_run),
        "handoffs": _steps(described.after),
        "handed_from": _steps(described.before),
        "delegation_hint": command.delegation_hint,
        "pipe": dict(described.pipe),
        "error_codes": {row.names[0]: row.help for row in described.errors},
        "deprecated": command.deprecated,
        "version": command.version,
    }
    return {name: value for name, value in told.items() if value}


def _steps(steps: Iterable[Step]) -> list[dict[str, str]]:
    return [{"command": step.command, **({"when": step.when} if step.when else {})} for step in steps]
