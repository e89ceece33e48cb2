"""What one invocation knows. A surface fills the first half; the steps fill the rest.

May import `model`, `caller` and `types` only.
"""

from __future__ import annotations

from tooli.types import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from tooli.caller.caller import Caller
    from tooli.errors import InputError, Suggestion, ToolError
    from tooli.execute.context import Reporter
    from tooli.execute.runtime import Runtime
    from tooli.model.command import Command


SHAPING = (
    "limit",
    "cursor",
    "fields",
    "filter",
    "max_items",
    "max_bytes",
    "max_tokens",
    "token_count",
    "spill",
)
"""The options that shape a result."""


class CallOptions(Record):
    """The framework's options of one call: what the command line gives as flags."""

    yes: bool = False
    dry_run: bool = False
    timeout: float | None = None
    response_format: str = "concise"
    limit: int | None = None
    cursor: str | None = None
    fields: str | None = None
    filter: str | None = None
    max_items: int | None = None
    max_bytes: int | None = None
    max_tokens: int | None = None
    token_count: bool = False
    spill: str | None = None

    @property
    def shapes(self) -> bool:
        """Whether any option asks for less, or something else, than the whole result."""
        given = self.__dict__
        return bool(given) and any(
            given.get(name) is not None and given[name] is not False for name in SHAPING
        )


class Call:
    """One invocation of one command."""

    __slots__ = (
        "arguments",
        "ask",
        "caller",
        "cancelled",
        "command",
        "deadline",
        "full",
        "injections",
        "mistakes",
        "more",
        "next",
        "on_end",
        "on_item",
        "options",
        "raw",
        "repair",
        "reporter",
        "runtime",
        "sources",
        "started",
        "textual",
        "timeout",
        "told",
        "warnings",
    )

    def __init__(
        self,
        runtime: Runtime,
        command: Command,
        raw: Mapping[str, Any],
        options: CallOptions,
        caller: Caller,
        *,
        textual: bool = False,
        sources: Mapping[str, str] | None = None,
        mistakes: Sequence[InputError] = (),
        default_timeout: float | None = None,
        ask: Callable[[str], bool] | None = None,
        repair: Callable[[ToolError], Suggestion | None] | None = None,
        reporter: Reporter | None = None,
    ) -> None:
        self.runtime = runtime
        self.command = command
        self.raw = raw
        """The caller's values by param name, as the surface got them."""
        self.options = options
        self.caller = caller
        self.textual = textual
        """Whether the raw values are command-line text rather than data."""
        self.ask = ask
        """Puts a yes-or-no question to the person who is calling; None when nobody can answer."""
        self.repair = repair
        """Derives the repaired call in the surface's own syntax; None where arguments are data."""
        self.reporter = reporter
        """Where progress and log lines go; None when nobody looks."""
        self.mistakes = mistakes
        """What the surface could not make sense of; told together with the validator's findings."""
        self.sources: dict[str, str] = dict(sources) if sources else {}
        """Where each value came from: flag, argument, env, default, python."""
        self.arguments: dict[str, Any] = {}
        self.injections: dict[str, Any] = {}
        self.warnings: list[str] = []
        self.next: list[dict[str, Any]] = []
        """Handoffs the command named."""
        self.started: float = runtime.clock()
        self.timeout = next(
            (limit for limit in (options.timeout, command.timeout, default_timeout) if limit is not None),
            None,
        )
        """The seconds it may take; a stream may take them for each item."""
        self.deadline: float | None = None
        """When the call has to end, on the runtime's clock."""
        self.cancelled = False
        self.told: dict[str, Any] = {}
        """What steps have to say in the answer's meta."""
        self.more: Callable[[str], str] | None = None
        """Spells the call that goes on at a cursor, in the surface's own syntax."""
        self.full = False
        """Whether nobody wants more of a stream's items."""
        self.on_item: list[Callable[[Any], Any]] = []
        """Applied to each item of a stream, in order; UNSET leaves the item out."""
        self.on_end: list[Callable[[], None]] = []
        """Called when a stream ends, however it ends."""
