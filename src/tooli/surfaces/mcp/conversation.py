"""One call of a tool, from its first request to its answer, with the questions it asks in between.

In the older era a question is a request to the client, while the call's own request stays open. In the newer
one it is the answer: the call is parked, and the same coroutine (or thread) goes on when the client comes
back with the answers, so that what was done before the question is done once.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from tooli.errors import CancelledError
from tooli.execute.asking import nobody
from tooli.surfaces.mcp.exchange import INTERNAL_ERROR, INVALID_PARAMS, Exchange, Refused

if TYPE_CHECKING:
    from tooli.surfaces.mcp.service import Service

PARKED = 1000
"""Calls that wait for answers; of more, the one that has waited longest is given up."""
LIFETIME = 600.0
"""Seconds a parked call waits for its answers."""


class Conversation:
    """A running call and the caller it talks to."""

    begins_anew = False
    """Whether the work is done again from its start with each round of answers."""

    def __init__(self, service: Service, exchange: Exchange) -> None:
        self.exchange = exchange
        """The request that is open now; another one after each round of questions."""
        self._service = service
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[dict[str, Any]] | None = None
        self._turn: asyncio.Future[None] | None = None
        self._open: dict[str, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self._asked = 0
        self._expiry: asyncio.TimerHandle | None = None

    async def start(self, work: Callable[[], Coroutine[Any, Any, dict[str, Any]]]) -> dict[str, Any]:
        """Begin the work, and return its answer or its first questions."""

        async def within_limit() -> dict[str, Any]:
            async with self._service.turns:
                return await work()

        # A task of its own: the request's is cancelled again and again, which would cut clean-up short.
        self._task = self._loop.create_task(within_limit())
        self._service.running.add(self._task)
        self._task.add_done_callback(self._ended)
        return await self._reply()

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._service.running.discard(task)
        if not task.cancelled():
            task.exception()  # looked at, in case nobody waits for it any more
        self._next_turn()

    async def resume(self, exchange: Exchange, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Go on with the caller's answers; what was not answered is asked again."""
        self.exchange = exchange
        if self._expiry is not None:
            self._expiry.cancel()
        for key in [key for key in self._open if key in answers]:
            _, answer = self._open.pop(key)
            if not answer.done():
                answer.set_result(answers[key])
        return self._park() if self._open else await self._reply()

    async def _reply(self) -> dict[str, Any]:
        """Wait until the call has ended, or asks something."""
        task = self._task
        assert task is not None  # it was started
        while not task.done() and not self._open:
            self._turn = self._loop.create_future()
            try:
                await self._turn
            except asyncio.CancelledError:
                self.leave()
                raise
        if task.cancelled():  # by us: the caller still waits, and gets an answer
            stopped = CancelledError("the server is stopping")
            raise Refused(INTERNAL_ERROR, stopped.message, {"error": stopped.to_dict()})
        return task.result() if task.done() else self._park()

    def _next_turn(self) -> None:
        if self._turn is not None and not self._turn.done():
            self._turn.set_result(None)

    def _park(self) -> dict[str, Any]:
        """Answer with the open questions, and wait under a name only this caller knows."""
        parked = self._service.parked
        if len(parked) >= PARKED:
            oldest = next(iter(parked))
            parked[oldest]._forget(oldest)
        name = secrets.token_urlsafe(16)
        parked[name] = self
        self._expiry = self._loop.call_later(LIFETIME, self._forget, name)
        questions = {key: request for key, (request, _) in self._open.items()}
        return {"resultType": "input_required", "inputRequests": questions, "requestState": name}

    def _forget(self, name: str) -> None:
        if self._service.parked.pop(name, None) is not None:
            self.leave()

    def announce(self, uri: str) -> None:
        """Tell the clients that a resource has new data, while the call goes on."""
        task = self._loop.create_task(self._service.announce("resources", uri))
        self._service.running.add(task)
        task.add_done_callback(self._service.running.discard)

    def leave(self) -> None:
        """Stop the call: nobody wants its answer any more."""
        if self._task is not None and not self._task.cancelling():  # twice would cut clean-up short
            self._task.cancel()

    async def ask(
        self, needs: str, question: str, method: str, params: Mapping[str, Any], key: str | None
    ) -> dict[str, Any]:
        """Ask the caller; other calls may run meanwhile."""
        service = self._service
        if needs not in self.exchange.can or service.hung_up:
            raise nobody(question, needs)
        service.turns.release()
        try:
            if self.exchange.modern:
                return await self._asked_back(method, params, key)
            return await self._asked_now(needs, question, method, params)
        finally:
            await _again(service.turns)

    async def _asked_now(
        self, needs: str, question: str, method: str, params: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Ask a client of the older era; it may leave without an answer."""
        asking = self._loop.create_task(self.exchange.request(method, params))
        self._service.asking.add(asking)
        try:
            return await asking
        except asyncio.CancelledError:
            if self._service.hung_up and asking.cancelled():
                raise nobody(question, needs) from None
            asking.cancel()
            raise
        finally:
            self._service.asking.discard(asking)

    async def _asked_back(self, method: str, params: Mapping[str, Any], key: str | None) -> dict[str, Any]:
        self._asked += 1
        name = key if key is not None and key not in self._open else f"question-{self._asked}"
        answer: asyncio.Future[dict[str, Any]] = self._loop.create_future()
        self._open[name] = ({"method": method, "params": dict(params)}, answer)
        self._loop.call_soon(self._next_turn)  # questions asked at the same time go out together
        try:
            return await answer
        finally:
            self._open.pop(name, None)


async def _again(turns: asyncio.Semaphore) -> None:
    """Take a turn back, also when the wait for the answer was cancelled: leaving gives it back."""
    waiting = asyncio.ensure_future(turns.acquire())
    try:
        await asyncio.shield(waiting)
    except asyncio.CancelledError:
        await waiting
        raise


async def converse(
    service: Service,
    exchange: Exchange,
    params: Mapping[str, Any],
    work: Callable[[Conversation], Coroutine[Any, Any, dict[str, Any]]],
) -> dict[str, Any]:
    """Begin a call, or go on with the one that has asked; return its answer or its questions."""
    state, given = params.get("requestState"), params.get("inputResponses") or {}
    conversation: Conversation
    if service.state_key is not None:
        from tooli.surfaces.mcp.replay import Replay

        conversation = Replay(service, exchange, state, given)
    elif state is None:
        conversation = Conversation(service, exchange)
    else:
        found = service.parked.pop(state, None)
        if found is None:
            reason = {"reason": "invalid_request_state"}
            raise Refused(INVALID_PARAMS, "Invalid or expired requestState", reason)
        return await found.resume(exchange, given)
    return await conversation.start(lambda: work(conversation))
