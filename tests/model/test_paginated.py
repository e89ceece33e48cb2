"""What `paginated=True` asks of a function, and what callers see of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tooli import Page, Tooli
from tooli.annotations import Destructive
from tooli.errors import DeclarationError
from tooli.schema.json_schema import input_schema, output_schema


def without_cursor() -> Page[int]:
    return Page([])


def with_a_default(cursor: str = "") -> Page[int]:
    return Page([])


def with_a_needed_limit(limit: int, cursor: str | None = None) -> Page[int]:
    return Page([])


def with_another_limit(limit: str = "1", cursor: str | None = None) -> Page[int]:
    return Page([])


def streaming(cursor: str | None = None) -> Iterator[int]:
    yield 1


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (without_cursor, "needs a param `cursor` whose default is None"),
        (with_a_default, "needs a param `cursor` whose default is None"),
        (with_a_needed_limit, "its param `limit` has to be an int with a default"),
        (with_another_limit, "its param `limit` has to be an int with a default"),
        (streaming, "returns a Page; a generator is paged by the framework"),
    ],
)
def test_a_function_that_cannot_page_is_refused(function: Callable[..., Any], what: str) -> None:
    with pytest.raises(DeclarationError, match="paginated=True") as caught:
        Tooli("app").command(paginated=True)(function)
    assert what in str(caught.value)


def test_a_command_that_changes_something_cannot_be_asked_for_a_page_again() -> None:
    def wipe(cursor: str | None = None) -> Page[int]:
        return Page([])

    with pytest.raises(DeclarationError, match="has to be read-only"):
        Tooli("app").command(paginated=True, annotations=Destructive)(wipe)


def test_callers_see_a_list_and_a_cursor_that_is_text() -> None:
    app = Tooli("app")

    @app.command(paginated=True)
    def rows(cursor: int | None = None) -> Page[dict[str, int]]:
        return Page([])

    command = app.runtime.catalog.find(("rows",))
    assert command is not None
    assert output_schema(command) == {
        "type": "array",
        "items": {"type": "object", "additionalProperties": {"type": "integer"}},
    }
    assert input_schema(command)["properties"]["cursor"] == {"anyOf": [{"type": "string"}, {"type": "null"}]}
    assert rows() == Page([])


def test_a_list_is_a_last_page_and_nothing_else_is_one() -> None:
    app = Tooli("app")
    app.command("rows", paginated=True)(lambda cursor=None: [1, 2])
    app.command("no-rows", paginated=True)(lambda cursor=None: {"rows": []})
    told = app.call("rows")
    assert (told.result, "next_cursor" in told.meta, "total" in told.meta) == ([1, 2], False, False)
    error = app.call("no-rows").error
    assert error is not None
    assert (error.code, error.message) == (
        "E5903",
        "no-rows is paginated and has to return a Page or a list, not dict",
    )


def test_an_empty_cursor_ends_the_pages() -> None:
    app = Tooli("app")
    app.command("rows", paginated=True)(lambda cursor=None: Page([1], ""))
    assert "next_cursor" not in app.call("rows").meta


def test_items_stream_and_accessors_see_the_items() -> None:
    app = Tooli("app")
    app.command("rows", paginated=True)(lambda cursor=None: Page([1, 2], 2, total=9))
    stream = app.stream("rows")
    assert list(stream) == [1, 2]
    assert stream.meta is not None
    assert stream.meta["total"] == 9
    assert app.api.rows().result == [1, 2]
