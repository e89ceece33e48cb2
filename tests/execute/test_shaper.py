"""Shaping through the pipeline: pages, fields, filters and budgets, for lists, streams and objects."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tooli import CallOptions, Image, ToolError, Tooli
from tooli.annotations import ReadOnly
from tooli.execute.tokens import estimate

app = Tooli(name="shaping", version="1.0.0")
RUNS: list[str] = []


@app.command(annotations=ReadOnly)
def rows(count: int = 10) -> list[dict[str, Any]]:
    """Give rows."""
    return [{"id": i, "name": f"row {i}", "owner": {"id": i % 3}} for i in range(count)]


@app.command(annotations=ReadOnly)
def lines(count: int = 10) -> Iterator[dict[str, Any]]:
    """Give rows one by one."""
    try:
        for i in range(count):
            RUNS.append(f"made {i}")
            yield {"id": i, "name": f"row {i}", "owner": {"id": i % 3}}
    finally:
        RUNS.append("closed")


@app.command(capabilities=["state:mutate"])
def change(count: int = 5) -> list[int]:
    """Change something."""
    RUNS.append("changed")
    return list(range(count))


@app.command(capabilities=["state:mutate"])
def changes(count: int = 5) -> Iterator[int]:
    """Change something, bit by bit."""
    for i in range(count):
        RUNS.append(f"changed {i}")
        yield i


@app.command(annotations=ReadOnly)
def one() -> dict[str, Any]:
    """Give an object."""
    return {"title": "t" * 400, "items": list(range(100))}


@app.command(annotations=ReadOnly, max_tokens=40)
def frugal() -> list[str]:
    """Give more than the command allows itself."""
    return ["some words"] * 500


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    RUNS.clear()


def pages(command: str, count: int, **options: Any) -> tuple[list[Any], int]:
    """Follow the cursors of a command to the end."""
    items: list[Any] = []
    cursor, calls = None, 0
    while True:
        result = app.call(command, count=count, options=CallOptions(cursor=cursor, **options))
        items += result.unwrap()
        calls += 1
        cursor = result.meta.get("next_cursor")
        if cursor is None:
            return items, calls


@pytest.mark.parametrize("command", ["rows", "lines"])
def test_a_page_has_so_many_items_and_a_cursor_for_the_rest(command: str) -> None:
    first = app.call(command, options=CallOptions(limit=3))
    assert [row["id"] for row in first.unwrap()] == [0, 1, 2]
    second = app.call(command, options=CallOptions(limit=3, cursor=first.meta["next_cursor"]))
    assert [row["id"] for row in second.unwrap()] == [3, 4, 5]


def test_a_list_tells_its_total_and_a_stream_is_read_only_as_far_as_needed() -> None:
    assert app.call("rows", options=CallOptions(limit=3)).meta["total"] == 10
    streamed = app.call("lines", options=CallOptions(limit=3))
    assert "total" not in streamed.meta
    assert RUNS == ["made 0", "made 1", "made 2", "made 3", "closed"]


def test_the_last_page_has_no_cursor() -> None:
    assert "next_cursor" not in app.call("rows", options=CallOptions(limit=10)).meta
    assert "next_cursor" not in app.call("lines", options=CallOptions(limit=10)).meta


def test_a_command_that_changes_things_runs_once_for_all_its_pages() -> None:
    assert pages("change", 5, limit=2) == ([0, 1, 2, 3, 4], 3)
    assert RUNS == ["changed"]
    RUNS.clear()
    assert pages("changes", 5, limit=2) == ([0, 1, 2, 3, 4], 3)
    assert [f"changed {i}" for i in range(5)] == RUNS


def test_a_cursor_of_other_arguments_is_refused() -> None:
    cursor = app.call("rows", options=CallOptions(limit=3)).meta["next_cursor"]
    for options in (CallOptions(cursor=cursor, filter="id > 2"), CallOptions(cursor=cursor[:-1] + "A")):
        failed = app.call("rows", options=options)
        assert failed.error is not None
        assert (failed.error.code, failed.error.field) == ("E1911", "cursor")
    other = app.call("rows", count=3, options=CallOptions(cursor=cursor))
    assert other.error is not None
    assert other.error.code == "E1911"


@pytest.mark.parametrize("command", ["rows", "lines"])
def test_fields_and_filters_apply_to_each_item(command: str) -> None:
    options = CallOptions(fields="id,owner.id", filter="owner.id == 1 && id < 6")
    assert app.call(command, options=options).unwrap() == [
        {"id": 1, "owner": {"id": 1}},
        {"id": 4, "owner": {"id": 1}},
    ]


@pytest.mark.parametrize("command", ["rows", "lines"])
def test_an_unknown_field_names_the_nearest(command: str) -> None:
    error = app.call(command, options=CallOptions(fields="nme")).error
    assert error is not None
    assert (error.code, error.field) == ("E1910", "fields")
    assert (error.details or {})["corrected"] == "name"


def test_fields_work_on_objects_and_filters_do_not() -> None:
    assert app.call("one", options=CallOptions(fields="items[0]")).unwrap() == {"items": [0]}
    error = app.call("one", options=CallOptions(filter="x > 1")).error
    assert error is not None
    assert error.code == "E1912"


def test_an_object_is_cut_to_its_budget_and_says_what_is_missing() -> None:
    result = app.call("one", options=CallOptions(max_bytes=200))
    assert len(json.dumps(result.unwrap(), separators=(",", ":"), ensure_ascii=False).encode()) <= 200
    assert "items" in result.meta["truncated"]["left_out"]


def test_a_commands_own_budget_holds_without_any_option() -> None:
    result = app.call("frugal")
    assert estimate(json.dumps(result.unwrap(), separators=(",", ":"))) <= 40
    assert result.meta["truncated"]["left_out"] == 500 - len(result.unwrap())


@settings(deadline=None, max_examples=60)
@given(
    command=st.sampled_from(["rows", "lines", "change", "changes"]),
    count=st.integers(0, 60),
    limit=st.none() | st.integers(1, 20),
    max_tokens=st.none() | st.integers(30, 300),
    max_items=st.none() | st.integers(1, 20),
)
def test_following_the_cursors_gives_every_item_once(
    command: str, count: int, limit: int | None, max_tokens: int | None, max_items: int | None
) -> None:
    whole = app.call(command, count=count).unwrap()
    items, _ = pages(command, count, limit=limit, max_tokens=max_tokens, max_items=max_items)
    assert items == whole


def test_ten_megabytes_within_five_hundred_tokens() -> None:
    big = Tooli(name="big", version="1.0.0")

    @big.command(annotations=ReadOnly)
    def dump() -> list[dict[str, Any]]:
        return [{"id": i, "text": "lorem ipsum dolor sit amet " * 20} for i in range(20_000)]

    result = big.call("dump", options=CallOptions(max_tokens=500))
    text = json.dumps(result.unwrap(), separators=(",", ":"))
    assert estimate(text) <= 500
    assert result.meta["truncated"]["left_out"] == 20_000 - len(result.unwrap())


def test_a_token_count_stands_for_the_answer() -> None:
    counted = app.call("rows", options=CallOptions(token_count=True)).unwrap()
    text = json.dumps(app.call("rows").unwrap(), separators=(",", ":"))
    assert counted["bytes"] == len(text)
    assert counted["tokens"] > 0


@pytest.mark.parametrize("command", ["rows", "lines"])
def test_the_whole_result_is_kept_in_a_file(command: str, tmp_path: Path) -> None:
    target = tmp_path / "whole.json"
    result = app.call(command, options=CallOptions(limit=2, spill=str(target)))
    text = target.read_text()
    kept = json.loads(text) if command == "rows" else [json.loads(line) for line in text.splitlines()]
    assert len(result.unwrap()) == 2
    assert kept == app.call(command).unwrap()
    assert result.meta["artifact"] == {"path": str(target), "items": 10, "bytes": len(text)}


def test_streams_in_python_are_shaped_too() -> None:
    items = app.stream("lines", options=CallOptions(limit=2, fields="id"))
    assert list(items) == [{"id": 0}, {"id": 1}]
    assert items.meta is not None
    assert "next_cursor" in items.meta


@pytest.mark.parametrize("name", ["limit", "max_items", "max_bytes", "max_tokens"])
def test_a_limit_is_a_positive_whole_number(name: str) -> None:
    values: tuple[Any, ...] = (0, -1, "x", True)
    for value in values:
        options = CallOptions().replace(**{name: value})
        error = app.call("rows", options=options).error
        assert error is not None
        assert (error.code, error.field) == ("E1903", name)


def test_a_failed_stream_still_raises() -> None:
    broken = Tooli(name="broken", version="1.0.0")

    @broken.command(annotations=ReadOnly)
    def fail() -> Iterator[int]:
        yield 1
        raise ToolError("broke", code="E3001")

    assert broken.call("fail", options=CallOptions(limit=5)).error is not None


PNG = b"\x89PNG\r\n\x1a\n" + bytes(3000)


def gallery() -> Tooli:
    """Return an app whose results are files."""
    pictures = Tooli(name="pictures", version="1.0.0")

    def made(count: int) -> list[Any]:
        return [Image(PNG, name=f"{at}.png") for at in range(count)] + ["the end"]

    @pictures.command(annotations=ReadOnly)
    def all_of(count: int = 3) -> list[Any]:
        return made(count)

    @pictures.command(annotations=ReadOnly)
    def each(count: int = 3) -> Iterator[Any]:
        yield from made(count)

    @pictures.command(annotations=ReadOnly, max_tokens=50)
    def single() -> Image:
        return Image(PNG, name="one.png")

    @pictures.command(capabilities=["state:mutate"])
    def draw(count: int = 3) -> list[Any]:
        return made(count)

    return pictures


def names(items: list[Any]) -> list[Any]:
    return [item.name if isinstance(item, Image) and item.read() == PNG else item for item in items]


@pytest.mark.parametrize("command", ["all-of", "each"])
def test_files_are_shaped_by_what_is_said_of_them_and_stay_files(command: str) -> None:
    def kept(**options: Any) -> list[Any]:
        return names(gallery().call(command, options=CallOptions(**options)).unwrap())

    assert kept(limit=2) == ["0.png", "1.png"]
    assert kept(filter="name == '1.png'") == ["1.png"]
    assert kept(filter="starts_with(data, 'iVBORw0')", limit=1) == ["0.png"]
    assert kept(max_bytes=100) == ["0.png", "1.png"]
    assert kept(fields="name", filter="name") == [{"name": "0.png"}, {"name": "1.png"}, {"name": "2.png"}]
    counted = gallery().call(command, options=CallOptions(token_count=True)).unwrap()
    assert counted["bytes"] < 200


def test_a_files_bytes_are_no_part_of_its_commands_budget() -> None:
    done = gallery().call("single")
    assert names([done.unwrap()]) == ["one.png"]
    assert "truncated" not in done.meta


def test_files_that_are_left_over_come_as_files_with_the_next_page() -> None:
    pictures = gallery()
    first = pictures.call("draw", options=CallOptions(limit=1))
    assert names(first.unwrap()) == ["0.png"]
    rest = pictures.call("draw", options=CallOptions(cursor=first.meta["next_cursor"]))
    assert names(rest.unwrap()) == ["1.png", "2.png", "the end"]


def test_a_file_of_the_whole_result_holds_what_its_files_hold(tmp_path: Path) -> None:
    gallery().call("all-of", options=CallOptions(spill=str(tmp_path / "all"), limit=1)).unwrap()
    kept = json.loads((tmp_path / "all").read_text())
    assert b64decode(kept[2]["data"]) == PNG
    assert kept[3] == "the end"
