"""Calls with an idempotency key: the function runs once, and every other call gets what came of it."""

from __future__ import annotations

from contextlib import suppress
from time import sleep
from typing import TYPE_CHECKING, Any

from tooli.errors import Exit, ToolError, ToolTimeoutError
from tooli.execute import Outcome
from tooli.execute.failure import ended, is_own
from tooli.execute.idempotency import KeyedRun, in_progress
from tooli.execute.outcome_text import Kept, replayed
from tooli.execute.pipeline import Invoke, remaining, start_clock
from tooli.model.behavior import only_reads

if TYPE_CHECKING:
    from collections.abc import Generator

    from tooli.execute import Call
    from tooli.execute.pipeline import Flow

FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.5
"""Seconds between two looks at a call that runs elsewhere."""
MARGIN = 0.05
"""Seconds before the deadline in which an error is taken for the deadline's work."""


def idempotency(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Run the call unless its key says that it ran; a command that changes nothing needs no key."""
    command = call.command
    if call.options.dry_run or only_reads(command.annotations, command.capabilities):
        return (yield from inner(call))
    start_clock(call)
    run = KeyedRun(call)
    try:
        stored = yield from _claimed(call, run)
        if stored is not None:
            return replayed(call, stored)
        return (yield from _once(call, run, inner))
    finally:
        run.close()


def _claimed(call: Call, run: KeyedRun) -> Generator[Any, Any, str | None]:
    """Take the key and return None, or wait for the call that has it and return its outcome."""
    pause = FIRST_PAUSE
    try:
        while True:
            record = yield Invoke(run.claim)
            if record is None or record["state"] == "done":
                return None if record is None else str(record["outcome"])
            left = remaining(call)
            if left is not None and left <= pause + MARGIN:
                break
            yield Invoke(sleep, (pause,))
            pause = min(LONGEST_PAUSE, pause * 1.5)
    except ToolTimeoutError:
        run.give_up()
    except BaseException:
        run.give_up()
        raise
    raise in_progress(str(call.options.idempotency_key))


def _once(call: Call, run: KeyedRun, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Run the function, and store what came of it."""
    kept = Kept(call)
    try:
        outcome = yield from inner(call)
    except BaseException as error:
        if _is_cut_short(call, error):
            # No effect is performed for a call that was given up: the record is written here and now.
            _forget(run, error)
            raise
        outcome = ended(call, error)
    if outcome.error is not None and outcome.error.is_retryable:
        yield from _settled(call, run, Invoke(run.release, cleans_up=True))
        return outcome
    try:
        text = kept.text(outcome)
    except ToolError as error:
        outcome = Outcome(error=error, cause=error)
        text = kept.text(outcome)
    yield from _settled(call, run, Invoke(run.finish, (text,), cleans_up=True))
    return outcome


def _settled(call: Call, run: KeyedRun, effect: Invoke) -> Generator[Any, Any, None]:
    """Write the end of a run to the store; if that fails, what it did must not be forgotten or run again."""
    try:
        yield effect
    except ToolError as error:
        _forget(run, error)
        call.warnings.append(f"the outcome is not kept under its key: {error.message}")
    except BaseException as error:
        _forget(run, error)
        raise


def _forget(run: KeyedRun, error: BaseException) -> None:
    """Note, where it can be, that nobody knows how the call ended."""
    with suppress(ToolError):
        run.interrupt(_why(error))


def _is_cut_short(call: Call, error: BaseException) -> bool:
    """Whether the function was stopped in the middle, rather than ending with an error of its own."""
    if call.cancelled and not isinstance(error, (SystemExit, Exit)):
        return True
    if isinstance(error, ToolTimeoutError):
        left = remaining(call)
        return left is not None and left < MARGIN
    return not isinstance(error, (Exception, SystemExit, Exit)) and not is_own(call, error)


def _why(error: BaseException) -> str:
    return "the deadline passed" if isinstance(error, ToolTimeoutError) else "the call was stopped"
