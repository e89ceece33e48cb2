"""`api`: the app as an HTTP server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from tooli.annotations import Idempotent, OpenWorld, ReadOnly
from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.content import Document
from tooli.model.markers import Option

app = Tooli("api", "The app over HTTP")


@app.command(annotations=OpenWorld, capabilities=["fs:read", "net:write"])
def serve(
    served: Host,
    host: Annotated[str, Option(help="The address to listen on")] = "127.0.0.1",
    port: Annotated[int, Option(help="The port to listen on; 0 takes any", min=0, max=65535)] = 8000,
    token_file: Annotated[
        Path | None, Option(help="Who may call: lines of NAME TOKEN SCOPE ...", exists=True, dir_okay=False)
    ] = None,
    anonymous: Annotated[
        bool, Option("--anonymous", help="Let everybody call, from other machines too")
    ] = False,
    allow_host: Annotated[
        list[str], Option(help="A name under which the server is reached; may be repeated")
    ] = [],  # noqa: B006 - a default is never changed
    allow_origin: Annotated[
        list[str], Option(help="Another place whose pages may call; may be repeated")
    ] = [],  # noqa: B006
    workers: Annotated[int, Option(help="Processes that serve", min=1, max=256)] = 1,
    reload: Annotated[bool, Option("--reload", help="Load the app again when its files change")] = False,
    concurrency: Annotated[int, Option(help="Calls that run at the same time", min=1)] = 64,
    rate: Annotated[int, Option(help="Requests a minute from one other machine; 0 for any", min=0)] = 600,
    max_body: Annotated[int, Option(help="Bytes of the largest request", min=1)] = 10 << 20,
    call_timeout: Annotated[
        float | None, Option(help="Seconds that a call may take at most", min=0.001)
    ] = None,
    grace: Annotated[float, Option(help="Seconds that calls in flight get at the end", min=0)] = 30.0,
) -> Document:
    """Serve the commands over HTTP, until SIGTERM or SIGINT comes."""
    from tooli.surfaces.http.options import HttpOptions
    from tooli.surfaces.http.serve import serve as run

    options = HttpOptions(
        token_file=token_file,
        allow_hosts=allow_host,
        allow_origins=allow_origin,
        max_body=max_body,
        concurrency=concurrency,
        rate=rate,
        timeout=call_timeout,
    )
    run(
        served,
        options,
        host=host,
        port=port,
        workers=workers,
        reload=reload,
        grace=grace,
        anonymous=anonymous,
    )
    return Document("")


@app.command("export-openapi", annotations=ReadOnly | Idempotent, capabilities=["none"])
def export_openapi(host: Host) -> Document:
    """Print the API's description in OpenAPI 3.1, as JSON."""
    import json

    from tooli.surfaces.http.openapi import openapi

    return Document(json.dumps(openapi(host), ensure_ascii=False, indent=2), media_type="application/json")
