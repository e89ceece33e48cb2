"""`resources/…`: what the app offers under URIs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tooli.execute.offered import all_resources, as_files, resource_call
from tooli.execute.presented import presented
from tooli.schema.json_schema import description
from tooli.surfaces.mcp.content import embedded
from tooli.surfaces.mcp.offered import converse
from tooli.surfaces.mcp.tools import page

if TYPE_CHECKING:
    from tooli.execute import Call, Runtime
    from tooli.model.resource import Resource
    from tooli.surfaces.mcp.exchange import Exchange
    from tooli.surfaces.mcp.service import Service

NOT_KEPT = {"ttlMs": 0, "cacheScope": "private"}
"""Data may be other data the next time, and for the next caller."""


async def list_resources(service: Service, exchange: Exchange, params: Mapping[str, Any]) -> dict[str, Any]:
    """Answer `resources/list`."""
    return page("resources", listed(service.runtime, templates=False), params.get("cursor"))


async def list_templates(service: Service, exchange: Exchange, params: Mapping[str, Any]) -> dict[str, Any]:
    """Answer `resources/templates/list`."""
    return page("resourceTemplates", listed(service.runtime, templates=True), params.get("cursor"))


def listed(runtime: Runtime, *, templates: bool | None = None) -> list[dict[str, Any]]:
    """Return the definitions of what is not hidden: resources, templates, or both, as they may be shown."""
    found: list[dict[str, Any]] = presented(
        runtime,
        [
            definition(resource)
            for resource in all_resources(runtime)
            if templates in (None, resource.is_template) and not resource.command.hidden
        ],
    )
    return found


def definition(resource: Resource) -> dict[str, Any]:
    """Return a resource or template as lists show it."""
    told = {
        "uriTemplate" if resource.is_template else "uri": resource.uri,
        "name": resource.name,
        "title": resource.command.title,
        "description": description(resource.command),
        "mimeType": resource.media_type,
    }
    annotations = {"audience": list(resource.audience), "priority": resource.priority}
    kept = {name: value for name, value in annotations.items() if value not in ([], None)}
    return {
        **{name: value for name, value in told.items() if value},
        **({"annotations": kept} if kept else {}),
    }


async def read_resource(service: Service, exchange: Exchange, params: Mapping[str, Any]) -> dict[str, Any]:
    """Answer `resources/read`."""
    uri = params["uri"]
    found: list[Resource] = []

    def make(surface: dict[str, Any]) -> Call:
        resource, call = resource_call(service.runtime, uri, **surface)
        found.append(resource)
        return call

    def contents(value: Any) -> list[dict[str, Any]]:
        return [embedded(file, file.uri or uri) for file in as_files(found[0], value)]

    async def tell(value: Any) -> dict[str, Any]:
        answer = {"contents": await asyncio.to_thread(contents, value)}  # a file has to be read
        return {**answer, **NOT_KEPT} if exchange.modern else answer

    return await converse(service, exchange, params, make, tell)
