"""Items from a pipe fill the param that the command declares for them, before anything is validated."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute import Call, Outcome
    from tooli.execute.pipeline import Flow


def pipe(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Put piped items where the command line says `-`, or says nothing of a param that is needed."""
    from tooli.execute.piped_items import fill
    from tooli.model.pipe import pipe_of

    declared = pipe_of(call.command)
    reads = any(param.shape.input == "stdin" for param in call.command.inputs)
    if call.options.null and declared is None and not reads:
        from tooli.errors import InputError

        message = f"null: {call.command.name} reads no records"
        raise InputError(message, code="E1909", field="null", suggestion="Leave out --null.")
    if declared is not None and declared.param.shape.input != "stdin" and call.textual:
        yield from fill(call, declared)
    return (yield from inner(call))
