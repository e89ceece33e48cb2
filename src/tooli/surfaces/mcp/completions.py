"""`completion/complete`: what the value of a prompt's argument, or of a template's variable, may become."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tooli.execute.encode import encode
from tooli.execute.governing import sandbox_for
from tooli.execute.offered import all_resources
from tooli.execute.presented import presented
from tooli.model.prompt import find_prompt
from tooli.policy.sandbox import inside
from tooli.schema.invalid import shown
from tooli.surfaces.mcp.exchange import INVALID_PARAMS, Exchange, Refused

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.model import Command, Shape
    from tooli.policy.sandbox import Sandbox
    from tooli.surfaces.mcp.service import Service

MOST = 100
"""Values in one answer, as the protocol has it."""


async def complete(service: Service, exchange: Exchange, params: Mapping[str, Any]) -> dict[str, Any]:
    """Answer `completion/complete`."""
    command = _referred(service.runtime, params["ref"])
    argument = params["argument"]
    param = command.param_by_name.get(argument["name"])
    if param is None:
        raise Refused(INVALID_PARAMS, f"{command.name} has no argument {shown(argument['name'])}")
    sandbox = sandbox_for(service.runtime, exchange.remote)
    found = _candidates(param.shape, argument["value"], sandbox)
    values = presented(service.runtime, list(dict.fromkeys(found)))
    return {"completion": {"values": values[:MOST], "total": len(values), "hasMore": len(values) > MOST}}


def _referred(runtime: Runtime, ref: Mapping[str, Any]) -> Command:
    """Return the prompt or resource template that a request names."""
    if ref["type"] == "ref/prompt":
        found = find_prompt(runtime.catalog, ref["name"])
        if found is None:
            raise Refused(INVALID_PARAMS, f"there is no prompt {shown(ref['name'])}")
        return found
    for resource in all_resources(runtime):
        if resource.uri == ref["uri"]:
            return resource.command
    raise Refused(INVALID_PARAMS, f"there is no resource {shown(ref['uri'])}")


def _candidates(shape: Shape, typed: str, sandbox: Sandbox | None) -> Iterator[str]:
    """Give the values of a type that begin with what is typed, as they are written."""
    if shape.kind in ("optional", "union") or shape.multiple:
        for item in shape.items:
            yield from _candidates(item, typed, sandbox)
    elif shape.kind == "path":
        yield from _paths(typed, sandbox)
    else:
        choices = ("true", "false") if shape.kind == "bool" else shape.choices
        written = (choice if isinstance(choice, str) else encode(choice, []) for choice in choices)
        yield from (choice for choice in written if choice.lower().startswith(typed.lower()))


def _paths(typed: str, sandbox: Sandbox | None) -> Iterator[str]:
    """Give the paths that begin with what is typed, from where the caller's paths start; folders end in `/`.

    None is given that a call could not name.
    """
    root = os.path.realpath(sandbox.root if sandbox is not None and sandbox.root is not None else os.getcwd())
    folder, _, beginning = typed.rpartition("/")
    try:
        place = os.path.realpath(os.path.join(root, folder))
        if os.path.isabs(typed) or not inside(root, place):
            return  # nobody learns from here what lies elsewhere on the machine
        entries = sorted(os.scandir(place), key=lambda entry: entry.name)
    except (OSError, ValueError):  # there is no such folder, and some texts can name none
        return
    for entry in entries:
        if not entry.name.startswith(beginning) or (not beginning and entry.name.startswith(".")):
            continue
        if sandbox is None or sandbox.holds(entry.path):
            yield f"{folder}/{entry.name}".lstrip("/") + ("/" if entry.is_dir() else "")
