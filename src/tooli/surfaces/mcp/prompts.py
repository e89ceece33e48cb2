"""`prompts/…`: the texts for a model that the app writes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tooli.execute.offered import prompt_call
from tooli.execute.presented import presented
from tooli.model.prompt import find_prompt, prompts
from tooli.schema.json_schema import description
from tooli.surfaces.mcp.content import file_blocks
from tooli.surfaces.mcp.offered import converse
from tooli.surfaces.mcp.tools import page

if TYPE_CHECKING:
    from tooli.execute import Call, Runtime
    from tooli.message import Message
    from tooli.model import Command
    from tooli.surfaces.mcp.exchange import Exchange
    from tooli.surfaces.mcp.service import Service


async def list_prompts(service: Service, exchange: Exchange, params: Mapping[str, Any]) -> dict[str, Any]:
    """Answer `prompts/list`."""
    return page("prompts", listed(service.runtime), params.get("cursor"))


def listed(runtime: Runtime) -> list[dict[str, Any]]:
    """Return the definitions of the prompts that are not hidden, as they may be shown."""
    known = prompts(runtime.catalog).items()
    found: list[dict[str, Any]] = presented(
        runtime, [definition(name, command) for name, command in known if not command.hidden]
    )
    return found


def definition(name: str, command: Command) -> dict[str, Any]:
    """Return a prompt as lists show it."""
    arguments = []
    for param in command.params:
        help = command.param_help(param)
        said = {"description": help} if help else {}
        arguments.append({"name": param.name, **said, "required": param.required})
    told = {"name": name, "title": command.title, "description": description(command), "arguments": arguments}
    return {field: value for field, value in told.items() if value}


async def get_prompt(service: Service, exchange: Exchange, params: Mapping[str, Any]) -> dict[str, Any]:
    """Answer `prompts/get`."""
    name = params["name"]

    def make(surface: dict[str, Any]) -> Call:
        return prompt_call(service.runtime, name, params.get("arguments") or {}, **surface)

    async def tell(messages: list[Message]) -> dict[str, Any]:
        command = find_prompt(service.runtime.catalog, name)
        text = description(command) if command is not None else ""
        said = {"description": presented(service.runtime, text)} if text else {}
        return {**said, "messages": await asyncio.to_thread(_blocks, messages)}  # a file has to be read

    return await converse(service, exchange, params, make, tell)


def _blocks(messages: list[Message]) -> list[dict[str, Any]]:
    return [
        {"role": message.role, "content": block}
        for message in messages
        for block in (
            [{"type": "text", "text": message.content}]
            if isinstance(message.content, str)
            else file_blocks(message.content)
        )
    ]
