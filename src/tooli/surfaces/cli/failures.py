"""Failures outside the pipeline: no such command, an interrupt, a result that cannot be printed."""

from __future__ import annotations

from tooli.errors import InputError, ToolError
from tooli.execute import Outcome
from tooli.execute.failure import said, to_tool_error
from tooli.schema.closeness import distance
from tooli.schema.invalid import cut, shown
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from tooli.execute import Runtime


def failed(
    runtime: Runtime, path: tuple[str, ...], error: ToolError, cause: BaseException | None = None
) -> Outcome:
    """Return the outcome of a command line that reached no command."""
    from tooli.execute.presented import redaction_of
    from tooli.execute.scrub import scrub

    outcome = Outcome(error=error, cause=cause)
    outcome.redact = redaction_of(runtime)
    if outcome.redact is not None:
        scrub(error, outcome.redact)
    words = (word.partition("@")[0] for word in path)  # a tool's name is without its version
    outcome.meta = {"tool": ".".join((runtime.name, *words)), "version": runtime.version, "duration_ms": 1}
    return outcome


def unprintable(outcome: Outcome, error: ToolError) -> Outcome:
    """Return the outcome of a call whose result cannot be printed, or its error without what cannot be."""
    failure = outcome.error
    if failure is None:
        changed = Outcome(error=error, cause=error)
        changed.meta, changed.redact = outcome.meta, outcome.redact
        return changed
    kept = ToolError(
        said(failure.message),
        said(failure.code),
        said(failure.category),
        is_retryable=bool(failure.is_retryable),
        exit_code=outcome.exit_code,
    )
    changed = Outcome(error=kept, cause=outcome.cause)
    changed.redact = outcome.redact
    lost = f"the error's details cannot be written: {error.message}"
    changed.meta = {**outcome.meta, "warnings": [*outcome.meta.get("warnings", ()), lost]}
    return changed


def internal(runtime: Runtime, error: Exception) -> Outcome:
    """Return the outcome of a failure in the framework or in a declaration."""
    return failed(runtime, (), to_tool_error(error), error)


def unknown_command(path: tuple[str, ...], word: str | None, names: list[str]) -> InputError:
    """Return the error of a word that names no command, or of no word at all."""
    near = names if len(names) <= 8 else sorted(names, key=lambda name: distance(name, word or "", 9))[:8]
    if word is None:
        inside = f" after {' '.join(path)}" if path else ""
        return InputError(
            f"no command is given{inside}", code="E1901", field="command", details={"commands": near}
        )
    return InputError(
        f"there is no command {shown(word)}",
        code="E1905",
        field="command",
        details={"value": cut(word), "commands": near},
    )
