"""Progress and log lines of a running call, sent to the caller in order while the call runs."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from math import isfinite
from typing import TYPE_CHECKING, Any

from tooli.errors import ToolError

if TYPE_CHECKING:
    from tooli.surfaces.mcp.conversation import Conversation

Message = tuple[str, tuple[Any, ...]]


class ClientReporter:
    """Takes reports from whichever thread the function runs in."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Message] = deque()
        self._sending: asyncio.Task[None] | None = None

    def progress(self, done: float, total: float | None, message: str) -> None:
        """Send how far the work is; only numbers can say it."""
        if _is_number(done) and _is_number(total or 0):
            self._loop.call_soon_threadsafe(self._put, ("progress", (done, total, message)))

    def log(self, level: str, message: str, fields: dict[str, Any]) -> None:
        """Send a line about the work."""
        data = {"message": message, **fields} if fields else message
        self._loop.call_soon_threadsafe(self._put, ("log", (level, data)))

    def updated(self, uri: str) -> None:
        """Tell everybody who watches a resource that it has new data."""
        self._loop.call_soon_threadsafe(self._conversation.announce, uri)

    def _put(self, message: Message) -> None:
        if self._waiting and message[0] == self._waiting[-1][0] == "progress":
            self._waiting.pop()  # only the newest counts, and a slow caller must not make us keep them all
        self._waiting.append(message)
        if self._sending is None:
            self._sending = self._loop.create_task(self._send())

    async def _send(self) -> None:
        try:
            while self._waiting:
                method, args = self._waiting.popleft()
                # What the protocol cannot tell is left out: it fails neither the call nor the next report.
                with contextlib.suppress(TypeError, ValueError, ToolError):
                    await getattr(self._conversation.exchange, method)(*args)
        finally:
            self._sending = None

    async def flush(self) -> None:
        """Wait until all that was reported has been sent: it belongs before the answer."""
        if self._sending is not None:
            await asyncio.shield(self._sending)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and isfinite(value)
