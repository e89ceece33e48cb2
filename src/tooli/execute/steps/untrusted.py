"""What others wrote, as a command's type says, is labelled in the answer, or left out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.execute.plain import to_plain
from tooli.execute.untrusted import untrusted_ways, without, written
from tooli.types import UNSET

if TYPE_CHECKING:
    from collections.abc import Generator

    from tooli.execute import Call, Outcome
    from tooli.execute.pipeline import Flow


def untrusted(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Say where the result holds what others wrote; `no_untrusted` leaves it out."""
    ways = untrusted_ways(call.command)
    left_out = call.options.no_untrusted
    if left_out:

        def take(item: Any) -> Any:
            plain = to_plain(item, call.warnings, "item")
            for way in ways:
                plain = plain if plain is UNSET else without(plain, way[1:])
            return plain

        call.on_item.insert(0, take)
    outcome = yield from inner(call)
    if not outcome.ok:
        return outcome
    call.told["untrusted"] = [written(way) for way in ways]
    if left_out and not call.command.is_stream:
        plain = to_plain(outcome.result, call.warnings)
        for way in ways:
            plain = None if plain is UNSET else without(plain, way)
        outcome.result = None if plain is UNSET else plain
    return outcome
