"""Resources, prompts and completions, over both transports and in both eras."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp.shared.exceptions import MCPError
from tests.conftest import RunApp
from tests.surfaces.mcp.client import MODERN, Connected, connected, on_stdio, web_server

from tooli.surfaces.mcp.tools import PAGE

APP = Path(__file__).with_name("offered_app.py")
WAYS = [("stdio", "legacy"), ("stdio", MODERN), ("http", "legacy"), ("http", MODERN)]
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 8


@pytest.fixture(scope="module")
def offered_web() -> Iterator[str]:
    with web_server(APP, "--transport", "http") as url:
        yield url


@pytest.fixture(scope="module", params=WAYS, ids=[f"{transport}-{era}" for transport, era in WAYS])
def client(request: pytest.FixtureRequest) -> Iterator[Connected]:
    transport, era = request.param
    server = request.getfixturevalue("offered_web") if transport == "http" else lambda: on_stdio(APP)
    with connected(server, era, message_handler=HEARD.append_message) as made:
        yield made


class Heard(list[Any]):
    """What the server told without being asked."""

    async def append_message(self, message: Any) -> None:
        self.append(getattr(message, "root", message))
        if self.more is not None:
            self.more.set()

    async def wait_for(self, count: int) -> None:
        while len(self) < count:
            self.more = anyio.Event()
            await self.more.wait()

    more: Any = None

    def clear(self) -> None:
        super().clear()
        self.more = anyio.Event()


HEARD = Heard()


def ask(client: Connected, method: str, *args: Any, **options: Any) -> Any:
    """Call a method of the SDK's client."""

    async def answer() -> Any:
        return await getattr(client.client, method)(*args, **options)

    return client.portal.call(answer)


def read(client: Connected, uri: str) -> Any:
    return ask(client, "read_resource", uri).contents


def refusal(client: Connected, method: str, *args: Any) -> Any:
    with pytest.raises(MCPError) as caught:
        ask(client, method, *args)
    return caught.value.error


def test_resources_are_listed_with_what_is_known_of_them(client: Connected) -> None:
    listed = ask(client, "list_resources").resources
    every = listed[0]
    assert (every.uri, every.name, every.title) == ("notes://all", "every", "Every note")
    assert every.description == "All notes and their sizes."
    assert every.annotations is not None
    assert (every.annotations.audience, every.annotations.priority) == (["user"], 0.5)
    assert "notes://private" not in {resource.uri for resource in listed}
    templates = ask(client, "list_resource_templates").resource_templates
    assert [template.uri_template for template in templates] == [
        "notes://{id}/text",
        "notes://{id}/picture/{size}",
    ]
    assert templates[0].mime_type == "text/markdown"


async def _pages(client: Connected, method: str, field: str) -> list[list[Any]]:
    pages: list[list[Any]] = []
    cursor = None
    while not pages or cursor is not None:
        told = await getattr(client.client, method)(cursor=cursor)
        pages.append(getattr(told, field))
        cursor = told.next_cursor
    return pages


def test_long_lists_come_in_pages_that_miss_nothing(client: Connected) -> None:
    pages = client.portal.call(_pages, client, "list_resources", "resources")
    uris = [resource.uri for page in pages for resource in page]
    assert len(pages[0]) == PAGE
    assert len(uris) == len(set(uris))
    assert {f"many://{number}" for number in range(600)} < set(uris)
    assert uris[-2:] == ["skill://manifest", "skill://documentation"]
    pages = client.portal.call(_pages, client, "list_prompts", "prompts")
    names = [prompt.name for page in pages for prompt in page]
    assert names == ["summarise", "look", "ask_first", *(f"many_say_{number}" for number in range(600))]


@pytest.mark.parametrize("cursor", ["x", "-1", "99999", "१"])
def test_a_cursor_that_is_none_is_refused(client: Connected, cursor: str) -> None:
    for method in ("list_resources", "list_resource_templates", "list_prompts"):
        with pytest.raises(MCPError, match="cursor"):
            ask(client, method, cursor=cursor)


def test_text_bytes_and_data_are_read_as_what_they_are(client: Connected) -> None:
    [text] = read(client, "notes://7/text")
    assert (text.uri, text.mime_type, text.text) == ("notes://7/text", "text/markdown", "# note 7 short")
    [picture] = read(client, "notes://7/picture/large")
    assert (picture.mime_type, base64.b64decode(picture.blob)) == ("image/png", PNG + b"\x07large")
    [data] = read(client, "notes://all")
    assert (data.mime_type, data.text) == ("application/json", '{"a":1}')
    [joined] = read(client, "notes://lines")
    assert joined.text == "one\ntwo\n"
    [hidden] = read(client, "notes://private")
    assert hidden.text == "hidden"


