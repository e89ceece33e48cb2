"""A served app, called by the SDK's own client over each transport in each era."""

from __future__ import annotations

import base64
from typing import Any

import anyio
import mcp_types as types
import pytest
from jsonschema import Draft202012Validator
from mcp.shared.exceptions import MCPError
from tests.surfaces.mcp.client import Connected
from tests.surfaces.mcp.served_app import PNG


def texts(told: types.CallToolResult) -> list[str]:
    return [block.text for block in told.content if isinstance(block, types.TextContent)]


def test_tools_say_what_they_take_and_do(client: Connected) -> None:
    tools = {tool.name: tool for tool in client.portal.call(client.client.list_tools).tools}
    add = tools["add"]
    assert (add.title, add.description) == ("Add up", "Add two numbers.")
    assert add.input_schema["required"] == ["a", "b"]
    assert add.output_schema == {
        "type": "object",
        "properties": {"result": {"type": "integer"}},
        "anyOf": [{"required": ["result"]}, {"required": ["error"]}],
    }
    assert add.annotations is not None
    assert add.annotations.model_dump(by_alias=True, exclude_none=True) == {
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    }
    assert add.meta == {"tooli": {"capabilities": ["fs:read"], "cost_hint": "low"}}
    assert "secret_door" not in tools
    assert list(tools)[:2] == ["add", "noisy"]


def test_a_result_is_data_and_compact_text(client: Connected) -> None:
    told = client.call("add", a=1, b="2")
    assert told.structured_content == {"result": 3}
    assert texts(told) == ["3"]
    assert told.meta is not None
    assert told.meta["tooli"]["tool"] == "served.add"
    assert told.meta["tooli"]["version"] == "3.0.0"
    told = client.call("rows", count=2)
    assert texts(told) == ['[{"number":0,"square":0},{"number":1,"square":1}]']
    assert client.result("stream", count=3) == [0, 1, 2]
    assert texts(client.call("choose", mode="fast")) == ["fast"]


def test_a_list_can_be_asked_for_in_parts(client: Connected) -> None:
    told = client.call("rows", count=5, _tooli={"limit": 2, "fields": "square"})
    assert told.structured_content == {"result": [{"square": 0}, {"square": 1}]}
    assert told.meta is not None
    cursor = told.meta["tooli"]["next_cursor"]
    assert cursor in texts(told)[1]
    rest = client.result("rows", count=5, _tooli={"cursor": cursor, "fields": ["square"]})
    assert rest == [{"square": 4}, {"square": 9}, {"square": 16}]
    assert client.result("rows", count=5, _tooli={"filter": "square > 8"}) == [
        {"number": 3, "square": 9},
        {"number": 4, "square": 16},
    ]
    assert client.result("stream", count=9, _tooli={"limit": 1}) == [0]


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        ({"limit": "many"}, "E1903", "_tooli.limit"),
        ({"limit": True}, "E1903", "_tooli.limit"),
        ({"limit": 0}, "E1903", "limit"),
        ({"spill": "/tmp/x"}, "E1902", "_tooli.spill"),
        ({"cursor": "made up"}, "E1911", "cursor"),
        ({"fields": "cube"}, "E1910", "fields"),
        ("all", "E1903", "_tooli"),
    ],
)
def test_a_wrong_way_to_ask_for_parts_is_named(client: Connected, given: Any, code: str, field: str) -> None:
    error = client.error("rows", count=2, _tooli=given)
    assert (error["code"], error["field"]) == (code, field)


def test_an_error_carries_the_arguments_that_were_meant(client: Connected) -> None:
    told = client.call("choose", mode="fats")
    assert told.is_error
    assert told.structured_content is not None
    error = told.structured_content["error"]
    assert error["code"] == "E1904"
    assert error["field"] == "mode"
    assert error["suggestion"]["arguments"] == {"mode": "fast"}
    assert '"code":"E1904"' in texts(told)[0]


def test_the_commands_own_errors_are_results(client: Connected) -> None:
    error = client.error("fail", code="E3001")
    assert error == {
        "code": "E3001",
        "category": "state",
        "message": "it failed",
        "field": "code",
        "is_retryable": False,
        "details": {"why": "asked"},
    }


def test_an_unknown_tool_is_a_protocol_error_that_names_the_nearest(client: Connected) -> None:
    with pytest.raises(MCPError) as caught:
        client.call("ad", a=1)
    assert caught.value.error.code == types.INVALID_PARAMS
    assert caught.value.error.data["error"]["code"] == "E1905"
    assert "add" in caught.value.error.data["error"]["suggestion"]["fix"]


def test_a_hidden_command_runs_though_it_is_not_listed(client: Connected) -> None:
    assert client.result("secret_door") == "open"


