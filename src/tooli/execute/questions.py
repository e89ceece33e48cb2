"""What a running command can ask of whoever calls it: plain names for sync code, those with `a` for async."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING, Injected

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeVar, overload

    from tooli.execute import Call

    T = TypeVar("T")


class Questions(Injected):
    """The part of a context that asks."""

    __slots__ = ("_call",)

    def __init__(self, call: Call) -> None:
        self._call = call

    def confirm(self, question: str, *, critical: bool = False, key: str | None = None) -> bool:
        """Ask the person who is calling. Agents and CI are taken to agree, unless it is critical."""
        if self._agreed(critical):
            return True
        from tooli.execute.asking import ask

        return bool(ask(self._call, "confirm", "elicitation", question, question, key=key))

    async def aconfirm(self, question: str, *, critical: bool = False, key: str | None = None) -> bool:
        """Ask the person who is calling, from async code."""
        if self._agreed(critical):
            return True
        from tooli.execute.asking import aask

        return bool(await aask(self._call, "confirm", "elicitation", question, question, key=key))

    def _agreed(self, critical: bool) -> bool:
        """Whether the answer is known: given with the call, or taken for granted where nobody is asked."""
        call = self._call
        if call.options.yes:
            return True
        if call.asker is not None and call.asker.asks_people:
            return False
        return (
            not critical and call.command.agent_auto_confirm and (call.caller.is_agent or call.caller.is_ci)
        )

    if TYPE_CHECKING:

        @overload
        def elicit(self, message: str, wanted: type[T], *, key: str | None = None) -> T | None: ...
        @overload
        def elicit(
            self, message: str, wanted: Mapping[str, Any], *, key: str | None = None
        ) -> dict[str, Any] | None: ...

    def elicit(self, message: str, wanted: Any, *, key: str | None = None) -> Any:
        """Ask the person who is calling to fill in a model, a type or a schema; None when they decline."""
        from tooli.execute.asking import ask
        from tooli.execute.form import Form

        form = Form(wanted)
        answer = ask(self._call, "elicit", "elicitation", message, message, form.schema, key=key)
        return None if answer is None else form.read(answer)

    if TYPE_CHECKING:

        @overload
        async def aelicit(self, message: str, wanted: type[T], *, key: str | None = None) -> T | None: ...
        @overload
        async def aelicit(
            self, message: str, wanted: Mapping[str, Any], *, key: str | None = None
        ) -> dict[str, Any] | None: ...

    async def aelicit(self, message: str, wanted: Any, *, key: str | None = None) -> Any:
        """Ask the person who is calling to fill in something, from async code."""
        from tooli.execute.asking import aask
        from tooli.execute.form import Form

        form = Form(wanted)
        answer = await aask(self._call, "elicit", "elicitation", message, message, form.schema, key=key)
        return None if answer is None else form.read(answer)

    def sample(self, prompt: str, **options: Any) -> str:
        """Let the caller's model answer, or the app's own. Options: system, max_tokens, temperature, key."""
        from tooli.execute.sampling import sample

        return sample(self._call, prompt, options)

    async def asample(self, prompt: str, **options: Any) -> str:
        """Let the caller's model answer, or the app's own, from async code."""
        from tooli.execute.sampling import asample

        return await asample(self._call, prompt, options)

    def roots(self, *, key: str | None = None) -> list[str]:
        """Return the addresses (file://…) of the folders the caller works in."""
        from tooli.execute.asking import ask

        return list(ask(self._call, "roots", "roots", "which folders the caller works in", key=key))

    async def aroots(self, *, key: str | None = None) -> list[str]:
        """Return the addresses of the folders the caller works in, from async code."""
        from tooli.execute.asking import aask

        return list(await aask(self._call, "roots", "roots", "which folders the caller works in", key=key))
