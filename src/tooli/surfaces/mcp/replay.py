"""Questions where several processes serve: the next request may reach another one, so nothing is parked.

The caller carries its answers along, sealed, and the command runs again with them from its start. Only
commands that may run twice can ask so; an app with others is refused when its workers start, as far as their
code tells, and otherwise the question is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tooli.execute.asking import runs_again
from tooli.model.behavior import Idempotent
from tooli.model.dry_run import names_used
from tooli.surfaces.mcp.conversation import Conversation

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.model import Command
    from tooli.surfaces.mcp.exchange import Exchange
    from tooli.surfaces.mcp.service import Service

QUESTIONS = frozenset(
    f"{start}{name}" for start in ("", "a") for name in ("confirm", "elicit", "sample", "roots")
)


class Replay(Conversation):
    """A call that begins anew with every round of answers."""

    begins_anew = True

    def __init__(
        self, service: Service, exchange: Exchange, state: str | None, given: Mapping[str, Any]
    ) -> None:
        super().__init__(service, exchange)
        known: dict[str, Any] = {} if state is None else json.loads(state)  # sealed: it is our own
        self._answers = {**known, **given}

    async def _asked_back(self, method: str, params: Mapping[str, Any], key: str | None) -> dict[str, Any]:
        name = key if key is not None else f"question-{self._asked + 1}"
        if name in self._answers:
            self._asked += 1
            answer: dict[str, Any] = self._answers[name]
            return answer
        return await super()._asked_back(method, params, key)

    def _park(self) -> dict[str, Any]:
        questions = {key: request for key, (request, _) in self._open.items()}
        self.leave()
        state = json.dumps(self._answers)
        return {"resultType": "input_required", "inputRequests": questions, "requestState": state}


def refuse_asking(runtime: Runtime) -> None:
    """Refuse an app with commands that ask and may not run twice."""
    names = [command.name for command in runtime.catalog.commands() if _asks_once(command)]
    if names:
        raise runs_again(*names)


def _asks_once(command: Command) -> bool:
    takes_context = any(getattr(param.injected, "__tooli_context__", False) for param in command.injected)
    asks = takes_context and not QUESTIONS.isdisjoint(names_used(command.function))
    return asks and Idempotent not in command.behavior
