"""The steps of the pipeline; the app puts them in order.

Those that every call goes through stand here: *answer*, *validate*, *run*. Each of the others has a module of
its own, which the first call it is for imports.
"""

from __future__ import annotations

from tooli.execute import Outcome
from tooli.execute.pipeline import Invoke, start_clock
from tooli.schema import validate as validate_values
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute import Call
    from tooli.execute.pipeline import Flow

PLAIN = frozenset({str, int, float, bool, list, dict, type(None)})
"""Types of results that neither stream nor wait; to ask them takes longer."""


def answer(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Outermost: turn whatever happens into an outcome, with its meta.

    Interrupts and cancellation pass: they are the surface's.
    """
    try:
        outcome = yield from inner(call)
    except BaseException as error:
        from tooli.execute.failure import ended

        outcome = ended(call, error, lambda: meta(call, Outcome()))
    outcome.meta = meta(call, outcome)
    return outcome


def validate(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Check every value, fill defaults and environment variables, or fail with all mistakes at once."""
    runtime = call.runtime
    call.arguments = validate_values(
        call.command,
        call.raw,
        textual=call.textual,
        environ=runtime.environ,
        prefix=None if call.remote else runtime.settings.get("env_prefix"),
        sources=call.sources,
        warnings=call.warnings,
        mistakes=call.mistakes,
        configured=call.configured,
    )
    return (yield from inner(call))


def run(call: Call, inner: None = None) -> Generator[Any, Any, Outcome]:
    """Innermost: call the function inside the middleware, within its deadline; emit a stream's items."""
    if call.timeout is not None:
        start_clock(call)
    result = yield from _wrapped(call, call.command.middleware)
    kind = result.__class__
    if kind not in PLAIN and (hasattr(kind, "__next__") or hasattr(kind, "__anext__")):
        from tooli.execute.emit import Emit

        result = yield Emit(result)
    return Outcome(result)


def _wrapped(call: Call, middleware: tuple[Any, ...]) -> Generator[Any, Any, Any]:
    """Go through the middleware, outermost first, to the function.

    A middleware is a generator function: it yields to let the call go on, gets the result (or the
    exception) at its yield, and returns the result. One that returns without a yield answers by itself.
    """
    if not middleware:
        result = yield invocation(call)
        kind = result.__class__
        if kind not in PLAIN and hasattr(kind, "__await__"):  # a plain wrapper around an async function
            result = yield Invoke(_itself, (result,), is_async=True)
        return result
    wrapper = middleware[0](call)
    try:
        next(wrapper)
    except StopIteration as stop:
        return stop.value
    try:
        result = yield from _wrapped(call, middleware[1:])
    except BaseException as error:
        resume, sent = wrapper.throw, error
    else:
        resume, sent = wrapper.send, result
    try:
        resume(sent)
    except StopIteration as stop:
        return stop.value if stop.value is not None else (sent if resume == wrapper.send else None)
    wrapper.close()
    raise RuntimeError(f"middleware {middleware[0].__name__} yielded more than once")


def invocation(call: Call) -> Invoke:
    """Return the effect that calls the command's function with its arguments."""
    command, arguments = call.command, call.arguments
    if call.injections:
        arguments = {**arguments, **call.injections}
    args: tuple[Any, ...] = ()
    if not command.by_keyword:
        arguments = dict(arguments)
        for param in command.by_position:
            value = arguments.pop(param.name)
            args = (*args, *value) if param.kind == "variadic" else (*args, value)
    return Invoke(command.function, args, arguments, is_async=command.is_async, isolate=command.isolate)


def _itself(awaitable: Any) -> Any:
    return awaitable


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
    who = call.caller
    if detailed and who.category == "unknown_automation":
        from tooli.caller.container import placed

        who = placed(who, runtime.environ)
    caller = who.meta(detailed)
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
    return told if call.redact is None else call.redact(told)
