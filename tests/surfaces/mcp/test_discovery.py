"""A server of a large app lists four tools, which find, describe and run the others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.surfaces.mcp.client import MODERN, Connected, connected, on_stdio, web_server

from tooli.execute.tokens import estimate

APP = Path(__file__).with_name("discovery_app.py")
LARGE = Path(__file__).parents[2] / "search" / "large_app.py"
FOUR = ["search_tools", "describe_tool", "run_tool", "run_mutating_tool"]


@pytest.fixture(scope="module", params=["legacy", MODERN])
def client(request: pytest.FixtureRequest) -> Iterator[Connected]:
    with connected(lambda: on_stdio(APP), request.param, answers=False) as made:
        yield made


def listed(client: Connected) -> list[dict[str, Any]]:
    told = client.portal.call(client.client.list_tools)
    return [tool.model_dump(by_alias=True, exclude_none=True) for tool in told.tools]


def test_an_app_that_defers_loading_lists_four_tools(client: Connected) -> None:
    assert [tool["name"] for tool in listed(client)] == FOUR


def test_the_hints_tell_reading_from_writing(client: Connected) -> None:
    hints = {tool["name"]: tool["annotations"] for tool in listed(client)}
    assert {name: (hint["readOnlyHint"], hint["destructiveHint"]) for name, hint in hints.items()} == {
        "search_tools": (True, False),
        "describe_tool": (True, False),
        "run_tool": (True, False),
        "run_mutating_tool": (False, True),
    }
    assert all(set(hint) >= {"idempotentHint", "openWorldHint"} for hint in hints.values())


def test_500_commands_cost_no_more_than_700_tokens() -> None:
    with (
        web_server(LARGE, "--transport", "http", "--discovery", "search") as url,
        connected(url, MODERN, answers=False) as client,
    ):
        tools = listed(client)
        assert [tool["name"] for tool in tools] == FOUR
        assert estimate(json.dumps({"tools": tools}, separators=(",", ":"))) <= 700
        found = client.result("search_tools", query="roll back a deployment")
        assert found[0]["name"] == "cluster_rollback_deployment"


def test_a_search_says_which_tools_there_are(client: Connected) -> None:
    found = client.result("search_tools", query="remove old notes", limit=1)
    assert found == [
        {
            "name": "archive_wipe",
            "summary": "Delete the notes of a year.",
            "params": ["year"],
            "read_only": False,
        }
    ]
    assert [one["name"] for one in client.result("search_tools", group="archive")] == ["archive_wipe"]
    assert "archive" in listed(client)[0]["description"]


def test_a_description_is_the_definition_that_a_list_would_hold(client: Connected) -> None:
    told = client.result("describe_tool", name="archive_wipe")
    assert told["inputSchema"]["required"] == ["year"]
    assert told["annotations"]["destructiveHint"] is True
    assert set(told["inputSchema"]["properties"]) == {"year", "_tooli", "yes"}


@pytest.mark.parametrize("name", ["archive_wipe", "archive wipe", "archive.wipe"])
def test_a_tool_may_be_named_as_on_any_surface(client: Connected, name: str) -> None:
    assert client.result("describe_tool", name=name)["name"] == "archive_wipe"


def test_a_read_only_tool_runs_as_itself(client: Connected) -> None:
    told = client.call("run_tool", name="show", arguments={"title": "a"})
    assert told.structured_content == {"title": "a"}
    assert told.meta is not None
    assert told.meta["tooli"]["tool"] == "notes.show"
    assert client.result("run_tool", name="caller") == "test-client"
    assert client.result("run_tool", name="unlisted") == "ran"
    assert client.result("run_tool", name="words@2.0", arguments={"limit": 1}) == [0]


def test_options_stand_among_the_arguments_as_they_do_in_the_tool(client: Connected) -> None:
    assert client.result("run_tool", name="words", arguments={"_tooli": {"limit": 2}}) == [0, 1]


@pytest.mark.parametrize(
    ("tool", "name", "beside", "result"),
    [
        ("run_tool", "words", {"_tooli": {"limit": 2}}, [0, 1]),
        ("run_tool", "show", {"title": "a"}, {"title": "a"}),
        ("run_mutating_tool", "archive_wipe", {"yes": True, "year": 1999}, "1999 is gone"),
    ],
)
def test_what_stands_beside_the_arguments_is_told_where_it_belongs(
    client: Connected, tool: str, name: str, beside: dict[str, Any], result: Any
) -> None:
    first = next(iter(beside))
    error = client.error(tool, name=name, **beside)
    assert (error["code"], error["field"]) == ("E1902", first)
    assert error["message"] == f"{first}: belongs inside arguments"
    assert error["suggestion"]["applicability"] == "machine_applicable"
    assert client.result(tool, **error["suggestion"]["arguments"]) == result


def test_run_tool_refuses_what_changes_something_and_names_the_other(client: Connected) -> None:
    error = client.error("run_tool", name="write", arguments={"title": "a"})
    assert (error["code"], error["field"]) == ("E1903", "name")
    assert error["suggestion"]["action"] == "use_different_tool"
    assert error["suggestion"]["example"] == "run_mutating_tool"
    assert error["suggestion"]["arguments"] == {"name": "write", "arguments": {"title": "a"}}
    assert client.result("run_mutating_tool", **error["suggestion"]["arguments"]) == {
        "title": "a",
        "text": "",
    }


def test_run_mutating_tool_runs_what_only_reads_as_well(client: Connected) -> None:
    assert client.result("run_mutating_tool", name="show", arguments={"title": "a"}) == {"title": "a"}


def test_a_destructive_tool_keeps_its_gate(client: Connected) -> None:
    assert client.error("run_mutating_tool", name="archive_wipe", arguments={"year": 1999})["code"] == "E1010"
    done = client.result("run_mutating_tool", name="archive_wipe", arguments={"year": 1999, "yes": True})
    assert done == "1999 is gone"


def test_an_error_is_that_of_the_tool_inside(client: Connected) -> None:
    lost = client.error("run_tool", name="show", arguments={"title": "lost"})
    assert (lost["message"], lost["field"]) == ("there is no note 'lost'", "title")
    missing = client.error("run_tool", name="show")
    assert (missing["code"], missing["field"]) == ("E1901", "title")
    wrong = client.error("run_tool", name="show", arguments={"titel": "a"})
    assert wrong["suggestion"]["arguments"] == {"name": "show", "arguments": {"title": "a"}}
    assert client.result("run_tool", **wrong["suggestion"]["arguments"]) == {"title": "a"}
    gate = client.error("run_mutating_tool", name="archive wipe", arguments={"year": 1999})
    assert gate["suggestion"]["arguments"] == {
        "name": "archive wipe",
        "arguments": {"year": 1999, "yes": True},
    }


@pytest.mark.parametrize("tool", ["describe_tool", "run_tool", "run_mutating_tool"])
def test_an_unknown_tool_is_an_error_that_names_the_nearest(client: Connected, tool: str) -> None:
    error = client.error(tool, name="shwo")
    assert (error["code"], error["field"]) == ("E1905", "name")
    assert error["suggestion"]["fix"] == "Use show."
    assert error["suggestion"]["arguments"] == {"name": "show"}
    assert client.error(tool, name="qqqq")["suggestion"]["fix"] == "Look for its name with search_tools."


def test_an_unknown_version_is_an_error_of_its_own(client: Connected) -> None:
    assert client.error("run_tool", name="words@9")["code"] == "E3904"


def test_arguments_of_the_four_are_checked_as_any(client: Connected) -> None:
    assert client.error("run_tool")["code"] == "E1901"
    assert client.error("run_tool", name="show", arguments="title")["field"] == "arguments"
    assert client.error("run_tool", name="show", more=1)["code"] == "E1902"
    assert client.error("search_tools")["field"] == "query"
    assert client.error("search_tools", query="note", limit=0)["field"] == "limit"


def test_all_tools_are_listed_when_the_server_is_told_so() -> None:
    with (
        web_server(APP, "--transport", "http", "--discovery", "all") as url,
        connected(url, MODERN, answers=False) as client,
    ):
        assert "show" in [tool["name"] for tool in listed(client)]
