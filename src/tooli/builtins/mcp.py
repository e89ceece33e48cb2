"""`mcp`: the app as a server of the Model Context Protocol."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from tooli.annotations import Idempotent, OpenWorld, ReadOnly
from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.content import Document
from tooli.execute.context import AgentContext
from tooli.model.markers import Option

app = Tooli("mcp", "Serve the app to agents over the Model Context Protocol")


@app.command(annotations=OpenWorld, capabilities=["fs:read", "net:write"])
def serve(
    served: Host,
    transport: Annotated[
        Literal["stdio", "http", "sse"] | None,
        Option(help="How clients connect; the app's mcp_transport, else stdio"),
    ] = None,
    host: Annotated[str, Option(help="The address to listen on")] = "127.0.0.1",
    port: Annotated[int, Option(help="The port to listen on; 0 takes any", min=0, max=65535)] = 8000,
    path: Annotated[str | None, Option(help="Where it is found; /mcp, or /sse for sse")] = None,
    discovery: Annotated[
        Literal["all", "search"] | None,
        Option(help="List every tool, or a few that find and run them; by default what the app declares"),
    ] = None,
    workers: Annotated[int, Option(help="Processes that serve, with http", min=1, max=256)] = 1,
    reload: Annotated[bool, Option("--reload", help="Load the app again when its files change")] = False,
) -> Document:
    """Serve the commands as tools, until the client leaves or SIGTERM comes."""
    from tooli.surfaces.mcp.serve import serve as run

    run(
        served,
        transport,
        host=host,
        port=port,
        path=path,
        discovery=discovery,
        reload=reload,
        workers=workers,
    )
    return Document("")  # stdout was the protocol's: nothing is added to it


@app.command(annotations=ReadOnly | Idempotent, capabilities=["none"])
def export(host: Host) -> Document:
    """Print the definitions that a server lists, as JSON."""
    import json

    from tooli.surfaces.mcp import prompts, resources
    from tooli.surfaces.mcp.service import Service
    from tooli.surfaces.mcp.tools import toolset

    service = Service(host, toolset)
    listed = {
        "tools": service.tools.listed(),
        "resources": resources.listed(service.runtime, templates=False),
        "resourceTemplates": resources.listed(service.runtime, templates=True),
        "prompts": prompts.listed(service.runtime),
    }
    return Document(json.dumps(listed, ensure_ascii=False, indent=2), media_type="application/json")


Client = Literal["claude-code", "claude-desktop", "cursor", "vscode", "codex", "gemini", "goose"]


@app.command(annotations=Idempotent, capabilities=["fs:read", "fs:write", "env:read"])
def add(
    host: Host,
    ctx: AgentContext,
    client: Annotated[
        list[Client], Option(help="The agent; may be repeated. Without it, the only one found here")
    ] = [],  # noqa: B006 - a default is never changed
    scope: Annotated[
        Literal["user", "project"], Option(help="For all your work, or for this folder")
    ] = "user",
    name: Annotated[str, Option(help="The server's name in the agent's list; the app's unless given")] = "",
    env: Annotated[dict[str, str], Option(help="Variables for the server, as NAME=VALUE")] = {},  # noqa: B006
    remove: Annotated[bool, Option("--remove", help="Take the app out again")] = False,
) -> list[dict[str, Any]]:
    """Enter the app into the configuration of agents, so that they start its server."""
    import sys
    from pathlib import Path

    from tooli.execute.dry_run import record_dry_action
    from tooli.generate.clients.table import Surroundings
    from tooli.surfaces.mcp.clients import enter

    around = Surroundings(platform=sys.platform, home=Path.home(), project=Path.cwd(), environ=host.environ)
    rows = enter(host, client, scope, name, env, around, remove=remove, dry_run=ctx.dry_run)
    for row in rows if ctx.dry_run else ():
        record_dry_action(row["action"], row["file"], server=row["name"])
    if host.settings.get("skill_auto_generate"):
        from tooli.surfaces.cli.skill_install import accompany

        return accompany(host, rows, scope, around, remove=remove, dry_run=ctx.dry_run)
    return rows
