"""The SDK's server over our handlers: one table of methods, and exchanges made of the SDK's requests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import mcp_types as types
from mcp.server.caching import CacheHint
from mcp.server.connection import allowed_log_levels
from mcp.server.lowlevel.server import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from tooli.errors import ToolRuntimeError
from tooli.execute.presented import presented
from tooli.execute.reports import LEVELS
from tooli.surfaces.mcp.calls import call_tool
from tooli.surfaces.mcp.changes import Changes
from tooli.surfaces.mcp.completions import complete
from tooli.surfaces.mcp.exchange import Refused
from tooli.surfaces.mcp.prompts import get_prompt, list_prompts
from tooli.surfaces.mcp.resources import list_resources, list_templates, read_resource
from tooli.surfaces.mcp.tools import list_tools

if TYPE_CHECKING:
    from mcp.server.connection import Connection
    from mcp.server.context import ServerRequestContext

    from tooli.surfaces.mcp.exchange import Handler
    from tooli.surfaces.mcp.service import Service

HANDLERS: Mapping[str, Handler] = {
    "tools/list": list_tools,
    "tools/call": call_tool,
    "resources/list": list_resources,
    "resources/templates/list": list_templates,
    "resources/read": read_resource,
    "prompts/list": list_prompts,
    "prompts/get": get_prompt,
    "completion/complete": complete,
}
"""Method → handler. What a client is told that the server can do follows from it."""
FRESH = 60_000
"""Milliseconds for which a client may keep a list."""
CACHEABLE = ("tools/list", "resources/list", "resources/templates/list", "prompts/list")
IDENTITY = "tooli.identity"
"""Where the scope of an HTTP request says whom its token names."""
ASKED: Mapping[str, tuple[type[Any], type[Any]]] = {
    "elicitation/create": (types.ElicitRequest, types.ElicitResult),
    "sampling/createMessage": (types.CreateMessageRequest, types.CreateMessageResult),
    "roots/list": (types.ListRootsRequest, types.ListRootsResult),
}


def build_server(service: Service) -> Server[Any]:
    """Return the SDK's server for an app, ready for any transport and both eras."""
    runtime = service.runtime
    server: Server[Any] = Server(
        runtime.name,
        version=runtime.version,
        instructions=presented(runtime, runtime.description) or None,
        cache_hints={method: CacheHint(ttl_ms=FRESH, scope="public") for method in CACHEABLE},  # type: ignore[misc]
        get_tool_input_schema=lambda name: service.tools.schema(name),  # noqa: PLW0108 # a reload replaces them
    )
    server.middleware.clear()  # spans are ours to make
    key = service.state_key
    security = RequestStateSecurity.ephemeral() if key is None else RequestStateSecurity(keys=[key])
    server.middleware.append(RequestStateBoundary(security, default_audience=runtime.name))
    levels = Levels()
    for method, handler in HANDLERS.items():
        server.add_request_handler(method, types.RequestParams, _adapted(service, handler, levels))
    server.add_request_handler("logging/setLevel", types.SetLevelRequestParams, levels.set)
    changes = Changes()
    changes.attach(server, lists=service.reloads)
    service.listeners.append(changes.announce)
    return server


def _adapted(service: Service, handler: Handler, levels: Levels) -> Any:
    """Return a handler in the SDK's form. The SDK has checked the params against the protocol."""

    async def handle(context: ServerRequestContext[Any, Any], _: Any) -> dict[str, Any]:
        exchange = SdkExchange(context, levels)
        try:
            result = await handler(service, exchange, context.params or {})
        except Refused as refused:  # it may repeat what the caller named
            message, data = presented(service.runtime, [refused.message, refused.data])
            raise MCPError(code=refused.code, message=message, data=data) from None
        return {"resultType": "complete", **result} if exchange.modern else result

    return handle


class Levels:
    """The log level each session of the older era has asked for."""

    def __init__(self) -> None:
        self._least: WeakKeyDictionary[Connection, str] = WeakKeyDictionary()

    async def set(self, context: ServerRequestContext[Any, Any], params: Any) -> types.EmptyResult:
        """Answer `logging/setLevel`."""
        self._least[context.session._connection] = params.level
        return types.EmptyResult()

    def allow(self, context: ServerRequestContext[Any, Any], level: str) -> bool:
        """Whether a session wants lines of a level."""
        if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
            return level in allowed_log_levels(context.protocol_version, context.meta)
        least = self._least.get(context.session._connection, "debug")
        return LEVELS.index(level) >= LEVELS.index(least)


class SdkExchange:
    """One request as the SDK gives it."""

    def __init__(self, context: ServerRequestContext[Any, Any], levels: Levels) -> None:
        self._context = context
        self._levels = levels
        self.remote = context.request is not None
        self.modern = context.protocol_version in MODERN_PROTOCOL_VERSIONS

    @property
    def client(self) -> tuple[str, str] | None:
        """Name and version of the client."""
        params = self._context.session.client_params
        return None if params is None else (params.client_info.name, params.client_info.version)

    @property
    def granted(self) -> tuple[str | None, Sequence[str] | None]:
        """Whom the caller's token names, and its scopes; over HTTP nothing else grants any."""
        request: Any = self._context.request
        if request is None:
            return None, None
        identity = request.scope.get(IDENTITY)
        return (None, ()) if identity is None else (identity.principal, identity.scopes)

    @property
    def can(self) -> frozenset[str]:
        """What the client says it can do, as far as there is a way to ask it."""
        session = self._context.session
        capabilities = session.client_capabilities
        if capabilities is None or not (self.modern or session.can_send_request):
            return frozenset()
        known = ("elicitation", "sampling", "roots")
        return frozenset(name for name in known if getattr(capabilities, name) is not None)

    async def progress(self, done: float, total: float | None, message: str) -> None:
        """Send a progress notification, if the caller asked for them."""
        await self._context.session.report_progress(done, total, message or None)

    async def log(self, level: str, data: Any) -> None:
        """Send a log notification, if the caller wants lines of this level."""
        if not self._levels.allow(self._context, level):
            return
        params = types.LoggingMessageNotificationParams(level=level, data=data)  # type: ignore[arg-type] # allowed
        await self._context.session.send_notification(
            types.LoggingMessageNotification(params=params), self._context.request_id
        )

    async def request(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """Ask the client."""
        request, result = ASKED[method]
        asked = request.model_validate({"method": method, "params": params}, by_name=False)
        where = ServerMessageMetadata(related_request_id=self._context.request_id)
        try:
            answer = await self._context.session.send_request(asked, result, metadata=where)
        except MCPError as error:
            raise ToolRuntimeError(
                f"the caller did not answer: {error.error.message}", code="E4905"
            ) from error
        return answer.model_dump(by_alias=True, mode="json", exclude_none=True)  # type: ignore[no-any-return]
