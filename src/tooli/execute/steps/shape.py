"""Less of a result, or another view of it: pages, fields, filters, budgets, a copy in a file."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute import Call, Outcome
    from tooli.execute.pipeline import Flow


def shape(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Give the part of the result that was asked for, and say how to get the rest."""
    from tooli.execute import Outcome
    from tooli.execute.shaper import Shaper

    own = None
    if call.command.paginated:
        from tooli.execute.own_pages import OwnPages

        own = OwnPages(call)
    shaper = Shaper(call, own)
    stored = shaper.stored()
    if stored is not None:
        outcome = Outcome(stored)
    else:
        shaper.check()
        call.on_item.append(shaper.take)
        call.on_end.append(shaper.close)
        outcome = yield from inner(call)
    if outcome.ok:
        outcome.result = shaper.finish(outcome.result)
    return outcome