def test_every_app_offers_its_manifest_and_documentation(client: Connected) -> None:
    [manifest] = read(client, "skill://manifest")
    assert manifest.mime_type == "application/json"
    assert '"name":"offered"' in manifest.text
    [documentation] = read(client, "skill://documentation")
    assert documentation.mime_type == "text/markdown"
    assert "touch" in documentation.text


def test_a_resource_that_does_not_exist_is_named(client: Connected) -> None:
    error = refusal(client, "read_resource", "notes://al")
    assert error.code == (-32602 if client.modern else -32002)
    assert error.message == "there is no resource 'notes://al'"
    assert error.data["uri"] == "notes://al"
    assert error.data["error"]["suggestion"]["example"] == "notes://all"


def test_variables_are_validated_and_failures_carry_the_envelope_s_error(client: Connected) -> None:
    error = refusal(client, "read_resource", "notes://x/text")
    assert (error.code, error.message) == (-32602, "id: 'x' is not a whole number")
    assert error.data["error"]["field"] == "id"
    error = refusal(client, "read_resource", "notes://7/picture/huge")
    assert error.data["error"]["code"] == "E1904"
    error = refusal(client, "read_resource", "notes://100/text")
    assert (error.code, error.data["error"]["code"]) == (-32603, "E3004")
    error = refusal(client, "read_resource", "notes://gone")
    assert (error.code, error.data["error"]["code"]) == (-32603, "E3910")


def test_prompts_are_listed_with_their_arguments(client: Connected) -> None:
    prompt = ask(client, "list_prompts").prompts[0]
    assert (prompt.name, prompt.title, prompt.description) == ("summarise", "Summarise", "Summarise a topic.")
    assert [(one.name, one.description, one.required) for one in prompt.arguments] == [
        ("topic", "What it is about", True),
        ("style", None, False),
        ("loud", None, False),
        ("where", None, False),
        ("tags", None, False),
    ]


def test_a_prompt_s_strings_are_typed(client: Connected) -> None:
    given = {"topic": "cats", "style": "long", "loud": "true", "where": "a/b", "tags": '["short", "long"]'}
    told = ask(client, "get_prompt", "summarise", given)
    assert told.description == "Summarise a topic."
    assert [(message.role, message.content.text) for message in told.messages] == [
        ("user", "cats long True a/b ['short', 'long']")
    ]


def test_a_prompt_may_hold_images_and_resources(client: Connected) -> None:
    image, text, resource = ask(client, "get_prompt", "look").messages
    assert (image.role, image.content.mime_type) == ("user", "image/png")
    assert base64.b64decode(image.content.data) == PNG
    assert (text.role, text.content.text) == ("assistant", "A cat?")
    assert (resource.content.resource.uri, resource.content.resource.text) == ("notes://1/text", "x")


def test_a_prompt_that_cannot_be_written_says_why(client: Connected) -> None:
    error = refusal(client, "get_prompt", "summarize")
    assert (error.code, error.message) == (-32602, "there is no prompt 'summarize'")
    error = refusal(client, "get_prompt", "summarise", {})
    assert (error.code, error.message) == (-32602, "topic is required")
    error = refusal(client, "get_prompt", "summarise", {"topic": "a", "style": "lang"})
    assert error.data["error"]["suggestion"]["arguments"] == {"topic": "a", "style": "long"}


def test_prompts_and_resources_can_ask_the_caller(client: Connected) -> None:
    client.answer = lambda params: types.ElicitResult(action="accept", content={"confirm": True, "value": 5})
    assert ask(client, "get_prompt", "ask_first").messages[0].content.text == "go True"
    assert read(client, "notes://asked")[0].text == "number 5"


@pytest.mark.parametrize(
    ("argument", "typed", "values"),
    [
        ("style", "", ["short", "long", "shouted"]),
        ("style", "sh", ["short", "shouted"]),
        ("style", "SH", ["short", "shouted"]),
        ("style", "x", []),
        ("loud", "", ["true", "false"]),
        ("tags", "l", ["long"]),
        ("topic", "a", []),
        ("where", "/", []),
        ("where", "../", []),
        ("where", "no/such/", []),
    ],
)
def test_values_of_a_prompt_s_arguments_are_completed(
    client: Connected, argument: str, typed: str, values: list[str]
) -> None:
    ref = types.PromptReference(name="summarise")
    told = ask(client, "complete", ref, {"name": argument, "value": typed}).completion
    assert (told.values, told.total, told.has_more) == (values, len(values), False)


