"""`resource`: the data an app offers under URIs, and the two descriptions of itself that every app offers."""

from __future__ import annotations

from typing import Annotated, Any

from tooli.annotations import ReadOnly
from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.content import Document, File
from tooli.execute.context import AgentContext
from tooli.execute.encode import encode
from tooli.execute.offered import all_resources, as_files, resource_call, run_within
from tooli.generate.manifest import manifest as agent_manifest
from tooli.model.markers import Argument
from tooli.surfaces.cli.described import described_app
from tooli.surfaces.cli.writing import Wanted, text_of

app = Tooli("resource", "Data that the app offers under URIs")


@app.command("list", annotations=ReadOnly, capabilities=["none"])
def list_resources(host: Host) -> list[dict[str, Any]]:
    """List the resources and resource templates."""
    return [
        {
            "uri": resource.uri,
            "description": resource.command.summary,
            **({"media_type": resource.media_type} if resource.media_type else {}),
            **({"template": True} if resource.is_template else {}),
        }
        for resource in all_resources(host)
        if not resource.command.hidden
    ]


@app.command("read", annotations=ReadOnly, capabilities=["none"])
def read_resource(
    uri: Annotated[str, Argument(help="A URI of `resource list`, its variables filled in")],
    host: Host,
    ctx: AgentContext,
) -> File:
    """Print the data under a URI, or save it with --write FILE."""
    resource, call = resource_call(host, uri, ctx.caller)
    files = as_files(resource, run_within(ctx, call))
    return files[0] if len(files) == 1 else Document(encode(files, []), media_type="application/json")


@app.resource(
    "skill://manifest",
    media_type="application/json",
    title="What the app can do, as data",
    capabilities=["none"],
)
def manifest(host: Host) -> dict[str, Any]:
    """Every command with its schemas, behaviour, examples and handoffs."""
    return agent_manifest(described_app(host))


@app.resource(
    "skill://documentation",
    media_type="text/markdown",
    title="How to use the app",
    capabilities=["none"],
)
def documentation(host: Host) -> str:
    """Every command in words: what it does, takes and gives."""
    return text_of(host, Wanted())
