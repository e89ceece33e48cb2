"""How much clients may ask for: the rate of requests from elsewhere, and the error of too many."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from tooli.errors import Suggestion, TemporaryError

MINUTE = 60.0
REMEMBERED = 10_000
"""Addresses whose requests are counted; of more, the one that was quiet longest is forgotten."""


class RateLimit:
    """Counts requests by address: each may spend `rate` a minute, and saves up no more than that."""

    def __init__(self, rate: int, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> None:
        """Count a request; raise when there were too many."""
        if not self._rate or is_loopback(address):
            return
        now = self._clock()
        left, then = self._left.pop(address, (float(self._rate), now))
        left = min(self._rate, left + (now - then) * self._rate / MINUTE)
        self._left[address] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > REMEMBERED:
            self._left.popitem(last=False)
        if left < 1:
            raise too_many("requests", int((1 - left) * MINUTE / self._rate) + 1)


def too_many(what: str, seconds: int = 1) -> TemporaryError:
    """Return the error of more than a server takes, with the seconds after which to try again."""
    return TemporaryError(
        f"there are too many {what}",
        code="E4907",
        suggestion=Suggestion(f"Wait {seconds} s, then repeat the request as it is.", action="fix"),
        details={"retry_after": seconds},
    )


def is_loopback(address: str) -> bool:
    """Whether an address is this machine's own."""
    return address.startswith("127.") or address in ("", "::1", "::ffff:127.0.0.1", "localhost")
