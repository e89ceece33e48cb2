"""How a call ended. Surfaces render it; nothing else leaves the pipeline.

May import `errors` and `types` only.
"""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from tooli.errors import ToolError


class Outcome:
    """The end of a call: a result or an error, and what is to be said about it."""

    __slots__ = ("cause", "error", "exit_code", "meta", "result")

    def __init__(
        self,
        result: Any = None,
        error: ToolError | None = None,
        *,
        exit_code: int | None = None,
        cause: BaseException | None = None,
    ) -> None:
        self.result = result
        self.error = error
        self.meta: dict[str, Any] = {}
        self.exit_code = exit_code if exit_code is not None else (error.exit_code if error is not None else 0)
        self.cause = cause
        """The exception behind an error, for `-vv`."""

    @property
    def ok(self) -> bool:
        """Whether the call succeeded."""
        return self.error is None
