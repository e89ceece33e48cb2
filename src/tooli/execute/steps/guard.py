"""What a command's code does, held against what the command declares; or noted, when it is observed."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute import Call, Outcome
    from tooli.execute.pipeline import Flow
    from tooli.policy.watch import Watch


def guard(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Run a call's own code (its function, dependencies, middleware) under a watch; refuse what it hides.

    The commands that every app has are the framework's own work, and what they run is a call of its own.
    """
    from tooli.execute.governing import level_of

    runtime = call.runtime
    level = level_of(runtime)
    if runtime.observer is None and (level != "strict" or runtime.builtins is None):
        return (yield from inner(call))
    from tooli.policy.audit_hook import install
    from tooli.policy.watch import Watch

    install()
    watch = runtime.observer or Watch(call.command.name, call.command.capabilities)
    try:
        outcome = yield from _under(watch, inner(call))
        watch.settle(outcome.error)
        return outcome
    except BaseException as error:
        watch.settle(error)
        raise
    finally:
        watch.ended = True
        if watch.refused is not None:
            from tooli.execute.auditing import audit_denial

            audit_denial(call, watch.refused, level)


def _under(watch: Watch, flow: Generator[Any, Any, Outcome]) -> Generator[Any, Any, Outcome]:
    """Drive the inner steps under a watch, and let what they want done be done under it."""
    from tooli.execute.watched import watched

    answer: Any = None
    failure: BaseException | None = None
    while True:
        try:
            with watch.active(settles=False):
                effect = flow.throw(failure) if failure is not None else flow.send(answer)
        except StopIteration as stop:
            return stop.value  # type: ignore[no-any-return] # a step returns the outcome
        failure = None
        try:
            answer = yield watched(effect, watch)
        except BaseException as error:
            failure = error
