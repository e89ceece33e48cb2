"""The one pipeline every surface runs a call through, and what goes through it.

A `Runtime` is the app, frozen; a `Call` is one invocation; an `Outcome` is how it ended. May import `model`,
`caller` and `types` only, the rest of the package where it is needed.
"""

from __future__ import annotations

from tooli.types import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from typing import Any, BinaryIO

    from tooli.caller.caller import Caller
    from tooli.config.configuration import Configuration
    from tooli.errors import InputError, Suggestion, ToolError
    from tooli.execute.asking import Asker
    from tooli.execute.context import Reporter
    from tooli.execute.host import Host
    from tooli.execute.pipeline import Flow
    from tooli.execute.redaction import Redaction
    from tooli.model import Command
    from tooli.model.catalog import Catalog
    from tooli.policy.watch import Observed

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


class Runtime(Record):
    """Catalog, pipeline and the outside world, handed to surfaces instead of the app."""

    name: str
    version: str
    description: str
    catalog: Catalog
    flow: Flow
    """The steps, composed."""
    settings: Mapping[str, Any]
    """The app's keywords."""
    environ: Mapping[str, str]
    clock: Callable[[], float]
    host: Callable[[], Host]
    """Makes the place where a bounded call's code runs."""
    stdin: Callable[[], BinaryIO | None] | None = None
    """Gives the stream that `-` and piped data are read from; None where there is none."""
    stdout: Callable[[], int] | None = None
    """Gives the descriptor of the process's real stdout, where it was set aside from stray prints."""
    config: Configuration | None = None
    """What configuration files say; None when they say nothing. `environ` and `settings` have it already."""
    dotenv: str | None = None
    """The `.env` of the project, for the variables that commands declare."""
    overrides: Mapping[Callable[..., Any], Callable[..., Any]] = {}
    """Dependencies replaced in tests."""
    builtins: Callable[[Runtime], Runtime] | None = None
    """Gives the runtime of the built-in commands; None for that one itself."""
    origin: tuple[str, Path, Callable[[], Runtime]] | None = None
    """The module and file it came from and what loads it anew, where the launcher loaded it."""
    program: tuple[str, ...] = ()
    """The words that start it, where that is not for the running script to say."""
    observer: Observed | None = None
    """Notes what the code of its calls does; None where nobody asked."""


class CallOptions(Record):
    """The framework's options of one call: what the command line gives as flags."""

    yes: bool = False
    approval: str | None = None
    """The token by which a person approved this call."""
    dry_run: bool = False
    idempotency_key: str | None = None
    """Names one piece of work: a call that repeats it gets the outcome of the first."""
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
    null: bool = False
    """Whether records of the input end with NUL instead of a line's end."""
    no_untrusted: bool = False
    """Whether to leave out what the command marks as written by others."""

    @property
    def shapes(self) -> bool:
        """Whether any option asks for less, or something else, than the whole result."""
        given = self.__dict__
        return bool(given) and any(
            given.get(name) is not None and given[name] is not False for name in SHAPING
        )


class Call:
    """One invocation of one command."""

    beside: Mapping[str, Any] | None
    """The options that stood among the arguments, as the caller gave them; a repaired call keeps them."""
    consent: str | None
    """What the surface calls a yes that does not stand among the arguments, where a param has that name."""
    kept: list[Any]
    """The items of a stream that is collected, as they come; set when it begins."""
    scopes: Sequence[str] | None
    """What the token of a server's caller grants; None where the settings of this machine say it."""
    more: Callable[[str], str] | None
    """Spells the call that goes on at a cursor, in the surface's own syntax."""
    packed: str | None
    """Where all arguments stand in one JSON object, as the command line has it: its text, `@file` or `-`."""
    served: bool
    """Whether a server answers it, which has told its callers what results look like."""
    redact: Redaction | None
    """Takes out what may not be shown or written; None for a call without secrets at the default level."""

    __slots__ = (
        "arguments",
        "asker",
        "beside",
        "caller",
        "cancelled",
        "command",
        "configured",
        "consent",
        "deadline",
        "full",
        "injections",
        "kept",
        "mistakes",
        "more",
        "next",
        "on_end",
        "on_item",
        "options",
        "packed",
        "raw",
        "redact",
        "remote",
        "repair",
        "reporter",
        "runtime",
        "scopes",
        "served",
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
        asker: Asker | None = None,
        remote: bool = False,
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
        self.asker = asker
        """Asks whoever calls; None when nobody can answer."""
        self.remote = remote
        """Whether the caller is elsewhere: a server's files, variables and stdin are not the caller's."""
        self.scopes = None
        self.repair = repair
        """Derives the repaired call in the surface's own syntax; None where arguments are data."""
        self.reporter = reporter
        """Where progress and log lines go; None when nobody looks."""
        self.mistakes = mistakes
        """What the surface could not make sense of; told together with the validator's findings."""
        self.sources: dict[str, str] = dict(sources) if sources else {}
        """Where each value came from: flag, argument, env, default, python."""
        self.configured: dict[str, Any] = {}
        """Values that configuration files give, by param name, as data."""
        self.arguments: dict[str, Any] = {}
        self.injections: dict[str, Any] = {}
        self.warnings: list[str] = []
        self.next: list[dict[str, Any]] = []
        """Handoffs the command named."""
        self.started: float = runtime.clock()
        self.timeout = options.timeout or command.timeout or default_timeout
        """The seconds it may take; a stream may take them for each item."""
        self.deadline: float | None = None
        """When the call has to end, on the runtime's clock."""
        self.cancelled = False
        self.told: dict[str, Any] = {}
        """What steps have to say in the answer's meta."""
        self.more = self.redact = self.packed = self.beside = self.consent = None
        self.served = self.full = False
        """Whether nobody wants more of a stream's items."""
        self.on_item: list[Callable[[Any], Any]] = []
        """Applied to each item of a stream, in order; UNSET leaves the item out."""
        self.on_end: list[Callable[[], None]] = []
        """Called when a stream ends, however it ends."""


class Outcome:
    """The end of a call: a result or an error, and what is to be said about it."""

    __slots__ = ("cause", "error", "exit_code", "meta", "redact", "result")

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
        self.redact: Redaction | None = None
        """The call's own: for texts that are made of the outcome."""

    @property
    def ok(self) -> bool:
        """Whether the call succeeded."""
        return self.error is None
