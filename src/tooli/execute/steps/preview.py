"""Dry runs: commands that change nothing run as usual; others give a plan, if they know how to hold back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.errors import InputError
from tooli.execute.dry_run import PLAN_SCHEMA, DryRunRecorder
from tooli.execute.pipeline import Invoke
from tooli.model.behavior import only_reads
from tooli.model.dry_run import has_dry_run
from tooli.types import UNSET

if TYPE_CHECKING:
    from collections.abc import Generator

    from tooli.execute import Call, Outcome
    from tooli.execute.pipeline import Flow


def preview(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Give a plan instead of a result; refuse a dry run in which the command would do its work."""
    command = call.command
    holds_back = has_dry_run(command)
    declared = only_reads(command.annotations, command.capabilities)
    if declared and not command.destructive:
        return (yield from inner(call))
    if not holds_back:
        raise InputError(
            f"{command.name} has no dry run",
            code="E1913",
            field="dry_run",
            suggestion="Leave out --dry-run to run the command.",
        )
    # A child process could not tell us what it records, and there is nothing to protect others from.
    call.command = command.replace(isolate=False, output_schema=PLAN_SCHEMA)
    items: list[Any] = []

    def keep(item: Any) -> Any:
        items.append(item)
        return UNSET  # the plan is the answer

    call.on_item.insert(0, keep)
    recorder = DryRunRecorder()
    with recorder:
        # The place where the function runs may have been made before, with a context of its own.
        yield Invoke(recorder.begin)
        if command.is_async:
            yield Invoke(recorder.abegin, is_async=True)
        outcome = yield from inner(call)
    if outcome.ok:
        outcome.result = recorder.plan(items or outcome.result)
    return outcome
