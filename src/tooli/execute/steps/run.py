"""Innermost step: the function itself, within its deadline and inside the app's middleware."""

from __future__ import annotations

from tooli.execute.outcome import Outcome
from tooli.execute.pipeline import Invoke, start_clock
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute.call import Call


def run(call: Call, inner: None = None) -> Generator[Any, Any, Outcome]:
    """Call the function; a stream's items are emitted."""
    if call.timeout is not None:
        start_clock(call)
    result = yield from _wrapped(call, call.command.middleware)
    if hasattr(result, "__next__") or hasattr(result, "__anext__"):
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
        if hasattr(result, "__await__"):  # a plain wrapper around an async function
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
