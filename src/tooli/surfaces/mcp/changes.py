"""Who wants to hear of changes, in both eras: lists that are not what they were, resources with new data.

Clients of the older era are told on their connection; of one resource only after `resources/subscribe`. Those
of the newer one open a stream with `subscriptions/listen` and hear what they asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import mcp_types as types
from mcp.server.lowlevel.server import NotificationOptions
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler
from mcp.shared.subscriptions import (
    PromptsListChanged,
    ResourcesListChanged,
    ResourceUpdated,
    ServerEvent,
    ToolsListChanged,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

if TYPE_CHECKING:
    from mcp.server.connection import Connection
    from mcp.server.context import ServerRequestContext
    from mcp.server.lowlevel.server import Server

    Context = ServerRequestContext[Any, Any]

LISTS: Mapping[str, Callable[[], ServerEvent]] = {
    "tools": ToolsListChanged,
    "prompts": PromptsListChanged,
    "resources": ResourcesListChanged,
}


class Changes:
    """The clients of one server that hear of changes."""

    def __init__(self) -> None:
        self._bus = InMemorySubscriptionBus()
        self._connections: WeakKeyDictionary[Connection, set[str]] = WeakKeyDictionary()
        """The clients of the older era, each with the URIs it has subscribed to."""

    def attach(self, server: Server[Any], *, lists: bool) -> None:
        """Let a server take subscriptions; `lists` is whether its lists can change."""
        server.add_request_handler(
            "subscriptions/listen", types.SubscriptionsListenRequestParams, ListenHandler(self._bus)
        )
        server.add_request_handler("resources/subscribe", types.SubscribeRequestParams, self._subscribe)
        server.add_request_handler("resources/unsubscribe", types.UnsubscribeRequestParams, self._unsubscribe)
        server.add_notification_handler(
            "notifications/initialized", types.NotificationParams, self._initialized
        )
        # The transports ask without options, so the server has to know by itself.
        told = NotificationOptions(tools_changed=lists, prompts_changed=lists, resources_changed=lists)
        server.create_initialization_options = partial(  # type: ignore[method-assign] # of this one server
            server.create_initialization_options, told
        )

    async def _initialized(self, context: Context, _: Any) -> None:
        self._uris(context)

    async def _subscribe(self, context: Context, params: types.SubscribeRequestParams) -> types.EmptyResult:
        self._uris(context).add(str(params.uri))
        return types.EmptyResult()

    async def _unsubscribe(
        self, context: Context, params: types.UnsubscribeRequestParams
    ) -> types.EmptyResult:
        self._uris(context).discard(str(params.uri))
        return types.EmptyResult()

    def _uris(self, context: Context) -> set[str]:
        return self._connections.setdefault(context.session._connection, set())

    async def announce(self, kind: str, uri: str | None = None) -> None:
        """Tell of a change: of the list `tools`, `prompts` or `resources`, or of the resource under a URI."""
        await self._bus.publish(LISTS[kind]() if uri is None else ResourceUpdated(uri))
        for connection, uris in list(self._connections.items()):
            if connection.protocol_version in MODERN_PROTOCOL_VERSIONS:
                continue
            if uri is None:
                await connection.notify(f"notifications/{kind}/list_changed", None)
            elif uri in uris:
                await connection.notify("notifications/resources/updated", {"uri": uri})