def test_images_sounds_and_files_are_blocks_of_their_kind(client: Connected) -> None:
    (picture,) = client.call("picture").content
    assert isinstance(picture, types.ImageContent)
    assert (picture.mime_type, base64.b64decode(picture.data)) == ("image/png", PNG)
    (sound,) = client.call("sound").content
    assert isinstance(sound, types.AudioContent)
    assert (sound.mime_type, base64.b64decode(sound.data)) == ("audio/wav", b"RIFF....WAVE")
    told = client.call("page", name="a b.txt", text="hé")
    (page,) = told.content
    assert isinstance(page, types.EmbeddedResource)
    assert isinstance(page.resource, types.TextResourceContents)
    assert (str(page.resource.uri), page.resource.mime_type) == ("file:///a%20b.txt", "text/plain")
    assert page.resource.text == "hé"
    assert told.structured_content == {"media_type": "text/plain", "name": "a b.txt"}
    (blob,) = client.call("blob").content
    assert isinstance(blob, types.EmbeddedResource)
    assert isinstance(blob.resource, types.BlobResourceContents)
    assert base64.b64decode(blob.resource.blob) == b"\x00\x01"
    assert texts(client.call("letter")) == ["# Dear"]


def test_several_things_are_several_blocks(client: Connected) -> None:
    told = client.call("mixed")
    assert [block.type for block in told.content] == ["text", "image", "text"]
    assert texts(told) == ["see", '{"n":1}']
    assert told.structured_content == {"result": ["see", {"media_type": "image/png"}, {"n": 1}]}


def test_progress_and_log_lines_arrive_before_the_answer(client: Connected) -> None:
    assert client.result("report", steps=3) == "reported"
    assert client.progress[-1] == (3.0, 3.0, "step 3")
    assert [done for done, _, _ in client.progress] == sorted(done for done, _, _ in client.progress)
    assert client.logs == [
        ("debug", {"message": "working", "step": 0}),
        ("warning", {"message": "working", "step": 1}),
        ("warning", {"message": "working", "step": 2}),
    ]


def test_the_caller_is_known_by_its_own_words(client: Connected) -> None:
    assert client.result("who") == {"id": "test-client", "version": "1.2", "agent": True}


def test_sixteen_sync_calls_run_at_the_same_time(client: Connected) -> None:
    async def all_at_once() -> list[int]:
        came: list[int] = []

        async def one() -> None:
            told = await client.client.call_tool("gather", {})
            assert told.structured_content is not None
            came.append(told.structured_content["result"])

        async with anyio.create_task_group() as group:
            for _ in range(16):
                group.start_soon(one)
        return came

    assert sorted(client.portal.call(all_at_once)) == list(range(16))


def test_others_are_served_while_items_come_without_a_pause(client: Connected) -> None:
    told: dict[str, Any] = {}

    async def call(tool: str) -> None:
        answer = await client.client.call_tool(tool, {})
        assert answer.structured_content is not None
        told[tool] = answer.structured_content["result"]

    async def at_once() -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(call, "busy")
            group.start_soon(call, "come")

    client.portal.call(at_once)
    assert told["come"] == "came"
    assert told["busy"][:2] == [0, 1]


@pytest.mark.untraced
@pytest.mark.parametrize("tool", ["hang", "ahang"])
def test_a_caller_that_gives_up_stops_the_function(client: Connected, tool: str) -> None:
    name = f"{tool}-{client.mode}-{id(client)}"

    async def give_up() -> None:
        started = anyio.Event()

        async def heard(progress: float, total: float | None, message: str | None) -> None:
            started.set()

        async def run() -> None:
            await client.client.call_tool(tool, {"name": name}, progress_callback=heard)

        async with anyio.create_task_group() as group:
            group.start_soon(run)
            with anyio.fail_after(20):
                await started.wait()
            group.cancel_scope.cancel()

    client.portal.call(give_up)
    assert client.result("was_ended", name=name) == 1


@pytest.mark.untraced
def test_a_call_ends_at_its_deadline(client: Connected) -> None:
    assert client.error("slow")["code"] == "E4901"


def test_a_destructive_tool_asks_or_takes_a_yes(client: Connected) -> None:
    tools = {tool.name: tool for tool in client.portal.call(client.client.list_tools).tools}
    assert tools["wipe"].input_schema["properties"]["yes"]["type"] == "boolean"
    client.answer = lambda params: types.ElicitResult(action="accept", content={"confirm": True})
    assert client.result("wipe", name="disk") == "disk is gone"
    assert len(client.asked) == 1
    client.answer = lambda params: types.ElicitResult(action="decline")
    assert client.error("wipe", name="disk")["code"] == "E4904"
    assert client.result("wipe", name="disk", yes=True) == "disk is gone"
    assert client.asked == []


def test_errors_fit_the_output_schemas_that_some_clients_check(client: Connected) -> None:
    told = client.call("choose", mode="fats")
    for tool in client.portal.call(client.client.list_tools).tools:
        if tool.output_schema is not None:
            assert list(Draft202012Validator(tool.output_schema).iter_errors(told.structured_content)) == []


def test_the_servers_stdin_is_not_the_callers(client: Connected) -> None:
    assert client.result("noisy") == "done"
    assert client.result("place", path="a/b.txt") == "b.txt"
