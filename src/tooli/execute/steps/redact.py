"""What the level of a call does not let out is taken out of its outcome, and of all that it writes."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute import Call, Outcome
    from tooli.execute.pipeline import Flow


def redact(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Answer without secrets: strict finds them by their looks, standard knows those the call was given."""
    from tooli.execute.failure import ended
    from tooli.execute.governing import level_of
    from tooli.execute.redaction import Redaction
    from tooli.execute.scrub import scrub

    redaction = call.redact = Redaction(level_of(call.runtime), call.runtime.environ, call)
    taken = 0

    def take(item: Any) -> Any:
        nonlocal taken
        taken += 1
        return redaction.result(item, f"item {taken - 1}")

    call.on_item.append(take)
    try:
        outcome = yield from inner(call)
    except BaseException as error:
        scrub(error, redaction)
        outcome = ended(call, error)
    outcome.redact = redaction
    if outcome.error is not None:
        scrub(outcome.error, redaction)
    elif not call.command.is_stream:
        outcome.result = _typed(call, outcome.result, redaction.result(outcome.result))
    return outcome


def _typed(call: Call, before: Any, after: Any) -> Any:
    """Return a result that changed as the type that the function says it returns."""
    if after is before:
        return before
    from tooli.execute.outcome_text import as_returned

    return as_returned(call, after)
