"""`ctx.sample()`: the caller's model answers, else the one that the app was given."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tooli import AgentContext, SecretInput, Tooli
from tooli.errors import DeclarationError


def app_with(**settings: Any) -> Tooli:
    app = Tooli("app", **settings)

    @app.command
    def think(ctx: AgentContext, about: str = "all") -> str:
        return ctx.sample(f"Think about {about}.", system="Be short.", key="first")

    @app.command
    async def think_later(ctx: AgentContext) -> str:
        return await ctx.asample("Think.", temperature=0.5, max_tokens=9)

    return app


def answer(prompt: str, *, system: str | None, max_tokens: int, temperature: float | None) -> str:
    return f"{prompt} {system} {max_tokens} {temperature}"


def promise(prompt: str, **options: Any) -> Any:
    return answer_later(prompt, **options)


async def answer_later(prompt: str, **options: Any) -> str:
    await asyncio.sleep(0)
    return answer(prompt, **options)


@pytest.mark.parametrize("sampler", [answer, answer_later, promise])
def test_the_apps_own_model_answers_where_the_caller_has_none(sampler: Any) -> None:
    app = app_with(sampler=sampler)
    assert app.call("think").result == "Think about all. Be short. 1000 None"
    assert app.call("think-later").result == "Think. None 9 0.5"
    assert asyncio.run(app.acall("think")).result == "Think about all. Be short. 1000 None"
    assert asyncio.run(app.acall("think-later")).result == "Think. None 9 0.5"

    async def within_a_loop() -> object:
        return app.call("think").result

    assert asyncio.run(within_a_loop()) == "Think about all. Be short. 1000 None"


def test_without_one_the_error_says_what_is_missing() -> None:
    error = app_with().call("think").error
    assert error is not None
    assert (error.code, error.details) == ("E4905", {"needs": "sampling"})
    assert error.suggestion is not None
    assert error.suggestion.fix.endswith("or give the app a sampler.")


def test_what_the_model_raises_is_the_commands_failure() -> None:
    def unreachable(prompt: str, **options: Any) -> str:
        raise ConnectionError("no route")

    error = app_with(sampler=unreachable).call("think").error
    assert error is not None
    assert error.code == "E4902"


def test_a_model_is_not_shown_secrets() -> None:
    asked: list[str] = []

    def listen(prompt: str, **options: Any) -> str:
        asked.append(prompt)
        return "well"

    app = Tooli("app", sampler=listen)

    @app.command
    def tell(ctx: AgentContext, token: SecretInput[str]) -> str:
        return ctx.sample(f"My token is {token.reveal()}.")

    assert app.call("tell", token="swordfish-9").result == "well"
    assert asked == ["My token is **********."]


def test_a_sampler_has_to_be_a_function() -> None:
    with pytest.raises(DeclarationError, match=r"^app: sampler='gpt' is not a function of a prompt$"):
        Tooli("app", sampler="gpt")  # type: ignore[arg-type] # that is the mistake
