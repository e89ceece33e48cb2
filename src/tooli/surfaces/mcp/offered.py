"""A resource or prompt that is asked for becomes a call of the pipeline, and its failure a protocol error."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from tooli.errors import NotFoundError, ToolError
from tooli.execute.awaited import arun
from tooli.execute.failure import to_tool_error
from tooli.execute.plain import to_plain
from tooli.surfaces.mcp.asking import ClientAsker
from tooli.surfaces.mcp.calls import caller_of, missing
from tooli.surfaces.mcp.conversation import Conversation
from tooli.surfaces.mcp.conversation import converse as talk
from tooli.surfaces.mcp.exchange import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    MISSING_CAPABILITY,
    Exchange,
    Refused,
)
from tooli.surfaces.mcp.reporting import ClientReporter

if TYPE_CHECKING:
    from tooli.execute import Call
    from tooli.surfaces.mcp.service import Service

NOT_FOUND = -32002
"""What the older era says of a resource that does not exist."""


async def converse(
    service: Service,
    exchange: Exchange,
    params: Mapping[str, Any],
    make: Callable[[dict[str, Any]], Call],
    tell: Callable[[Any], Awaitable[dict[str, Any]]],
) -> dict[str, Any]:
    """Run the call that `make` makes; answer with what `tell` says of its result, or with its questions."""

    async def work(conversation: Conversation) -> dict[str, Any]:
        reporter = ClientReporter(conversation)
        surface = {
            "caller": caller_of(exchange),
            "asker": ClientAsker(conversation, reads=True),  # which may be done twice
            "reporter": reporter,
            "remote": exchange.remote,
        }
        try:
            call = make(surface)
            call.scopes = exchange.granted[1]
            outcome = await arun(call)
            await reporter.flush()
            if outcome.error is not None:
                raise outcome.error
            return await tell(outcome.result)
        except ToolError as error:
            raise refused(error, exchange) from None
        except OSError as error:  # a file that the function named
            raise refused(to_tool_error(error), exchange) from None

    return await talk(service, exchange, params, work)


def refused(error: ToolError, exchange: Exchange) -> Refused:
    """Return an error of a call as the error of a request, the envelope's fields beside it."""
    data: dict[str, Any] = {"error": to_plain(error.to_dict(), [], "error")}
    needs = missing(error) if exchange.modern else None
    if needs is not None:
        return Refused(MISSING_CAPABILITY, error.message, {"requiredCapabilities": {needs: {}}, **data})
    code = INVALID_PARAMS if error.category == "input" else INTERNAL_ERROR
    if isinstance(error, NotFoundError) and error.field in ("uri", "name"):
        code = NOT_FOUND if error.field == "uri" and not exchange.modern else INVALID_PARAMS
        data[error.field] = (error.details or {}).get("value")
    return Refused(code, error.message, data)
