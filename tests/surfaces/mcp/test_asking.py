"""Commands that ask whoever calls: in both eras, from sync and async code, run once."""

from __future__ import annotations

import asyncio
from typing import Any

import mcp_types as types
import pytest
from mcp.shared.exceptions import MCPError
from tests.surfaces.mcp.client import MODERN, Connected

from tooli import AgentContext, Tooli
from tooli.surfaces.mcp import conversation
from tooli.surfaces.mcp.calls import call_tool
from tooli.surfaces.mcp.exchange import Refused
from tooli.surfaces.mcp.service import Service

TRIP = {"city": "Oslo", "days": 4, "kind": "work"}


def by_message(params: Any) -> Any:
    content: Any = {"confirm": True} if params.message.startswith("Go to") else TRIP
    return types.ElicitResult(action="accept", content=content)


@pytest.mark.parametrize("tool", ["book", "abook"])
def test_a_form_and_a_question_are_answered_and_the_function_runs_once(client: Connected, tool: str) -> None:
    client.answer = by_message
    assert client.result(tool) == {"booked": True, "city": "Oslo", "days": 4, "again": 0}
    form, question = client.asked
    assert form.message == "Where to?"
    assert form.requested_schema == {
        "type": "object",
        "properties": {
            "city": {"title": "City", "type": "string"},
            "days": {"default": 2, "title": "Days", "type": "integer"},
            "kind": {"default": "fun", "enum": ["work", "fun"], "title": "Kind", "type": "string"},
        },
        "required": ["city"],
    }
    assert question.message == "Go to Oslo?"


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_a_person_may_decline(client: Connected, action: Any) -> None:
    client.answer = lambda params: types.ElicitResult(action=action)
    assert client.result("book") == {"booked": False, "again": 0}


def test_an_answer_that_does_not_fit_is_an_error_that_names_the_field(client: Connected) -> None:
    client.answer = lambda params: types.ElicitResult(action="accept", content={"city": "Oslo", "days": "x"})
    error = client.error("abook")
    assert (error["code"], error["field"]) == ("E1903", "days")


def test_questions_asked_together_are_all_answered(client: Connected) -> None:
    values = {"One?": 1, "Two?": 2}
    client.answer = lambda params: types.ElicitResult(
        action="accept", content={"value": values[params.message]}
    )
    assert client.result("together") == [1, 2]


def test_the_callers_model_can_be_asked(client: Connected) -> None:
    said = types.TextContent(text="hm")
    client.answer = lambda params: types.CreateMessageResult(role="assistant", content=said, model="m")
    assert client.result("think") == "hm"
    (asked,) = client.asked
    assert (asked.system_prompt, asked.max_tokens) == ("Be short.", 9)


def test_the_callers_folders_can_be_asked_for(client: Connected) -> None:
    assert client.result("where") == ["file:///work-here"]


def test_sync_questions_in_async_code_are_refused_with_the_way_to_ask(client: Connected) -> None:
    error = client.error("blocking")
    assert error["message"] == "ctx.confirm() was called in async code, which it would block"
    assert error["suggestion"]["fix"] == "Use `await ctx.aconfirm(...)` there."


@pytest.mark.parametrize(
    ("tool", "needs"), [("critical", "elicitation"), ("think", "sampling"), ("where", "roots")]
)
def test_a_caller_that_cannot_answer_gets_an_error_that_says_what_it_lacks(
    mute_client: Connected, tool: str, needs: str
) -> None:
    if not mute_client.modern:
        error = mute_client.error(tool)
    else:
        with pytest.raises(MCPError) as caught:
            mute_client.call(tool)
        assert caught.value.error.code == types.MISSING_REQUIRED_CLIENT_CAPABILITY
        assert caught.value.error.data["requiredCapabilities"] == {needs: {}}
        error = caught.value.error.data["error"]
    assert error["code"] == "E4905"
    assert error["details"] == {"needs": needs}


def test_what_an_agent_may_answer_is_not_asked_where_nobody_can_be(mute_client: Connected) -> None:
    assert mute_client.result("agree") is True
    assert mute_client.error("wipe", name="disk")["code"] == "E1010"


def test_a_question_of_the_newer_era_is_the_answer_until_it_is_answered(web: str) -> None:
    from tests.surfaces.mcp.client import connected

    with connected(web, MODERN) as client:
        session = client.client.session

        async def first() -> Any:
            return await session.call_tool("together", {}, allow_input_required=True)

        asked = client.portal.call(first)
        assert isinstance(asked, types.InputRequiredResult)
        assert set(asked.input_requests or {}) == {"one", "two"}

        def answers(**values: int) -> Any:
            content: dict[str, Any] = {key: {"value": value} for key, value in values.items()}
            return {key: types.ElicitResult(action="accept", content=given) for key, given in content.items()}

        async def again(state: str | None, given: Any) -> Any:
            return await session.call_tool(
                "together", {}, allow_input_required=True, input_responses=given, request_state=state
            )

        partly = client.portal.call(again, asked.request_state, answers(one=1))
        assert isinstance(partly, types.InputRequiredResult)
        assert set(partly.input_requests or {}) == {"two"}
        with pytest.raises(MCPError, match="Invalid or expired requestState"):
            client.portal.call(again, asked.request_state, answers(one=1))
        with pytest.raises(MCPError, match="Invalid or expired requestState"):
            client.portal.call(again, "v1.forged", answers(two=2))
        done = client.portal.call(again, partly.request_state, answers(two=2))
        assert done.structured_content == {"result": [1, 2]}


class Deaf:
    """The exchange of a client that can be asked, and never comes back."""

    modern = True
    remote = False
    client = None
    can = frozenset({"elicitation"})
    granted = (None, None)

    async def progress(self, done: float, total: float | None, message: str) -> None: ...
    async def log(self, level: str, data: Any) -> None: ...
    async def request(self, method: str, params: Any) -> dict[str, Any]:
        raise AssertionError("the newer era has no requests to clients")


def test_a_call_that_waits_too_long_for_its_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    left = asyncio.Event()
    app = Tooli("waiting")

    @app.command()
    async def wait(ctx: AgentContext) -> None:
        try:
            await ctx.aconfirm("Sure?")
        finally:
            left.set()

    async def run() -> None:
        service = Service(app.runtime)
        asked = await call_tool(service, Deaf(), {"name": "wait"})
        assert list(service.parked) == [asked["requestState"]]
        await asyncio.wait_for(left.wait(), 20)
        assert service.parked == {}
        with pytest.raises(Refused, match="Invalid or expired requestState"):
            await call_tool(service, Deaf(), {"name": "wait", "requestState": asked["requestState"]})

    monkeypatch.setattr(conversation, "LIFETIME", 0.01)
    asyncio.run(run())


def test_of_too_many_waiting_calls_the_oldest_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Tooli("waiting")

    @app.command()
    async def wait(ctx: AgentContext) -> None:
        await ctx.aconfirm("Sure?")

    async def run() -> None:
        service = Service(app.runtime)
        states = [(await call_tool(service, Deaf(), {"name": "wait"}))["requestState"] for _ in range(3)]
        assert list(service.parked) == states[1:]
        await service.close()
        assert service.running == set()

    monkeypatch.setattr(conversation, "PARKED", 2)
    asyncio.run(run())
