"""The definitions of tools, made of commands."""

from __future__ import annotations

from typing import Any

from tooli import AgentContext, Tooli
from tooli.annotations import Destructive
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
    assert described(app, "ask")["inputSchema"]["properties"]["yes"] == {"type": "string"}


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
