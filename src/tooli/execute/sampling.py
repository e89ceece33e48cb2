"""The answers of a model: of the caller's own, else of the one that the app was given as `sampler`."""

from __future__ import annotations

import asyncio
from contextlib import closing
from inspect import isawaitable, iscoroutinefunction
from typing import TYPE_CHECKING, Any

from tooli.errors import HumanNeededError
from tooli.execute.asking import aask, ask
from tooli.execute.loop import Loop

if TYPE_CHECKING:
    from collections.abc import Callable

    from tooli.execute import Call

WHAT = "a question for the caller's model"


def sample(call: Call, prompt: str, options: dict[str, Any]) -> str:
    """Let a model answer, from sync code."""
    try:
        return str(ask(call, "sample", "sampling", WHAT, prompt, **options))
    except HumanNeededError as error:
        sampler, text, given = _instead(call, error, prompt, options)
    answer = sampler(text, **given)
    if isawaitable(answer):
        with closing(Loop()) as loop:
            answer = loop.run(_awaited(answer), None)
    return str(answer)


async def asample(call: Call, prompt: str, options: dict[str, Any]) -> str:
    """Let a model answer, from async code."""
    try:
        return str(await aask(call, "sample", "sampling", WHAT, prompt, **options))
    except HumanNeededError as error:
        sampler, text, given = _instead(call, error, prompt, options)
    if iscoroutinefunction(sampler):
        return str(await sampler(text, **given))
    answer = await asyncio.to_thread(sampler, text, **given)
    return str(await answer if isawaitable(answer) else answer)


async def _awaited(answer: Any) -> Any:
    return await answer


def _instead(
    call: Call, error: HumanNeededError, prompt: str, options: dict[str, Any]
) -> tuple[Callable[..., Any], str, dict[str, Any]]:
    """Return the app's own model and what it is asked, where the caller has none; else raise."""
    sampler = call.runtime.settings.get("sampler")
    if sampler is None or error.code != "E4905":
        raise error
    from tooli.execute.redaction import reported

    asked = {"system": None, "max_tokens": 1000, "temperature": None, **options}
    asked.pop("key", None)  # of a question that may be asked twice
    asked["system"] = reported(call, asked["system"])
    return sampler, reported(call, prompt), asked
