"""The drivers of the pipeline for async callers: the same flow, awaited."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from typing import TYPE_CHECKING, Any

from tooli.execute.host import next_item
from tooli.execute.pipeline import GRACE, Invoke, as_seen_inside, extend, remaining
from tooli.execute.worker import AsyncHost
from tooli.types import UNSET

if TYPE_CHECKING:
    from tooli.execute import Call, Outcome


async def arun(call: Call) -> Outcome:
    """Run a call without blocking the event loop; a stream's items are collected."""
    outcome: Outcome | None = None

    def keep(ended: Outcome) -> None:
        nonlocal outcome
        outcome = ended

    async for _ in astream(call, keep, collect=True):
        pass
    assert outcome is not None
    return outcome


async def astream(
    call: Call, ended: Callable[[Outcome], None], *, collect: bool = False
) -> AsyncGenerator[Any, None]:
    """Run a call without blocking the event loop, giving a stream's items; hand the outcome to `ended`."""
    flow = call.runtime.flow(call)
    host = AsyncHost(call.runtime.__dict__.setdefault("_idle_workers", []))
    answer: Any = None
    failure: BaseException | None = None
    try:
        while True:
            try:
                effect = flow.throw(failure) if failure is not None else flow.send(answer)
            except StopIteration as stop:
                ended(stop.value)
                return
            failure = None
            try:
                if effect.__class__ is not Invoke:
                    kept: list[Any] | None = [] if collect else None
                    items = effect.agive(call, host)
                    try:
                        while (item := await next_item(items)) is not UNSET:
                            if kept is None:
                                yield item
                                extend(call)
                            else:
                                kept.append(item)
                    finally:
                        await items.aclose()  # a loop that is left does not close it
                    answer = kept
                else:
                    answer = await host.perform(effect, remaining(call, GRACE if effect.cleans_up else 0.0))
            except BaseException as error:
                failure = as_seen_inside(call, error)
    finally:
        await host.close()
        for end in call.on_end:
            end()
