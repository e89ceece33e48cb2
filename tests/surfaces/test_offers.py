"""Resources and prompts from Python: the same pipeline, the same errors."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator, Generator, Iterator
from enum import Enum
from typing import Any, Literal

import pytest

from tooli import AgentContext, CallOptions, Image, Tooli
from tooli.content import Document, File
from tooli.execute.offered import as_files
from tooli.message import Message
from tooli.model.resource import find_resource


class Style(Enum):
    SHORT = "short"
    LONG = "long"


def make() -> Tooli:
    app = Tooli("notes", version="1.2.0")

    @app.resource("notes://all")
    def every() -> list[int]:
        return [1, 2]

    @app.resource("notes://{id}/text")
    async def note(id: int) -> str:
        if id == 404:
            raise FileNotFoundError(2, "No such file or directory", "404.txt")
        return f"note {id}"

    @app.prompt
    def summarise(topic: str, style: Style = Style.SHORT, tags: list[str] | None = None) -> str:
        """Summarise a topic."""
        return f"{topic} {style.value} {tags}"

    @app.prompt("talk")
    async def talk(topic: str) -> AsyncIterator[Any]:
        yield topic
        yield Message("Well.", role="assistant")

    return app


def test_a_resource_is_read_with_its_variables_typed() -> None:
    result = make().read_resource("notes://7/text")
    assert result.unwrap() == "note 7"
    assert dict(result.meta) == {
        "tool": "notes.resource.note",
        "version": "1.2.0",
        "duration_ms": result.meta["duration_ms"],
    }


def test_reading_awaits_in_async_code() -> None:
    async def read() -> Any:
        app = make()
        first = await app.aread_resource("notes://7/text")
        second = await app.aread_resource("notes://all")
        third = await app.aread_resource("notes://none")
        return first.unwrap(), second.unwrap(), third.error

    first, second, error = asyncio.run(read())
    assert (first, second) == ("note 7", [1, 2])
    assert error.code == "E3910"


@pytest.mark.parametrize(
    ("uri", "code", "field", "message"),
    [
        ("notes://x/text", "E1903", "id", "id: 'x' is not a whole number"),
        ("notes://404/text", "E3910", None, "No such file or directory: 404.txt"),
        ("notes://al", "E3910", "uri", "there is no resource 'notes://al'"),
        ("", "E3910", "uri", "there is no resource ''"),
    ],
)
def test_what_cannot_be_read_is_an_error_that_says_why(
    uri: str, code: str, field: str | None, message: str
) -> None:
    error = make().read_resource(uri).error
    assert error is not None
    assert (error.code, error.field, error.message) == (code, field, message)


def test_an_unknown_uri_or_prompt_names_the_one_that_was_meant() -> None:
    for error in (make().read_resource("notes://al").error, make().render_prompt("summarize").error):
        assert error is not None
        assert error.suggestion is not None
        assert error.suggestion.example in ("notes://all", "summarise")


def test_a_wrong_variable_is_repaired_in_the_uri() -> None:
    app = Tooli("notes")

    @app.resource("notes://{kind}/{count}")
    def it(kind: Literal["short", "long form"], count: int) -> str:
        return f"{kind} {count}"

    for uri, meant, trust in (
        ("notes://shrot/1", "notes://short/1", "machine_applicable"),
        ("notes://LONG%20FORM/1", "notes://long%20form/1", "machine_applicable"),
        ("notes://short/x", "notes://{kind}/{count}", "has_placeholders"),
    ):
        error = app.read_resource(uri).error
        assert error is not None
        assert error.suggestion is not None
        assert (error.suggestion.example, error.suggestion.applicability) == (meant, trust)
        assert error.suggestion.arguments is None
    assert app.read_resource("notes://long%20form/1").unwrap() == "long form 1"


def test_a_prompt_s_strings_become_its_typed_arguments() -> None:
    messages = make().render_prompt("summarise", topic="cats", style="long", tags='["a", "b"]').unwrap()
    assert messages == [Message("cats long ['a', 'b']", role="user")]
    assert make().render_prompt("summarise", topic="cats", tags="a").unwrap()[0].content == "cats short ['a']"


def test_a_prompt_that_yields_gives_its_messages_in_order() -> None:
    app = make()
    spoken = [Message("cats"), Message("Well.", role="assistant")]
    assert app.render_prompt("talk", topic="cats").unwrap() == spoken
    assert asyncio.run(app.arender_prompt("talk", topic="cats")).unwrap() == spoken


def test_a_prompt_refuses_what_it_does_not_take() -> None:
    app = make()
    missing, wrong = app.render_prompt("summarise"), app.render_prompt("summarise", topic="a", style="lang")
    extra, unknown = app.render_prompt("talk", topic="a", loud="yes"), asyncio.run(app.arender_prompt("none"))
    found = [
        (result.error.code, result.error.field) for result in (missing, wrong, extra, unknown) if result.error
    ]
    assert found == [("E1901", "topic"), ("E1904", "style"), ("E1902", "loud"), ("E3910", "name")]


@pytest.mark.parametrize(
    ("value", "messages"),
    [
        ("Hi", [Message("Hi")]),
        (["a", Message("b", role="assistant")], [Message("a"), Message("b", role="assistant")]),
        ({"role": "assistant", "content": "c"}, [Message("c", role="assistant")]),
        ([], []),
    ],
)
def test_a_prompt_returns_text_or_messages(value: Any, messages: list[Message]) -> None:
    app = Tooli("p")
    app.prompt("it")(lambda: value)
    assert app.render_prompt("it").unwrap() == messages


def test_a_prompt_may_hold_files() -> None:
    app = Tooli("p")
    picture = Image(b"\x89PNG\r\n\x1a\n")
    app.prompt("look")(lambda: [picture, "What is it?"])
    dumped = app.render_prompt("look").model_dump()["result"]
    data = base64.b64encode(picture.read()).decode()
    assert dumped[0] == {"content": {"media_type": "image/png", "data": data}, "role": "user"}
    assert dumped[1] == {"content": "What is it?", "role": "user"}


@pytest.mark.parametrize(
    "value", [3, None, [b"x"], {"role": "robot", "content": "x"}, {"content": 3, "role": "user"}]
)
def test_a_prompt_that_returns_something_else_is_the_app_s_mistake(value: Any) -> None:
    app = Tooli("p")
    app.prompt("it")(lambda: value)

    @app.prompt("stream")
    def stream() -> Iterator[Any]:
        yield value

    for name in ("it", "stream"):
        error = app.render_prompt(name).error
        assert error is not None
        assert error.code == "E5001"


def test_middleware_error_maps_dependencies_and_timeouts_hold() -> None:
    app = Tooli("notes")
    seen = []

    class Locked(Exception):
        pass

    @app.middleware
    def watch(call: Any) -> Generator[None, Any, Any]:
        seen.append(call.command.name)
        return (yield)

    app.map_error(Locked, code="E3002", exit_code=20)

    @app.resource("notes://locked")
    def locked() -> str:
        raise Locked("it is locked")

    @app.prompt
    def who(ctx: AgentContext) -> str:
        return str(ctx.caller.category)

    @app.resource("notes://slow")
    async def slow() -> str:
        await asyncio.Event().wait()
        return ""

    error = app.read_resource("notes://locked").error
    assert error is not None
    assert (error.code, error.exit_code) == ("E3002", 20)
    assert app.render_prompt("who").unwrap() == [Message("python_api")]
    late = app.read_resource("notes://slow", options=CallOptions(timeout=0.05)).error
    assert late is not None
    assert late.code == "E4901"
    assert seen == ["resource locked", "prompt who", "resource slow"]


def text() -> str:
    return "a"


def lines() -> Iterator[str]:
    yield "a\n"
    yield "b\n"


def chunks() -> Iterator[bytes]:
    yield b"a"
    yield b"\xff"


def rows() -> Iterator[dict[str, int]]:
    yield {"a": 1}


@pytest.mark.parametrize(
    ("function", "media_type", "value", "expected"),
    [
        (text, None, "a", [("text/plain", b"a")]),
        (text, "text/markdown", "a", [("text/markdown", b"a")]),
        (text, "application/x-own", "a", [("application/x-own", b"a")]),
        (text, None, b"\x89PNG\r\n\x1a\n", [("image/png", b"\x89PNG\r\n\x1a\n")]),
        (text, "application/x-own", bytearray(b"z"), [("application/x-own", b"z")]),
        (text, None, {"a": [1, None]}, [("application/json", b'{"a":[1,null]}')]),
        (text, None, [], [("application/json", b"[]")]),
        (text, None, ["a"], [("application/json", b'["a"]')]),
        (text, None, Document("x", media_type="text/html"), [("text/html", b"x")]),
        (text, None, [File(b"1", media_type="a/b"), Document("2")], [("a/b", b"1"), ("text/plain", b"2")]),
        (lines, None, ["a\n", "b\n"], [("text/plain", b"a\nb\n")]),
        (chunks, None, [b"a", b"\xff"], [("application/octet-stream", b"a\xff")]),
        (rows, None, [{"a": 1}], [("application/json", b'[{"a":1}]')]),
    ],
)
def test_whatever_a_resource_gives_has_a_media_type(
    function: Any, media_type: str | None, value: Any, expected: list[tuple[str, bytes]]
) -> None:
    app = Tooli("r")
    settings: Any = {"media_type": media_type} if media_type else {}
    app.resource("it:it", **settings)(function)
    found = find_resource(app.runtime.catalog, "it:it")
    assert found is not None
    assert [(file.media_type, file.read()) for file in as_files(found[0], value)] == expected


def test_every_app_describes_itself() -> None:
    app = Tooli("tool", "Does things", "3.1.0")

    @app.command
    def add(a: int, b: int = 2, mode: Literal["fast", "slow"] = "fast") -> int:
        """Add numbers."""
        return a + b

    manifest = app.read_resource("skill://manifest").unwrap()
    assert (manifest["name"], manifest["version"], list(manifest["commands"])) == ("tool", "3.1.0", ["add"])
    documentation = app.read_resource("skill://documentation").unwrap()
    assert "tool" in documentation
    assert "Add numbers" in documentation


def test_an_app_s_own_resource_takes_the_place_of_a_built_in_one() -> None:
    app = Tooli("tool")
    app.resource("skill://documentation")(text)
    assert app.read_resource("skill://documentation").unwrap() == "a"
