"""Asks the client of a server: a person through its forms, its model, the folders it works in."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tooli.surfaces.mcp.conversation import Conversation

YES = {
    "type": "object",
    "properties": {"confirm": {"type": "boolean", "title": "Yes", "description": "Whether to go on"}},
    "required": ["confirm"],
}


class ClientAsker:
    """Puts a command's questions to the client."""

    is_async = True

    def __init__(self, conversation: Conversation, *, reads: bool = False) -> None:
        self._conversation = conversation
        self.begins_anew = conversation.begins_anew and not reads
        self.loop = asyncio.get_running_loop()

    @property
    def asks_people(self) -> bool:
        """Whether the client shows forms to a person."""
        return "elicitation" in self._conversation.exchange.can

    async def confirm(self, question: str, *, key: str | None = None) -> bool:
        """Ask a person for a yes."""
        answer = await self.elicit(question, YES, key=key)
        return answer is not None and answer.get("confirm") is True

    async def approve(self, question: str, *, key: str | None = None) -> bool:
        """Ask a person for a yes: clients show these forms to people only."""
        return await self.confirm(question, key=key)

    async def elicit(
        self, message: str, schema: Mapping[str, Any], *, key: str | None = None
    ) -> dict[str, Any] | None:
        """Ask a person to fill in a form."""
        params = {"mode": "form", "message": message, "requestedSchema": schema}
        answer = await self._conversation.ask("elicitation", message, "elicitation/create", params, key)
        return dict(answer.get("content") or {}) if answer.get("action") == "accept" else None

    async def sample(
        self,
        prompt: str,
        *,
        system: str | None = None,
        max_tokens: int = 1000,
        temperature: float | None = None,
        key: str | None = None,
    ) -> str:
        """Let the client's model answer."""
        params: dict[str, Any] = {
            "messages": [{"role": "user", "content": {"type": "text", "text": prompt}}],
            "maxTokens": max_tokens,
        }
        if system is not None:
            params["systemPrompt"] = system
        if temperature is not None:
            params["temperature"] = temperature
        said = "a question for the caller's model"
        answer = await self._conversation.ask("sampling", said, "sampling/createMessage", params, key)
        content = answer.get("content")
        blocks = content if isinstance(content, list) else [content]
        return "".join(block.get("text", "") for block in blocks if isinstance(block, dict))

    async def roots(self, *, key: str | None = None) -> list[str]:
        """Return the addresses of the folders the client works in."""
        said = "which folders the caller works in"
        answer = await self._conversation.ask("roots", said, "roots/list", {}, key)
        return [str(root["uri"]) for root in answer.get("roots", ()) if isinstance(root, dict)]
