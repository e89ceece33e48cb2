"""What one server knows: the app, its tools, the calls that run, and those that wait for an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from tooli.execute.pipeline import GRACE
from tooli.surfaces.mcp.tools import EveryTool

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.surfaces.mcp.conversation import Conversation
    from tooli.surfaces.mcp.tools import Toolset

CONCURRENT = 64
"""Calls that run at the same time unless the app says otherwise; more wait for their turn."""


class Service:
    """One server of one app."""

    def __init__(
        self,
        runtime: Runtime,
        toolset: Callable[[Runtime], Toolset] = EveryTool,
        concurrent: int = CONCURRENT,
        state_key: bytes | None = None,
    ) -> None:
        # Nothing a caller sends is read from the server's own stdin.
        self.runtime = runtime.replace(stdin=None)
        self.tools = toolset(self.runtime)
        self.state_key = state_key
        """Seals what callers carry between processes; None where one process serves, and parks its calls."""
        self.turns = asyncio.Semaphore(concurrent)
        self.running: set[asyncio.Task[Any]] = set()
        self.asking: set[asyncio.Task[Any]] = set()
        """Questions that clients of the older era have not answered yet."""
        self.parked: dict[str, Conversation] = {}
        """Conversations whose next word is the caller's, by the name the caller has to give."""
        self.listeners: list[Callable[[str, str | None], Awaitable[None]]] = []
        """Told of changes: of the list `tools`, `prompts` or `resources`, or of the resource under a URI."""
        self.reloads = False
        """Whether the app is loaded again when its files change, so that its lists can change."""
        self.hung_up = False
        """Whether the caller has gone, so that nobody answers any more."""

    async def announce(self, kind: str, uri: str | None = None) -> None:
        """Tell the clients of a change."""
        for listener in self.listeners:
            await listener(kind, uri)

    def hang_up(self) -> None:
        """Let nobody wait for an answer: the caller has gone."""
        self.hung_up = True
        for conversation in list(self.parked.values()):
            conversation.leave()
        for question in list(self.asking):
            question.cancel()

    async def close(self, grace: float = GRACE) -> None:
        """Stop every call, and give each a moment to clean up."""
        self.hang_up()
        running = list(self.running)
        for task in running:
            if not task.cancelling():  # a second time would cut its clean-up short
                task.cancel()
        if running:
            await asyncio.wait(running, timeout=grace)
