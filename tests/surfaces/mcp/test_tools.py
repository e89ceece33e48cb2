"""The definitions of tools, made of commands."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from tooli import AgentContext, File, Tooli
from tooli.annotations import Destructive, Idempotent, ReadOnly
from tooli.execute import Outcome
from tooli.surfaces.mcp.content import to_result
from tooli.surfaces.mcp.tools import PAGE, EveryTool, definition, page


def described(app: Tooli, name: str) -> dict[str, Any]:
    command = app.runtime.catalog.find((name,))
    assert command is not None
    return definition(command)


def test_options_stand_beside_params_unless_a_param_has_their_name() -> None:
    app = Tooli("x")

    @app.command(annotations=Destructive)
    def wipe(name: str, ctx: AgentContext) -> list[str]:
        return [] if ctx.dry_run else [name]

    @app.command(annotations=Destructive)
    def ask(yes: str) -> str:
        return yes

    assert list(described(app, "wipe")["inputSchema"]["properties"]) == ["name", "_tooli", "yes", "dry_run"]
    asked = described(app, "ask")["inputSchema"]["properties"]
    assert asked["yes"] == {"type": "string"}
    assert asked["_tooli"]["properties"]["yes"]["type"] == "boolean"


def test_a_tool_that_a_person_has_to_approve_says_where_the_token_goes() -> None:
    app = Tooli("x")

    @app.command(requires_approval=True, annotations=ReadOnly)
    def pay(amount: int) -> int:
        return amount

    @app.command(danger_level="critical", annotations=Idempotent)
    def launch(where: str) -> str:
        return where

    token = {"type": "string", "description": "Token by which a person approved this call"}
    assert described(app, "pay")["inputSchema"]["properties"]["_tooli"] == {
        "type": "object",
        "description": "How to run it",
        "properties": {"approval": token},
        "additionalProperties": False,
    }
    both = described(app, "launch")["inputSchema"]["properties"]["_tooli"]["properties"]
    assert list(both) == ["idempotency_key", "approval"]


def test_a_tool_that_changes_something_says_that_it_takes_a_key() -> None:
    app = Tooli("x")

    @app.command(annotations=Idempotent)
    def put(name: str) -> str:
        return name

    @app.command(annotations=Idempotent)
    def put_all(names: list[str]) -> list[str]:
        return names

    @app.command(annotations=ReadOnly)
    def look(name: str) -> str:
        return name

    key = {"type": "string", "description": "Names one piece of work, which is done once"}
    tool = described(app, "put")
    assert tool["inputSchema"]["properties"]["_tooli"] == {
        "type": "object",
        "description": "How to run it",
        "properties": {"idempotency_key": key},
        "additionalProperties": False,
    }
    assert tool["outputSchema"]["anyOf"] == [{"required": ["result"]}, {"required": ["error"]}]
    both = described(app, "put-all")["inputSchema"]["properties"]["_tooli"]["properties"]
    assert list(both) == ["limit", "cursor", "fields", "filter", "max_tokens", "idempotency_key"]
    assert list(described(app, "look")["inputSchema"]["properties"]) == ["name"]


def test_a_hidden_group_is_not_imported_to_list_the_others() -> None:
    app = Tooli("x")

    @app.command()
    def seen() -> None: ...

    inner = Tooli("inner")
    inner.lazy("never", "no.such.module:app")
    app.add_tooli(inner, name="inner", hidden=True)
    assert [tool["name"] for tool in EveryTool(app.runtime).listed()] == ["seen"]


def test_a_long_list_comes_in_pages() -> None:
    items = [{"name": str(number)} for number in range(PAGE + 2)]
    first = page("tools", items, None)
    assert len(first["tools"]) == PAGE
    assert page("tools", items, first["nextCursor"]) == {"tools": items[PAGE:]}


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such devices")
@pytest.mark.parametrize("several", [False, True])
def test_a_file_that_cannot_be_read_is_a_tools_error(several: bool) -> None:
    app = Tooli("app")

    @app.command
    def zero() -> list[File]:
        return []

    file = File("/dev/zero")
    told = to_result(next(app.runtime.catalog.commands()), Outcome([file] if several else file))
    assert told["isError"] is True
    assert told["structuredContent"]["error"]["message"] == "Not a regular file: /dev/zero"
