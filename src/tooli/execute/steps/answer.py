"""Outermost step: every failure inside becomes a failed outcome, and every outcome gets its meta."""

from __future__ import annotations

from tooli.execute.outcome import Outcome
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute.call import Call
    from tooli.execute.pipeline import Flow


def answer(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Turn whatever happens into an outcome. Interrupts and cancellation pass: they are the surface's."""
    try:
        outcome = yield from inner(call)
    except Exception as error:
        from tooli.execute.failure import fail

        outcome = fail(call, error)
    except SystemExit as error:
        from tooli.execute.failure import leave

        outcome = leave(error.code)
    except BaseException as error:
        from tooli.execute.failure import leave_early

        outcome = leave_early(error, meta(call, Outcome()))
    outcome.meta = meta(call, outcome)
    return outcome


def meta(call: Call, outcome: Outcome) -> dict[str, Any]:
    """Say about a call what there is to say, and nothing else: an agent pays for every token."""
    command, runtime = call.command, call.runtime
    elapsed = (runtime.clock() - call.started) * 1000
    told: dict[str, Any] = {
        "tool": ".".join((runtime.name, *command.path)),
        "version": command.version or runtime.version,
        "duration_ms": max(1, -int(-elapsed // 1)),
    }
    if call.warnings:
        told["warnings"] = call.warnings
    if call.options.dry_run:
        told["dry_run"] = True
    if call.told:
        told.update(call.told)
    detailed = call.options.response_format == "detailed"
    caller = call.caller.meta(detailed)
    if caller:
        told.update(caller)
    if call.next:
        told["next"] = call.next
    if detailed or call.caller.session_id:
        from tooli.execute.session import is_first_call

        if detailed or (outcome.ok and is_first_call(call)):
            from tooli.schema.json_schema import output_schema

            told["output_schema"] = output_schema(command)
        if detailed:
            told["sources"] = call.sources
    return told
