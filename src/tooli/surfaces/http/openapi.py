"""The API in OpenAPI 3.1: a path for each command, with all it takes, gives and can fail with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tooli.errors import CODES, code_row
from tooli.execute.dry_run import PLAN_SCHEMA
from tooli.model.behavior import only_reads
from tooli.model.dry_run import has_dry_run
from tooli.model.listing import listed_commands
from tooli.model.prompt import prompts
from tooli.model.raised import own_errors
from tooli.schema.dialects import tool_description
from tooli.schema.json_schema import input_schema, output_schema
from tooli.surfaces.cli.content import returns_content
from tooli.surfaces.http.answers import status_of
from tooli.surfaces.http.components import (
    ENVELOPE,
    HEADERS,
    PARAMETERS,
    SCHEMAS,
    Components,
    loosened,
)
from tooli.surfaces.http.examples import example_arguments

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.model import Command

COMMON = (400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 431, 499, 500, 502, 503, 504)
"""The statuses that any call may end with."""
SCALARS = ("string", "integer", "number", "boolean")
FAILURE = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}


def openapi(runtime: Runtime, *, secured: bool = False) -> dict[str, Any]:
    """Return the description of an app's API; `secured` says that a token is needed."""
    components = Components()
    paths: dict[str, Any] = {}
    for command in listed_commands(runtime.catalog):
        paths["/commands/" + "/".join(command.path)] = _operations(runtime, command, components)
    for name, command in prompts(runtime.catalog).items():
        paths[f"/prompts/{name}"] = {"post": _prompt(name, command, components)}
    bearer: list[dict[str, list[str]]] = [{"bearer": []}]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": runtime.name,
            "version": runtime.version,
            **({"description": runtime.description} if runtime.description else {}),
        },
        "servers": [{"url": "/"}],
        "security": bearer if secured else [{}, *bearer],
        "paths": {**paths, **_fixed()},
        "components": {
            "schemas": {**SCHEMAS, **components.schemas},
            "parameters": PARAMETERS,
            "headers": HEADERS,
            "responses": {f"Status{status}": _failure(status) for status in COMMON},
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operations(runtime: Runtime, command: Command, components: Components) -> dict[str, Any]:
    taken = components.hoisted(input_schema(command, inline=True), command.export_name)
    body: dict[str, Any] = {"schema": _with_switches(command, taken)}
    examples = dict(_examples(runtime, command))
    if examples:
        body["examples"] = examples
    about = _about(command, components)
    post = {
        "operationId": command.export_name,
        **about,
        "parameters": [{"$ref": f"#/components/parameters/{name}"} for name in PARAMETERS],
        "requestBody": {"required": bool(taken.get("required")), "content": {"application/json": body}},
    }
    if not only_reads(command.annotations, command.capabilities):
        return {"post": post}
    query = [*_query(taken), *post["parameters"]]
    get = {"operationId": f"get_{command.export_name}", **about, "parameters": query}
    return {"get": get, "post": post}


def _about(command: Command, components: Components) -> dict[str, Any]:
    text = tool_description(command)
    tags = list(command.tags) or list(command.path[:-1])
    scopes = {"x-scopes": list(command.auth)} if command.auth else {}
    return {
        **({"summary": command.summary} if command.summary else {}),
        **({"description": text} if text else {}),
        **({"tags": tags} if tags else {}),
        **({"deprecated": True} if command.deprecated else {}),
        **scopes,
        "responses": {"200": _success(command, components), **_failures(command)},
    }


def _with_switches(command: Command, schema: dict[str, Any]) -> dict[str, Any]:
    """Return an input with the switches that a repaired call may have among its arguments."""
    switches = {}
    if command.destructive:
        switches["yes"] = {"type": "boolean", "description": "The consent of a person to a destructive call"}
    if has_dry_run(command) and not only_reads(command.annotations, command.capabilities):
        switches["dry_run"] = {"type": "boolean", "description": "Say what would be done, and do nothing"}
    return {**schema, "properties": {**switches, **schema.get("properties", {})}}


def _examples(runtime: Runtime, command: Command) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, example in enumerate(command.examples, 1):
        arguments = example_arguments(runtime, command, example["args"])
        if arguments is not None:
            said = {"summary": str(example["description"])} if example.get("description") else {}
            yield f"example-{number}", {**said, "value": arguments}


def _query(schema: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Give the params of a query: a value, several of them, or JSON."""
    for name, given in schema.get("properties", {}).items():
        inner = _not_null(given)
        items = inner.get("items", {}) if inner.get("type") == "array" else {}
        simple = inner.get("type") in SCALARS or items.get("type") in SCALARS
        told = {"name": name, "in": "query", "required": name in schema.get("required", ())}
        if "description" in inner:
            told["description"] = inner["description"]
        yield (
            {**told, "schema": inner}
            if simple
            else {**told, "content": {"application/json": {"schema": given}}}
        )


def _not_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema without null, which a query leaves out."""
    members = [member for member in schema.get("anyOf", ()) if member.get("type") != "null"]
    if len(members) != 1 or len(members) == len(schema.get("anyOf", ())):
        return schema
    return {
        **members[0],
        **{name: value for name, value in schema.items() if name not in ("anyOf", "default")},
    }


def _success(command: Command, components: Components) -> dict[str, Any]:
    """Return the answer of a call that succeeded; the options of a call may make another of its result."""
    result = components.hoisted(output_schema(command, inline=True), f"{command.export_name}.result")
    part = loosened(result)
    results: list[dict[str, Any]] = [{"properties": {"result": result}}]
    if part != result:
        results.append(
            {"properties": {"result": {**part, "description": "With X-Tooli-Fields: a part of it."}}}
        )
    if result:  # else anything may be a result anyway
        results += [{"$ref": f"#/components/schemas/{name}"} for name in ("Counted", "Truncated")]
    if has_dry_run(command):
        results.append({"properties": {"result": dict(PLAN_SCHEMA), "meta": {"required": ["dry_run"]}}})
    envelope = (
        {**ENVELOPE, "anyOf": results}
        if len(results) > 1
        else {
            **ENVELOPE,
            "properties": {**ENVELOPE["properties"], "result": result},
        }
    )
    content: dict[str, Any] = {"application/json": {"schema": envelope}}
    if command.output_example is not None:
        content["application/json"]["example"] = {
            "ok": True,
            "result": command.output_example,
            "meta": {"tool": command.name, "version": command.version or "", "duration_ms": 1},
        }
    if returns_content(command):
        content["*/*"] = {"schema": {"description": "The file itself, unless Accept asks for JSON."}}
    else:
        content["application/x-ndjson"] = {"schema": {"description": "One item a line."}}
        content["text/event-stream"] = {"schema": {"description": "Events: item, progress, log, outcome."}}
    return {"description": "The result.", "content": content}


def _failures(command: Command) -> dict[str, Any]:
    """Return the answers of calls that failed: those any call can have, and the command's own."""
    own: dict[int, list[str]] = {}
    for error in own_errors(command):
        own.setdefault(status_of(error), []).append(f"{error.code} {error.message}")
    told: dict[str, Any] = {
        str(status): {"$ref": f"#/components/responses/Status{status}"} for status in COMMON
    }
    for status, notes in own.items():
        told[str(status)] = _failure(status, notes)
    return told


def _failure(status: int, notes: list[str] | None = None) -> dict[str, Any]:
    rows = [f"{row.code} {row.meaning}" for row in map(code_row, CODES) if row.http == status]
    headers = {"x-tooli-exit-code": {"$ref": "#/components/headers/ExitCode"}}
    if status == 429:
        headers["retry-after"] = {"$ref": "#/components/headers/RetryAfter"}
    said = "; ".join([*(notes or ()), *rows]) or "The call failed."
    return {"description": said, "headers": headers, "content": FAILURE}


def _prompt(name: str, command: Command, components: Components) -> dict[str, Any]:
    taken = components.hoisted(input_schema(command, inline=True), f"prompt.{command.export_name}")
    text = tool_description(command)
    return {
        "operationId": f"prompt_{command.export_name}",
        "tags": ["prompts"],
        "summary": command.summary or f"The messages of the prompt {name}",
        **({"description": text} if text else {}),
        "requestBody": {"content": {"application/json": {"schema": taken}}},
        "responses": {
            "200": {"description": "The messages.", "content": {"application/json": {"schema": ENVELOPE}}},
            **_failures(command),
        },
    }


def _fixed() -> dict[str, Any]:
    """Return the paths that every app has."""
    uri = {
        "name": "uri",
        "in": "query",
        "schema": {"type": "string"},
        "description": "Of one resource: its data",
    }
    return {
        "/health": {"get": _plain("health", "Whether the server takes calls", "503", public=True)},
        "/manifest": {"get": _plain("manifest", "The commands and their schemas")},
        "/openapi.json": {"get": _plain("openapi", "This description")},
        "/prompts": {"get": _plain("prompts", "The prompts")},
        "/resources": {
            "get": {
                **_plain("resources", "The resources, or the data of one", *map(str, COMMON), data=True),
                "parameters": [uri],
            }
        },
    }


def _plain(
    name: str, summary: str, *statuses: str, public: bool = False, data: bool = False
) -> dict[str, Any]:
    content: dict[str, Any] = {"application/json": {"schema": {"type": "object"}}}
    if data:
        content["*/*"] = {"schema": {"description": "The data, as what it is."}}
    refused = {
        status: {"$ref": f"#/components/responses/Status{status}"} for status in ("401", "403", "405", "429")
    }
    failed = {
        status: {"description": "It is stopping.", "content": content}
        if public
        else {"$ref": f"#/components/responses/Status{status}"}
        for status in statuses
    }
    told = {"operationId": f"tooli_{name}", "tags": ["tooli"], "summary": summary}
    responses = {"200": {"description": summary, "content": content}, **refused, **failed}
    return {**told, "responses": responses, **({"security": []} if public else {})}
