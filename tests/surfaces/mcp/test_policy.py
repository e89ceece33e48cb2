"""Consent over MCP: a client's person is asked, and nobody else's answer counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import mcp_types as types
import pytest
from tests.surfaces.mcp.client import MODERN, Connected, connected

from tooli import Tooli
from tooli.surfaces.mcp.server import build_server
from tooli.surfaces.mcp.service import Service


def guarded() -> Any:
    app = Tooli("guarded", version="1.0.0")

    @app.command(danger_level="critical")
    def launch(where: str) -> str:
        return f"launched to {where}"

    @app.command(capabilities=["fs:delete"])
    def wipe() -> str:
        return "wiped"

    return build_server(Service(app.runtime))


@pytest.fixture(params=["legacy", MODERN])
def client(request: pytest.FixtureRequest) -> Iterator[Connected]:
    with connected(guarded(), request.param) as made:
        yield made


def accept(params: Any) -> Any:
    return types.ElicitResult(action="accept", content={"confirm": True})


def test_an_approval_is_given_by_the_clients_person(client: Connected) -> None:
    client.answer = accept
    assert client.result("launch", where="moon") == "launched to moon"
    [asked] = client.asked
    assert asked.message == 'launch needs the approval of a person: guarded launch {"where": "moon"}'


@pytest.mark.parametrize(
    "answer",
    [
        types.ElicitResult(action="decline"),
        types.ElicitResult(action="cancel"),
        types.ElicitResult(action="accept", content={"confirm": False}),
        types.ElicitResult(action="accept", content={}),
    ],
)
def test_without_a_yes_of_the_person_nothing_is_launched(client: Connected, answer: Any) -> None:
    client.answer = lambda params: answer
    error = client.error("launch", where="moon", yes=True)
    assert (error["code"], error["message"]) == ("E2903", "launch was not approved")


def test_a_destructive_tool_asks_the_person_unless_the_call_says_yes(client: Connected) -> None:
    client.answer = accept
    assert client.result("wipe") == "wiped"
    assert [asked.message for asked in client.asked] == ["wipe is destructive. Go on?"]
    assert client.result("wipe", yes=True) == "wiped"
    assert client.asked == []


@pytest.mark.parametrize("mode", ["legacy", MODERN])
def test_a_client_that_cannot_ask_is_told_what_a_person_has_to_do(mode: str) -> None:
    with connected(guarded(), mode, answers=False) as client:
        error = client.error("launch", where="moon", yes=True)
        assert (error["code"], error["suggestion"]["action"]) == ("E2903", "ask_human")
        assert error["details"]["request"]
        assert error["suggestion"]["fix"].endswith("and repeat the call with the token as approval.")
        assert client.error("wipe")["code"] == "E1010"
