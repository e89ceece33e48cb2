"""A running command's questions, put to a person at a real terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conftest import RunApp

pexpect = pytest.importorskip("pexpect")

ASKING = """
    from dataclasses import dataclass

    @dataclass
    class Trip:
        city: str
        days: int = 2
        train: bool = True

    @app.command
    def book(ctx: AgentContext) -> dict:
        trip = ctx.elicit("Where to?", Trip)
        return {"city": trip.city, "days": trip.days, "train": trip.train}

    @app.command
    async def later(ctx: AgentContext) -> list:
        return [await ctx.aelicit("How many?", int), await ctx.aconfirm("Sure?")]

    @app.command
    def think(ctx: AgentContext) -> str: return ctx.sample("Say something.")

    @app.command
    def where(ctx: AgentContext) -> list[str]: return ctx.roots()
"""


@pytest.fixture
def terminal(run_app: RunApp) -> Iterator[Any]:
    run_app.write(ASKING)
    children: list[Any] = []

    def start(*args: str) -> Any:
        env = run_app.environment(TERM="xterm", TOOLI_CALLER="human")
        child = pexpect.spawn(
            sys.executable, ["app.py", *args, "--json"], cwd=str(run_app.folder), env=env, timeout=30
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)


def answer(child: Any) -> Any:
    child.expect(pexpect.EOF)
    text = child.before.decode().replace("\r", "")
    return json.loads(text[text.index("{") :])


def test_a_form_is_asked_field_by_field(terminal: Any) -> None:
    child = terminal("book")
    child.expect_exact("Where to?")
    child.expect_exact("City: ")
    child.sendline("Oslo")
    child.expect_exact("Days [2]: ")
    child.sendline("")
    child.expect_exact("Train (yes|no) [yes]: ")
    child.sendline("no")
    assert answer(child)["result"] == {"city": "Oslo", "days": 2, "train": False}


def test_what_does_not_fit_is_an_error_that_names_the_field(terminal: Any) -> None:
    child = terminal("book")
    child.expect_exact("City: ")
    child.sendline("Oslo")
    child.expect_exact("Days [2]: ")
    child.sendline("many")
    child.expect_exact("Train")
    child.sendline("")
    error = answer(child)["error"]
    assert (error["code"], error["field"]) == ("E1903", "days")


def test_async_code_asks_too(terminal: Any) -> None:
    child = terminal("later")
    child.expect_exact("Value: ")
    child.sendline("7")
    child.expect_exact("Sure? [y/N]: ")
    child.sendline("y")
    assert answer(child)["result"] == [7, True]


def test_a_terminal_has_a_folder_but_no_model(terminal: Any, run_app: RunApp) -> None:
    assert answer(terminal("where"))["result"] == [run_app.folder.as_uri()]
    error = answer(terminal("think"))["error"]
    assert (error["code"], error["details"]) == ("E4905", {"needs": "sampling"})


def test_nobody_is_asked_where_nobody_is(run_app: RunApp) -> None:
    ran = run_app(ASKING, "book", "--json")
    assert (ran.code, ran.error["code"]) == (101, "E4905")
    assert ran.error["details"] == {"needs": "elicitation"}