def test_paths_are_completed_below_the_working_directory(client: Connected) -> None:
    ref = types.PromptReference(name="summarise")
    here = Path.cwd()
    for typed, folder in (("", here), ("tests/", here / "tests")):
        told = ask(client, "complete", ref, {"name": "where", "value": typed}).completion
        found = sorted(entry.name for entry in folder.iterdir() if not entry.name.startswith("."))
        prefix = typed
        expected = [f"{prefix}{name}{'/' if (folder / name).is_dir() else ''}" for name in found]
        assert told.values == expected[:100]


@pytest.mark.parametrize("typed", ["a\0/b", "a\0", "/", "../", "tests/../../", "no-such-folder/"])
def test_what_can_lead_to_no_path_is_not_completed(client: Connected, typed: str) -> None:
    ref = types.PromptReference(name="summarise")
    assert ask(client, "complete", ref, {"name": "where", "value": typed}).completion.values == []


def test_paths_are_completed_in_the_sandbox_of_the_caller_s_calls(run_app: RunApp) -> None:
    for path in ("box/open/a.txt", "box/open/keys/id", "box/shut/b.txt", "c.txt"):
        (run_app.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (run_app.folder / path).touch()
    (run_app.folder / "box/link").symlink_to(run_app.folder / "c.txt")
    app = run_app.write("""
        from pathlib import Path

        box = {"root": os.path.dirname(__file__) + "/box", "allowed": ["open"], "denied": ["open/keys"]}
        app = Tooli(name="app", version="1.0.0", sandbox=box)

        @app.prompt()
        def show(path: Path) -> str:
            return path.read_text()
    """)
    ref = types.PromptReference(name="show")

    def completed(client: Connected) -> list[list[str]]:
        typed = [
            {"name": "path", "value": value} for value in ("", "o", "open/", "open/keys/", "shut/", "../")
        ]
        return [ask(client, "complete", ref, argument).completion.values for argument in typed]

    found = [["open/"], ["open/"], ["open/a.txt"], [], [], []]
    with web_server(app, "--transport", "http") as url, connected(url, MODERN) as client:
        assert completed(client) == found
    with connected(lambda: on_stdio(app), MODERN) as client:
        assert completed(client) == found


def test_variables_of_a_template_are_completed(client: Connected) -> None:
    ref = types.ResourceTemplateReference(uri="notes://{id}/picture/{size}")
    told = ask(client, "complete", ref, {"name": "size", "value": "l"}).completion
    assert told.values == ["large"]


@pytest.mark.parametrize(
    ("ref", "argument"),
    [
        (types.PromptReference(name="none"), "topic"),
        (types.PromptReference(name="summarise"), "none"),
        (types.ResourceTemplateReference(uri="none://{id}"), "id"),
    ],
)
def test_what_does_not_exist_is_not_completed(client: Connected, ref: Any, argument: str) -> None:
    assert refusal(client, "complete", ref, {"name": argument, "value": ""}).code == -32602


async def _heard(client: Connected, uri: str) -> str:
    """Subscribe to a resource, let it change twice, and return the URI that was told."""
    if client.modern:
        async with client.client.listen(resource_subscriptions=[uri]) as changes:
            await client.client.call_tool("touch", {"uri": "notes://other"})
            await client.client.call_tool("touch", {"uri": uri})
            async for change in changes:
                return str(getattr(change, "uri", change))
    HEARD.clear()
    await client.client.subscribe_resource(uri)
    await client.client.call_tool("touch", {"uri": "notes://other"})
    await client.client.call_tool("touch", {"uri": uri})
    await HEARD.wait_for(1)
    await client.client.unsubscribe_resource(uri)
    await client.client.call_tool("touch", {"uri": uri})
    await client.client.subscribe_resource("notes://end")
    await client.client.call_tool("touch", {"uri": "notes://end"})
    await HEARD.wait_for(2)
    first, last = HEARD
    assert last.params.uri == "notes://end"
    return str(first.params.uri)


@pytest.mark.filterwarnings("ignore:resources/.*is removed")
def test_those_who_watch_a_resource_hear_of_its_new_data(client: Connected) -> None:
    assert client.portal.call(_limited, client) == "notes://all"


async def _limited(client: Connected) -> str:
    with anyio.fail_after(20):
        return await _heard(client, "notes://all")
