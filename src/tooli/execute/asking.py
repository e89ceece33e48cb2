"""Asking whoever calls: the person at the terminal, the client of a server, the model behind it.

A surface gives a call its `Asker`; the context and the steps of the pipeline ask through it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from tooli.errors import HumanNeededError, InputError, InternalError, Suggestion
from tooli.model.behavior import Idempotent

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Coroutine, Mapping

    from tooli.execute import Call


class Asker(Protocol):
    """A way to ask whoever calls. Where `is_async`, the methods return awaitables."""

    is_async: bool
    begins_anew: bool
    """Whether the command runs again from its start with each answer."""

    @property
    def loop(self) -> asyncio.AbstractEventLoop | None:
        """Where an async one's answers come in."""

    @property
    def asks_people(self) -> bool:
        """Whether a person answers `confirm`, `approve` and `elicit`."""

    def confirm(self, question: str, *, key: str | None = None) -> Any:
        """Return whether the answer is yes."""

    def approve(self, question: str, *, key: str | None = None) -> Any:
        """Return whether a person has agreed: nothing else can answer this."""

    def elicit(self, message: str, schema: Mapping[str, Any], *, key: str | None = None) -> Any:
        """Return values for a flat object schema, or None when the person declines."""

    def sample(
        self,
        prompt: str,
        *,
        system: str | None = None,
        max_tokens: int = 1000,
        temperature: float | None = None,
        key: str | None = None,
    ) -> Any:
        """Return what the caller's model says."""

    def roots(self, *, key: str | None = None) -> Any:
        """Return the addresses of the folders the caller works in."""


def nobody(question: str, needs: str) -> HumanNeededError:
    """Return the error of a question that nobody can answer; `needs` is what a client would have to offer."""
    return HumanNeededError(
        f"nobody can answer: {question}",
        code="E4905",
        suggestion=Suggestion(_WAYS[needs], action="ask_human"),
        details={"needs": needs},
    )


_WAYS = {
    "elicitation": "Ask a person, then repeat the call with a yes, or with the values it asks for.",
    "sampling": "Call it from a client that lets servers use its model, or give the app a sampler.",
    "roots": "Call it from a client that tells servers its folders.",
}


def ask(call: Call, method: str, needs: str, question: str, *args: Any, **options: Any) -> Any:
    """Ask from sync code and return the answer."""
    asker = _asker(call, needs, question)
    answer = _put(call, asker, method, args, options)
    return _waited(asker, answer, method) if asker.is_async else answer


async def aask(call: Call, method: str, needs: str, question: str, *args: Any, **options: Any) -> Any:
    """Ask from async code and return the answer."""
    asker = _asker(call, needs, question)
    # A person types at the terminal of a process that has nothing else to do: its loop may wait.
    answer = _put(call, asker, method, args, options)
    return await answer if asker.is_async else answer


def _asker(call: Call, needs: str, question: str) -> Asker:
    asker = call.asker
    if asker is None or (needs == "elicitation" and not asker.asks_people):
        raise nobody(question, needs)
    if asker.begins_anew and Idempotent not in call.command.behavior:
        raise runs_again(call.command.name)
    return asker


def runs_again(*names: str) -> InputError:
    """Return the error of commands that ask and may not run twice, where each answer begins them anew."""
    return InputError(
        f"workers: {', '.join(names)} may ask the caller, and would run again with the answer",
        code="E1909",
        field="workers",
        suggestion=Suggestion(
            "Serve with one worker, or declare them Idempotent if they may run twice.", action="fix"
        ),
        is_retryable=False,
    )


def _put(call: Call, asker: Asker, method: str, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Put a question, as it may be shown."""
    # What a person approves is shown whole: what looks like a secret must not hide what it does.
    if method != "approve":
        from tooli.execute.redaction import reported

        args = reported(call, tuple(_without_defaults(call, arg) for arg in args))
        system, key = options.get("system"), options.get("key")
        if system is not None:
            options = {**options, "system": reported(call, system)}
        if key is not None and reported(call, key) != key:
            options = {**options, "key": None}  # two changed ones could be the same
    return getattr(asker, method)(*args, **options)


def _without_defaults(call: Call, form: Any) -> Any:
    """Return a form without the defaults that may not be shown: changed, they would come back as answers."""
    if not isinstance(form, dict):
        return form
    from tooli.execute.redaction import reported
    from tooli.schema.subschemas import mapped

    kept = {
        keyword: value
        for keyword, value in form.items()
        if keyword != "default" or reported(call, value) == value
    }
    return mapped(kept, lambda inner: _without_defaults(call, inner))


def _waited(asker: Asker, answer: Coroutine[Any, Any, Any], method: str) -> Any:
    """Wait in a call's own thread for an answer that comes in the server's loop."""
    import asyncio

    from tooli.execute.loop import wait_for

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        pass
    else:
        answer.close()
        raise InternalError(
            f"ctx.{method}() was called in async code, which it would block",
            suggestion=Suggestion(f"Use `await ctx.a{method}(...)` there.", action="fix"),
        )
    assert asker.loop is not None  # an async asker has one
    asked = asyncio.run_coroutine_threadsafe(answer, asker.loop)
    try:
        return wait_for(asked, None)
    except BaseException:
        asked.cancel()
        raise
