"""`tools/call`: name and arguments become a call of the pipeline, and its outcome the tool's result."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tooli.caller.caller import Caller
from tooli.caller.labels import client_caller
from tooli.errors import InputError
from tooli.execute import Call, CallOptions
from tooli.execute.awaited import arun
from tooli.execute.failure import BESIDE
from tooli.execute.outcome_text import is_content
from tooli.schema.invalid import cut, shown
from tooli.surfaces.mcp.asking import ClientAsker
from tooli.surfaces.mcp.content import to_result
from tooli.surfaces.mcp.conversation import Conversation, converse
from tooli.surfaces.mcp.exchange import INVALID_PARAMS, MISSING_CAPABILITY, Exchange, Refused
from tooli.surfaces.mcp.reporting import ClientReporter

if TYPE_CHECKING:
    from tooli.errors import ToolError
    from tooli.surfaces.mcp.service import Service
    from tooli.surfaces.mcp.tools import Target

OPTIONS: Mapping[str, type] = {
    "limit": int,
    "cursor": str,
    "fields": str,
    "filter": str,
    "max_items": int,
    "max_bytes": int,
    "max_tokens": int,
    "token_count": bool,
    "response_format": str,
    "approval": str,
    "idempotency_key": str,
    "no_untrusted": bool,
}
"""What `_tooli` may hold: options that need no file of the server's."""
SWITCHES = ("yes", "dry_run")
"""Options that stand among the arguments, or in `_tooli` where a param has their name."""
KINDS = {int: "a whole number", str: "text", bool: "true or false"}


async def call_tool(service: Service, exchange: Exchange, params: Mapping[str, Any]) -> dict[str, Any]:
    """Answer `tools/call`: with the result, or with questions that have to be answered first."""
    name = params["name"]
    target = service.tools.target(name, params.get("arguments") or {})
    if target is None:
        raise _unknown(service, name)

    async def work(conversation: Conversation) -> dict[str, Any]:
        return await _run(target, make_call(target, conversation), conversation)

    return await converse(service, exchange, params, work)


async def _run(target: Target, call: Call, conversation: Conversation) -> dict[str, Any]:
    outcome = await arun(call)
    target.told(outcome.error)
    if isinstance(call.reporter, ClientReporter):
        await call.reporter.flush()
    error = outcome.error
    if error is not None and conversation.exchange.modern and (needs := missing(error)):
        raise Refused(
            MISSING_CAPABILITY,
            error.message,
            {"requiredCapabilities": {needs: {}}, "error": error.to_dict()},
        )
    if is_content(outcome.result):
        return await asyncio.to_thread(to_result, call.command, outcome)  # a file has to be read
    return to_result(call.command, outcome)


def missing(error: ToolError) -> str | None:
    """Return what the client would have to be able to do, if that is why a call failed."""
    needs = (error.details or {}).get("needs") if error.code == "E4905" else None
    return needs if isinstance(needs, str) else None


def make_call(target: Target, conversation: Conversation) -> Call:
    """Return the call that a tool's arguments stand for."""
    raw = dict(target.arguments)
    options, mistakes = read_options(raw, target.command.param_by_name)
    call = Call(
        target.runtime,
        target.command,
        raw,
        options,
        caller_of(conversation.exchange),
        mistakes=[*target.mistakes, *mistakes],
        asker=ClientAsker(conversation),
        reporter=ClientReporter(conversation) if target.command.injected else None,
        remote=conversation.exchange.remote,
    )
    call.served = True
    call.beside = {name: value for name, value in target.arguments.items() if name not in raw}
    call.scopes = conversation.exchange.granted[1]
    call.consent = BESIDE
    return call


def read_options(raw: dict[str, Any], params: Mapping[str, Any]) -> tuple[CallOptions, list[InputError]]:
    """Take the framework's options out of a tool's arguments; return them, and what is wrong with them."""
    values: dict[str, Any] = {}
    mistakes: list[InputError] = []
    for name in SWITCHES:
        if name in raw and name not in params:
            _take(name, name, raw.pop(name), bool, values, mistakes)
    if "_tooli" not in raw or "_tooli" in params:
        return CallOptions(**values), mistakes
    given = raw.pop("_tooli")
    if not isinstance(given, dict):
        message = f"_tooli: {shown(given)} is not an object"
        return CallOptions(**values), [*mistakes, InputError(message, field="_tooli")]
    known = {**OPTIONS, **{name: bool for name in SWITCHES if name in params}}
    for name, value in given.items():
        field = f"_tooli.{name}"
        if name not in known:
            message = f"{field}: there is no such option"
            details = {"options": list(known)}
            mistakes.append(InputError(message, code="E1902", field=field, details=details))
        else:
            _take(name, field, value, known[name], values, mistakes)
    return CallOptions(**values), mistakes


def _take(
    name: str, field: str, value: Any, kind: type, values: dict[str, Any], mistakes: list[InputError]
) -> None:
    if value is None:
        return
    if name == "fields" and isinstance(value, list) and all(isinstance(part, str) for part in value):
        value = ",".join(value)
    if isinstance(value, kind) and (kind is bool or not isinstance(value, bool)):
        values[name] = value
    else:
        mistakes.append(InputError(f"{field}: {shown(value)} is not {KINDS[kind]}", field=field))


def caller_of(exchange: Exchange) -> Caller:
    """Return who calls, by what the client says of itself and whom its token names."""
    caller = _known_caller(*(exchange.client or ("", "")))
    principal = exchange.granted[0]
    return caller if principal is None else caller.replace(principal=principal)


_known_caller = lru_cache(maxsize=64)(client_caller)  # a client says the same with every call


def _unknown(service: Service, name: str) -> Refused:
    from tooli.schema.closeness import closest
    from tooli.surfaces.mcp.tools import missing_version

    missing = missing_version(service.runtime.catalog, name) if "@" in name else None
    if missing is not None:
        return Refused(INVALID_PARAMS, f"Unknown tool: {name}", {"error": missing.to_dict()})
    names = [str(tool["name"]) for tool in service.tools.listed()]
    found = closest(name, names)
    error = InputError(
        f"there is no command {shown(name)}",
        code="E1905",
        field="command",
        suggestion=None if found is None else f"Call {found[0]} instead of {name}.",
        details={"value": cut(name)},
    )
    return Refused(INVALID_PARAMS, f"Unknown tool: {name}", {"error": error.to_dict()})
