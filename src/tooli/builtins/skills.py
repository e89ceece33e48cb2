"""`skills`: the app's skill put where agents look for it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from tooli.annotations import Idempotent
from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.execute.context import AgentContext
from tooli.model.markers import Option

app = Tooli("skills", "Put the app's skill where agents look for it")

Agent = Literal[
    "claude-code",
    "codex",
    "copilot",
    "gemini",
    "opencode",
    "qwen",
    "pi",
    "cline",
    "droid",
    "cursor",
    "amp",
    "antigravity",
    "continue",
    "windsurf",
    "goose",
    "crush",
    "devin",
    "kiro",
    "junie",
    "roo",
    "openhands",
    "augment",
    "trae",
]


@app.command(annotations=Idempotent, capabilities=["fs:read", "fs:write", "env:read"])
def add(
    host: Host,
    ctx: AgentContext,
    agent: Annotated[
        list[Agent],
        Option(help="For whom; may be repeated. Without it, for all that are found here"),
    ] = [],  # noqa: B006 - a default is never changed
    scope: Annotated[
        Literal["user", "project"], Option(help="For all your work, or for this folder")
    ] = "user",
    remove: Annotated[bool, Option("--remove", help="Take the skill out again")] = False,
) -> list[dict[str, Any]]:
    """Write the app's skill into the folders of agents; what others put there stays."""
    import sys
    from pathlib import Path

    from tooli.execute.dry_run import record_dry_action
    from tooli.generate.clients.table import Surroundings
    from tooli.surfaces.cli.skill_install import install, uninstall

    around = Surroundings(platform=sys.platform, home=Path.home(), project=Path.cwd(), environ=host.environ)
    done = uninstall if remove else install
    rows = done(host, tuple(agent), scope, around, dry_run=ctx.dry_run)
    for row in rows if ctx.dry_run else ():
        record_dry_action(row["action"], row["folder"], files=row["changed"])
    return rows
