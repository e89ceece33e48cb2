"""Resources and prompts: lists of them, the data under a URI, the messages of a prompt."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tooli.errors import InputError
from tooli.execute import Outcome
from tooli.execute.encode import encode
from tooli.execute.offered import as_files, prompt_call, resource_call
from tooli.surfaces.http.answers import answer, reply
from tooli.surfaces.http.requests import caller_of, read_options, settled
from tooli.surfaces.mcp import prompts as prompt_lists
from tooli.surfaces.mcp import resources as resource_lists

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tooli.execute import Call
    from tooli.surfaces.http.options import HttpOptions
    from tooli.surfaces.http.requests import Request
    from tooli.surfaces.mcp.service import Service

    Run = Callable[[Request, Call], Awaitable[Outcome]]


async def resources(service: Service, request: Request, options: HttpOptions, run: Run) -> None:
    """Answer `GET /resources`: the list, or with `?uri=` the data under a URI."""
    runtime = service.runtime
    uri = request.query.get("uri")
    if uri is None:
        listed = {"resources": resource_lists.listed(runtime)}
        await reply(request, 200, encode(listed, []).encode())
        return
    if not isinstance(uri, str):
        raise InputError("uri: given more than once", code="E1909", field="uri")
    chosen, mistakes = read_options(request, {}, {})
    resource, call = resource_call(runtime, uri, caller_of(request), chosen, mistakes=mistakes, remote=True)
    outcome = await run(request, settled(call, request, options))
    if outcome.ok and not call.options.shapes:
        files = await asyncio.to_thread(as_files, resource, outcome.result)
        outcome.result = files[0] if len(files) == 1 else files
    await answer(request, outcome)


async def prompt(service: Service, request: Request, options: HttpOptions, run: Run) -> None:
    """Answer `POST /prompts/{name}`: the messages of a prompt."""
    raw: dict[str, Any] = await request.arguments(options)
    chosen, mistakes = read_options(request, raw, {})
    name = "/".join(request.parts[1:])
    call = prompt_call(service.runtime, name, raw, caller_of(request), chosen, mistakes=mistakes, remote=True)
    await answer(request, await run(request, settled(call, request, options)))


async def list_prompts(service: Service, request: Request) -> None:
    """Answer `GET /prompts`."""
    listed = {"prompts": prompt_lists.listed(service.runtime)}
    await reply(request, 200, encode(listed, []).encode())
