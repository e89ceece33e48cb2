"""The pipeline: the one place that runs a call, for every surface, sync and async.

A step is a generator function `step(call, inner)`. It looks at the call, goes inward with
`outcome = yield from inner(call)`, looks at the outcome and returns it. What needs the outside world it
yields as an effect (`Invoke` a function, `Emit` a stream's items), and the driver of the flow performs it:

    run      in this thread            arun      awaiting (both in `awaited`)
    stream   the same, giving items    astream   the same, giving items

An effect's failure is raised inside the flow, where it was yielded. This module imports no steps.
"""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import Any

    from tooli.execute import Call, Outcome
    from tooli.execute.host import Host

    Flow = Callable[[Call], Generator[Any, Any, Outcome]]
    Step = Callable[[Call, Flow], Generator[Any, Any, Outcome]]


EVERY = ("answer", "validate", "run")
"""The steps that every call goes through."""
GRACE = 1.0
"""Seconds that user code gets to clean up after its deadline."""


class Invoke:
    """Call a user's function and send back what it returns."""

    __slots__ = ("args", "cleans_up", "function", "is_async", "isolate", "kwargs")

    def __init__(
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
        *,
        is_async: bool = False,
        isolate: bool = False,
        cleans_up: bool = False,
    ) -> None:
        self.function = function
        self.args = args
        self.kwargs = kwargs or {}
        self.is_async = is_async
        self.isolate = isolate
        self.cleans_up = cleans_up
        """Whether it may still run when the deadline has passed."""

    @property
    def special(self) -> bool:
        """Whether calling the function is not all there is to do."""
        return self.is_async or self.isolate

    def __call__(self) -> Any:
        """Call the function."""
        return self.function(*self.args, **self.kwargs)


def compose(steps_for: Callable[[Call], Sequence[str]]) -> Flow:
    """Return the flow that nests the steps of each call, the first outermost.

    A step that every call goes through stands in `tooli.execute.steps` itself, another in a module of its
    own, which is imported by the first call it is for.
    """
    loaded: dict[str, Step] = {}

    def flow(call: Call) -> Generator[Any, Any, Outcome]:
        steps = iter(steps_for(call))

        def inner(call: Call) -> Generator[Any, Any, Outcome]:
            name = next(steps)
            return (loaded.get(name) or _load(name, loaded))(call, inner)

        return inner(call)

    return flow


def _load(name: str, loaded: dict[str, Step]) -> Step:
    home = "tooli.execute.steps" if name in EVERY else f"tooli.execute.steps.{name}"
    step: Step = getattr(__import__(home, fromlist=[name]), name)
    loaded[name] = step
    return step


def start_clock(call: Call) -> None:
    """Let the time of a call begin: now, for a person may have been asked before."""
    if call.timeout is not None and call.deadline is None:
        call.deadline = call.runtime.clock() + call.timeout


def remaining(call: Call, grace: float = 0.0) -> float | None:
    """Return the seconds left before the deadline, or None when there is none."""
    return None if call.deadline is None else max(0.0, call.deadline + grace - call.runtime.clock())


def run(call: Call) -> Outcome:
    """Run a call in this thread; a stream's items are collected."""
    drive = stream(call, collect=True)
    while True:
        try:
            next(drive)
        except StopIteration as stop:
            return stop.value  # type: ignore[no-any-return] # stream() returns the outcome


def stream(call: Call, *, collect: bool = False) -> Generator[Any, None, Outcome]:
    """Run a call in this thread, giving a stream's items one by one; return the outcome."""
    flow = call.runtime.flow(call)
    host: Host | None = None
    answer: Any = None
    failure: BaseException | None = None
    try:
        while True:
            try:
                effect = flow.throw(failure) if failure is not None else flow.send(answer)
            except StopIteration as stop:
                return stop.value  # type: ignore[no-any-return] # a step returns the outcome
            failure = None
            try:
                if effect.__class__ is Invoke and not effect.special and call.deadline is None:
                    answer = effect()  # the common case needs no host
                    continue
                if host is None:
                    host = _host(call)
                if effect.__class__ is Invoke:
                    answer = host.perform(effect, remaining(call, GRACE if effect.cleans_up else 0.0))
                else:
                    answer = yield from effect.give(call, host, collect)
            except BaseException as error:
                failure = as_seen_inside(call, error)
    finally:
        if host is not None:
            host.close(remaining(call, GRACE))
        for end in call.on_end:
            end()


def _host(call: Call) -> Host:
    from tooli.execute.host import Inline

    if call.deadline is None:
        return Inline()
    host = call.runtime.host()
    extend(call)  # the function's time does not pay for making its place
    return host


def extend(call: Call) -> None:
    """Give a stream's next item the time its first one had."""
    if call.timeout is not None:
        call.deadline = call.runtime.clock() + call.timeout


def as_seen_inside(call: Call, error: BaseException) -> BaseException:
    """Return what an effect's failure is inside the flow, where steps clean up on it."""
    if isinstance(error, Exception):
        # A generator cannot be told of these: they would end it.
        return RuntimeError(f"raised {error!r}") if isinstance(error, _ENDINGS) else error
    from tooli.execute.failure import is_own

    if is_own(call, error):
        return error
    call.cancelled = True
    if not isinstance(error, GeneratorExit):
        return error
    from tooli.errors import CancelledError

    return CancelledError("the caller stopped reading")


_ENDINGS = (StopIteration, StopAsyncIteration)
