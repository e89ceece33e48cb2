"""What a command can ask of its call: who calls, how long there is, and ways to tell the caller things."""

from __future__ import annotations

from tooli.execute.questions import Questions
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Protocol, TypeVar

    from tooli.caller.caller import Caller
    from tooli.execute import Call
    from tooli.policy.level import SecurityPolicy

    T = TypeVar("T")

    class Reporter(Protocol):
        """Where a surface shows what a running command reports."""

        def progress(self, done: float, total: float | None, message: str) -> None:
            """Show how far the work is."""

        def log(self, level: str, message: str, fields: dict[str, Any]) -> None:
            """Show a line about the work."""


class AgentContext(Questions):
    """The context of a running call; a param of this type is filled by the framework."""

    __slots__ = ()
    __tooli_injected__ = True
    __tooli_context__ = True

    @classmethod
    def for_call(cls, call: Call) -> AgentContext:
        """Return the context of a call."""
        return cls(call)

    @property
    def caller(self) -> Caller:
        """Who is calling."""
        return self._call.caller

    @property
    def session(self) -> str | None:
        """The caller's session, when it named one."""
        return self._call.caller.session_id

    @property
    def auth(self) -> tuple[str, ...]:
        """The scopes the caller was granted."""
        from tooli.execute.governing import granted_scopes

        return granted_scopes(self._call)

    @property
    def policy(self) -> SecurityPolicy:
        """How strictly the rules about calls are kept."""
        from tooli.execute.governing import level_of

        return level_of(self._call.runtime)

    @property
    def dry_run(self) -> bool:
        """Whether the command should only say what it would do."""
        return self._call.options.dry_run

    @property
    def deadline(self) -> float | None:
        """The seconds left, or None when there is no deadline."""
        call = self._call
        return None if call.deadline is None else max(0.0, call.deadline - call.runtime.clock())

    @property
    def cancelled(self) -> bool:
        """Whether the caller has given up, or the deadline has passed."""
        return self._call.cancelled or self.deadline == 0.0 or is_being_cancelled()

    def progress(self, done: float, total: float | None = None, message: str = "") -> None:
        """Tell the caller how far the work is."""
        if self._call.reporter is not None:
            self._call.reporter.progress(done, total, self._shown(message))

    def log(self, message: str, level: str = "info", **fields: Any) -> None:
        """Tell the caller something about the work; levels are debug, info, warning, error and such."""
        if level != "info":
            from tooli.execute.reports import known_level

            level = known_level(level)
        if self._call.reporter is not None:
            self._call.reporter.log(level, self._shown(message), self._shown(fields) if fields else fields)

    def _shown(self, value: Any) -> Any:
        """Return what is reported as it may be shown."""
        if self._call.redact is None and isinstance(value, str) and value.isprintable():
            return value
        from tooli.execute.reports import tellable

        return tellable(self._call, value)

    def echo(self, message: str) -> None:
        """Show a line to a person, beside the result."""
        self.log(message)

    def track(self, items: Iterable[T], total: float | None = None, message: str = "") -> Iterator[T]:
        """Iterate while telling the caller how far the work is."""
        if total is None and hasattr(items, "__len__"):
            total = len(items)  # type: ignore[arg-type] # it was looked for
        for done, item in enumerate(items):
            self.progress(done, total, message)
            yield item
            self.progress(done + 1, total, message)

    def artifact(self, path: object, description: str = "") -> None:
        """Name a file that the command made; it stands in the answer's meta."""
        told: dict[str, Any] = {"path": str(path)}
        if description:
            told["description"] = description
        self._call.told["artifact"] = told

    def updated(self, uri: str) -> None:
        """Tell the clients that watch a resource that it has new data."""
        tell = getattr(self._call.reporter, "updated", None)
        if tell is not None:
            tell(uri)

    def next(self, command: str, when: str = "", **arguments: Any) -> None:
        """Name a command that makes sense after this one; it stands in the answer's meta."""
        handoff: dict[str, Any] = {"command": command}
        if when:
            handoff["when"] = when
        if arguments:
            handoff["arguments"] = arguments
        self._call.next.append(handoff)


def is_being_cancelled() -> bool:
    """Whether the async code that asks is being cancelled: it is told before the pipeline is."""
    import sys

    asyncio = sys.modules.get("asyncio")
    try:
        task = None if asyncio is None else asyncio.current_task()
    except RuntimeError:  # no loop runs in this thread
        return False
    return task is not None and task.cancelling() > 0
