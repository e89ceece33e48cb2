"""Params the framework fills: dependencies, made once per call and cleaned up after it, and the context."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute import Call, Outcome
    from tooli.execute.pipeline import Flow


def inject(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Fill injected params, run, and clean up in reverse order, also after a failure."""
    from tooli.execute.dependencies import Dependencies
    from tooli.execute.pipeline import start_clock

    start_clock(call)
    dependencies = Dependencies(call)
    try:
        for param in call.command.injected:
            call.injections[param.name] = yield from dependencies.fill(param)
        outcome = yield from inner(call)
    except BaseException as error:
        yield from dependencies.clean_up(error)
        raise
    yield from dependencies.clean_up(outcome.error)
    return outcome
