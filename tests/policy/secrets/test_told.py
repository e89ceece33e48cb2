"""Under strict no secret stands in what servers tell of an app, commands ask people, or errors repeat."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import mcp_types as types
import pytest
from mcp.shared.exceptions import MCPError
from tests.conftest import RunApp
from tests.policy.secrets.planted import planted
from tests.policy.secrets.test_planted import shown
from tests.surfaces.http.client import ask_app
from tests.surfaces.mcp.client import MODERN, Connected, connected

from tooli import AgentContext, Annotated, Option, SecretInput, ToolError, Tooli
from tooli.surfaces.mcp.server import build_server
from tooli.surfaces.mcp.service import Service
from tooli.surfaces.mcp.tools import toolset

TEXTS = [one.text for one in planted()]
EVERYTHING = "; ".join(TEXTS)
NAMES = [one.secret for one in planted() if one.kind != "secret" and one.text == one.secret]
"""Secrets that are told by their looks: a name has nothing around it."""
FIRST = NAMES[0]


def offering() -> Tooli:
    """Return an app that says secrets wherever it can say anything."""
    app = Tooli("app", EVERYTHING, version="1.0.0", security_policy="strict")

    @app.resource("data://all", title=EVERYTHING, description=EVERYTHING, capabilities=["none"])
    def everything() -> str:
        return "data"

    @app.resource("data://{part}", title=EVERYTHING, description=EVERYTHING, capabilities=["none"])
    def part(part: str) -> str:
        return "data"

    @app.prompt("write", title=EVERYTHING, description=EVERYTHING, capabilities=["none"])
    def write(about: Annotated[str, Option(help=EVERYTHING)] = "") -> str:
        return "text"

    form = {
        "type": "object",
        "properties": {"word": {"type": "string", "description": EVERYTHING, "default": TEXTS[0]}},
    }

    @app.command(capabilities=["none"], help=EVERYTHING)
    def ask(ctx: AgentContext) -> list[Any]:
        return [
            ctx.confirm(EVERYTHING, key=FIRST),
            ctx.elicit(EVERYTHING, form),
            ctx.sample(EVERYTHING, system=EVERYTHING),
        ]

    @app.command(capabilities=["none"])
    async def later(ctx: AgentContext) -> list[Any]:
        return [
            await ctx.aconfirm(EVERYTHING, key=FIRST),
            await ctx.aelicit(EVERYTHING, form),
            await ctx.asample(EVERYTHING, system=EVERYTHING),
        ]

    return app


@pytest.mark.parametrize(
    "path", ["/resources", "/prompts", "/manifest", "/openapi.json", "/resources?uri=data://all"]
)
def test_no_list_over_http_shows_a_planted_secret(path: str) -> None:
    told = ask_app(offering().asgi(), path)
    assert told.status == 200
    assert shown(told.body.decode()) == []
    assert b"[redacted:" in told.body or "uri=" in path


@pytest.mark.parametrize("place", ["/commands/{}", "/resources?uri={}", "/prompts/{}", "/{}"])
def test_no_error_over_http_repeats_a_planted_secret(place: str) -> None:
    app = offering().asgi()
    for name in NAMES:
        told = ask_app(app, place.format(quote(name, safe="")), {} if "prompts" in place else None)
        assert told.status >= 400
        assert shown(told.body.decode()) == []


@pytest.fixture(params=["legacy", MODERN])
def client(request: pytest.FixtureRequest) -> Iterator[Connected]:
    with connected(build_server(Service(offering().runtime)), request.param) as made:
        yield made


def seen(client: Connected, ask: Callable[[], Any]) -> str:
    """Return all that a client sees of an answer, or of the error in its place."""

    async def asked() -> str:
        try:
            return repr(await ask())
        except MCPError as error:
            return repr(error.error)

    return client.portal.call(asked)


def test_no_list_over_mcp_shows_a_planted_secret(client: Connected) -> None:
    asked = client.client
    lists = (asked.list_tools, asked.list_resources, asked.list_resource_templates, asked.list_prompts)
    told = [seen(client, ask) for ask in (*lists, lambda: asked.get_prompt("write"))]
    assert [shown(text) for text in told] == [[]] * 5
    assert ["[redacted:" in text for text in told] == [True] * 5
    assert ("[redacted:" in (asked.instructions or "")) is not client.modern
    assert shown(asked.instructions or "") == []


def test_the_introduction_of_a_large_app_shows_no_planted_secret() -> None:
    with connected(
        build_server(Service(offering().runtime, lambda app: toolset(app, "search"))), MODERN
    ) as client:
        told = seen(client, client.client.list_tools)
        described = seen(client, lambda: client.client.call_tool("describe_tool", {"name": "ask"}))
    assert "[redacted:" in told
    assert "[redacted:" in described
    assert shown(told + described) == []


def test_no_error_over_mcp_repeats_a_planted_secret(client: Connected) -> None:
    asked = client.client
    for name in NAMES:
        prompt = types.PromptReference(type="ref/prompt", name=name)
        template = types.ResourceTemplateReference(type="ref/resource", uri=name)
        known = types.PromptReference(type="ref/prompt", name="write")
        told = [
            seen(client, ask)
            for ask in (
                lambda: asked.call_tool(name, {}),  # noqa: B023 # called at once
                lambda: asked.call_tool(f"ask@{name}", {}),  # noqa: B023
                lambda: asked.call_tool("ask", {name: 1}),  # noqa: B023
                lambda: asked.read_resource(f"none:{name}"),  # noqa: B023
                lambda: asked.get_prompt(name),  # noqa: B023
                lambda: asked.complete(prompt, {"name": "x", "value": ""}),  # noqa: B023
                lambda: asked.complete(template, {"name": "x", "value": ""}),  # noqa: B023
                lambda: asked.complete(known, {"name": name, "value": ""}),  # noqa: B023
                lambda: asked.list_tools(cursor=name),  # noqa: B023
            )
        ]
        assert [shown(text) for text in told] == [[]] * 9
        assert all("[redacted:" in text for text in told), told


def by_kind(params: Any) -> Any:
    if isinstance(params, types.CreateMessageRequestParams):
        return types.CreateMessageResult(role="assistant", content=types.TextContent(text="hm"), model="m")
    return types.ElicitResult(action="accept", content={"confirm": True})


@pytest.mark.parametrize("tool", ["ask", "later"])
def test_no_question_to_a_client_shows_a_planted_secret(client: Connected, tool: str) -> None:
    client.answer = by_kind
    assert client.result(tool) == [True, {"confirm": True}, "hm"]
    assert len(client.asked) == 3
    for question in client.asked:
        assert shown(repr(question)) == []
        assert "[redacted:" in repr(question)
    assert "default" not in client.asked[1].requested_schema["properties"]["word"]


@pytest.mark.parametrize(
    ("level", "message"),
    [
        ("off", "Send \x1b[31mopen-sesame\x1b[0m?"),
        ("standard", "Send **********?"),
        ("strict", "Send **********?"),
    ],
)
def test_a_question_does_not_repeat_the_calls_own_secret(level: Any, message: str) -> None:
    app = Tooli("app", version="1.0.0", security_policy=level)

    @app.command(capabilities=["none"])
    def send(key: SecretInput[str], ctx: AgentContext) -> bool:
        return ctx.confirm(f"Send \x1b[31m{key.reveal()}\x1b[0m?")

    with connected(build_server(Service(app.runtime)), MODERN) as client:
        client.answer = by_kind
        assert client.result("send", key="open-sesame") is True
        assert [question.message for question in client.asked] == [message]


def test_a_person_sees_all_of_what_is_to_be_approved() -> None:
    app = Tooli("app", version="1.0.0", security_policy="strict")

    @app.command(capabilities=["none"], requires_approval=True)
    def pay(to: str) -> str:
        return "paid"

    with connected(build_server(Service(app.runtime)), MODERN) as client:
        client.answer = by_kind
        assert client.result("pay", to=f"password={FIRST}") == "paid"
        assert FIRST in client.asked[0].message


def test_what_nobody_can_answer_shows_no_planted_secret() -> None:
    with connected(build_server(Service(offering().runtime)), MODERN, answers=False) as client:
        told = seen(client, lambda: client.client.call_tool("ask", {}))
    assert "nobody can answer" in told
    assert shown(told) == []


def test_a_key_of_a_question_shows_no_planted_secret() -> None:
    with connected(build_server(Service(offering().runtime)), MODERN) as client:
        session = client.client.session
        told = seen(client, lambda: session.call_tool("ask", {}, allow_input_required=True))
    assert "input_requests" in told
    assert shown(told) == []


@pytest.mark.parametrize("word", ["ask", "later", "enter"])
def test_no_question_at_a_terminal_shows_a_planted_secret(run_app: RunApp, word: str) -> None:
    pexpect = pytest.importorskip("pexpect")
    source = """
        import json, pathlib
        texts = json.loads(pathlib.Path(__file__).with_name("planted.json").read_text())
        everything = "; ".join(texts)
        form = {"type": "object", "properties": {"word": {
            "type": "string", "title": everything, "default": texts[0]}}}

        @app.command(capabilities=["none"])
        def ask(ctx: AgentContext) -> list: return [ctx.confirm(everything), ctx.elicit(everything, form)]

        @app.command(capabilities=["none"])
        async def later(ctx: AgentContext) -> list:
            return [await ctx.aconfirm(everything), await ctx.aelicit(everything, form)]

        @app.command(capabilities=["none"])
        def enter(name: Annotated[str, Option(prompt=everything)] = everything) -> bool:
            return name == everything
    """
    (run_app.folder / "planted.json").write_text(json.dumps(TEXTS))
    run_app.write(source)
    env = run_app.environment(TERM="xterm", TOOLI_CALLER="human", TOOLI_SECURITY_POLICY="strict")
    child = pexpect.spawn(
        sys.executable,
        ["app.py", word, "--json"],
        cwd=str(run_app.folder),
        env=env,
        encoding="utf-8",
        timeout=30,
    )
    child.send("\n" if word == "enter" else "y\n\n")
    said = child.read()
    child.close()
    assert json.loads(said[said.index("{\r\n") :])["result"] == (True if word == "enter" else [True, {}])
    assert shown(said.replace("\r\n", "\n")) == []
    assert said.count("[redacted:") > len(TEXTS)


def test_no_error_in_python_repeats_a_planted_secret() -> None:
    app = offering()

    def drained(name: str) -> Any:
        return list(app.stream(name))

    async def adrained(name: str) -> Any:
        return [item async for item in app.astream(name)]

    ways: list[Callable[[str], Any]] = [
        app.call,
        lambda name: asyncio.run(app.acall(name)),
        drained,
        lambda name: asyncio.run(adrained(name)),
        lambda name: app.call(f"ask@{name}"),
        lambda name: app.call("ask", **{name: 1}),  # type: ignore[arg-type] # mypy takes it for an option
        app.read_resource,
        app.render_prompt,
        lambda name: getattr(app.api, name),
        lambda name: getattr(app, name),
    ]
    for name in NAMES:
        told = [failure(way, name) for way in ways]
        assert [shown(text) for text in told] == [[]] * len(ways)
        assert all("[redacted:" in text for text in told), told


def failure(way: Callable[[str], Any], name: str) -> str:
    """Return all that a failed call shows: its result, or what it raised."""
    try:
        told = way(name)
    except (ToolError, AttributeError) as error:
        return f"{error!r} {error} {vars(error)}"
    assert not told.ok
    return f"{told!r} {told.model_dump_json()}"
