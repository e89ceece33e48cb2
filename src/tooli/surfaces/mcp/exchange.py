"""One request as its handler sees it: who asks, what the caller can do, and ways to reach the caller.

Nothing here knows a transport: `server` makes exchanges of the SDK's requests, another transport of its own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from tooli.surfaces.mcp.service import Service

    Handler = Callable[[Service, "Exchange", Mapping[str, Any]], Awaitable[dict[str, Any]]]

INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
MISSING_CAPABILITY = -32021


class Exchange(Protocol):
    """One request, and the way back to whoever made it."""

    remote: bool
    """Whether the caller may be elsewhere; a client that started the server on its stdio is here."""
    modern: bool
    """Whether the caller speaks the stateless era: questions are answers, and the caller comes back."""

    @property
    def client(self) -> tuple[str, str] | None:
        """Name and version of the client, where it tells them."""

    @property
    def granted(self) -> tuple[str | None, Sequence[str] | None]:
        """Whom the caller's token names, and its scopes; None where the settings of this machine say them."""

    @property
    def can(self) -> frozenset[str]:
        """What the client says it can do: elicitation, sampling, roots."""

    async def progress(self, done: float, total: float | None, message: str) -> None:
        """Tell the caller how far the work is."""

    async def log(self, level: str, data: Any) -> None:
        """Tell the caller something about the work."""

    async def request(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """Ask the caller something and return the answer; only callers of the older era can be asked so."""


class Refused(Exception):
    """A request that gets a protocol error instead of a result."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data
