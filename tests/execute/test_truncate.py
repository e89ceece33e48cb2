"""Answers cut to a budget: valid, within it, never larger."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tooli.execute.budget import Allowance, Budget
from tooli.execute.cursor import make_cursor, read_cursor
from tooli.execute.encode import dump
from tooli.execute.truncate import Truncated, truncate

TEXTS = st.text(max_size=8) | st.sampled_from(["x" * 100, "é" * 60, '\x00\n"\\' * 20, "😀" * 30, "…"])
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=20,
)


def size(value: object) -> int:
    return len(dump(value).encode())


def count(text: str) -> int:
    """Count a token for each four characters, as an estimator does."""
    return (len(text) + 3) // 4


def least(value: object) -> object:
    """Return the smallest value of a type."""
    return {list: [], dict: {}, str: ""}.get(type(value), value)  # type: ignore[call-overload] # by type


@pytest.mark.parametrize("value", [None, True, 7, "text", [], {}, [1, 2], {"a": [1]}])
def test_what_fits_stays_as_it_is(value: object) -> None:
    cut = truncate(value, max_items=5, max_bytes=100, max_tokens=50, tokens=count)
    assert cut.value is value or cut.value == value
    assert (cut.is_cut, cut.left_out) == (False, "")


def test_a_list_keeps_as_many_first_items_as_fit() -> None:
    assert truncate([111, 222, 333], max_bytes=9) == Truncated(
        value=[111, 222], is_cut=True, shown=2, total=3, whole=2, left_out="1 of 3 items"
    )
    assert truncate([111, 222, 333], max_bytes=8).value == [111]
    assert truncate(["éé", "é"], max_bytes=8).value == ["éé"]
    assert truncate(["éé", "é"], max_bytes=12).value == ["éé"]
    assert truncate(["éé", "é"], max_bytes=13).value == ["éé", "é"]


def test_tokens_are_counted_on_the_text_of_the_whole_answer() -> None:
    seen: list[str] = []

    def watched(text: str) -> int:
        seen.append(text)
        return count(text)

    cut = truncate([1111, 2222, 3333, 4444], max_tokens=3, tokens=watched)
    assert cut.value == [1111, 2222]
    assert "[1111,2222]" in seen


def test_max_items_cuts_the_list_at_the_top_or_the_lists_of_an_object() -> None:
    assert truncate([[1, 2, 3]] * 3, max_items=2).value == [[1, 2, 3]] * 2
    cut = truncate({"rows": [1, 2, 3], "few": [1], "deep": {"rows": [1, 2, 3]}}, max_items=2)
    assert cut.value == {"rows": [1, 2], "few": [1], "deep": {"rows": [1, 2, 3]}}
    assert (cut.shown, cut.total, cut.left_out) == (None, None, "1 of 3 items of rows")
    assert truncate([1, 2], max_items=0).value == []


def test_an_item_that_does_not_fit_alone_is_cut_and_counted_as_not_whole() -> None:
    cut = truncate([{"id": 1, "body": "x" * 500}, 2], max_bytes=80)
    assert cut.value == [{"id": 1, "body": "x" * 57 + "…"}]
    assert (cut.shown, cut.whole, cut.total) == (1, 0, 2)
    assert cut.left_out == "1 of 2 items; 443 of 500 characters of [0].body"


def test_the_largest_list_of_an_object_is_cut_first() -> None:
    value = {"rows": list(range(100, 200)), "notes": ["a", "b"], "total": 100}
    cut = truncate(value, max_bytes=80)
    assert cut.value == {"rows": list(range(100, 110)), "notes": ["a", "b"], "total": 100}
    assert cut.left_out == "90 of 100 items of rows"


def test_long_strings_are_cut_when_lists_are_down_to_an_item() -> None:
    value = {"title": "short", "rows": [{"body": "y" * 900}, {"body": "z"}]}
    cut = truncate(value, max_bytes=100)
    assert cut.value == {"title": "short", "rows": [{"body": "y" * 59 + "…"}]}
    assert cut.left_out == "1 of 2 items of rows; 841 of 900 characters of rows[0].body"


def test_an_object_with_many_fields_keeps_the_first_ones() -> None:
    value = {"files": {f"f{number}": {"size": number, "mode": "r"} for number in range(10, 60)}}
    cut = truncate(value, max_bytes=75)
    assert cut.value == {"files": {"f10": {"size": 10, "mode": "r"}, "f11": {"size": 11, "mode": "r"}}}
    assert cut.left_out == "48 of 50 fields of files"


def test_a_cut_string_is_never_broken_within_an_escape_or_a_character() -> None:
    assert truncate('a"b"c"d', max_bytes=8).value == 'a"…'
    assert truncate('a"b"c"d', max_bytes=7).value == "a…"
    assert truncate("\x00\x00\x00", max_bytes=12).value == "\x00…"
    assert truncate("😀😀😀", max_bytes=12).value == "😀…"
    assert truncate("ab", max_bytes=3).value == ""


@pytest.mark.parametrize("value", [None, False, 123456, -1.25, "", [], {}])
def test_a_value_without_a_smaller_form_stays(value: object) -> None:
    assert truncate(value, max_bytes=1).value == value


def test_max_tokens_without_a_way_to_count_is_a_mistake() -> None:
    with pytest.raises(TypeError, match="max_tokens needs a function"):
        truncate([1], max_tokens=1)


def test_a_huge_list_is_encoded_only_as_far_as_it_may_be_shown() -> None:
    class Watched(list[Any]):
        seen = 0

        def __iter__(self) -> Any:
            for item in list.__iter__(self):
                Watched.seen += 1
                yield item

    assert truncate(Watched(["x" * 100] * 100_000), max_tokens=500, tokens=count).shown == 19
    assert Watched.seen < 200


def test_a_stream_ends_before_the_item_that_is_too_much() -> None:
    assert [Allowance(Budget(), 1).admits("1")] == [True]
    by_items, by_bytes = Allowance(Budget(), 2), Allowance(Budget(max_bytes=6))
    by_tokens = Allowance(Budget(max_tokens=2, tokens=count))
    assert [by_items.admits("12") for _ in range(3)] == [True, True, False]
    assert [by_bytes.admits("12") for _ in range(3)] == [True, True, False]
    assert [by_tokens.admits("12") for _ in range(3)] == [True, True, False]


@given(PLAIN, st.integers(0, 120))
def test_a_cut_value_is_valid_within_its_bytes_and_never_larger(value: object, limit: int) -> None:
    cut = truncate(value, max_bytes=limit)
    assert json.loads(dump(cut.value)) == cut.value
    assert type(cut.value) is type(value)
    assert size(cut.value) <= size(value)
    assert size(cut.value) <= limit or cut.value == least(value)
    assert cut.is_cut is (cut.value != value) is bool(cut.left_out)


@given(PLAIN, st.integers(0, 30), st.integers(0, 3) | st.none())
def test_a_cut_value_is_within_its_tokens_and_items(value: object, limit: int, items: int | None) -> None:
    cut = truncate(value, max_tokens=limit, max_items=items, tokens=count)
    assert count(dump(cut.value)) <= limit or cut.value == least(value)
    assert size(cut.value) <= size(value)
    if items is not None and isinstance(cut.value, list):
        assert len(cut.value) <= items


@given(st.lists(PLAIN, max_size=8), st.integers(0, 200))
def test_whole_items_are_the_beginning_of_the_list_and_no_more_would_fit(
    items: list[object], limit: int
) -> None:
    cut = truncate(items, max_bytes=limit)
    assert isinstance(cut.value, list)
    assert cut.whole is not None
    assert cut.value[: cut.whole] == items[: cut.whole]
    assert cut.whole == max(
        number for number in range(len(items) + 1) if number == 0 or size(items[:number]) <= limit
    )
    assert cut.whole in (cut.shown, (cut.shown or 0) - 1)


@given(PLAIN, st.integers(0, 120))
def test_cutting_is_repeatable_and_cutting_again_changes_nothing(value: object, limit: int) -> None:
    once = truncate(value, max_bytes=limit).value
    assert dump(truncate(value, max_bytes=limit).value) == dump(once)
    assert dump(truncate(once, max_bytes=limit).value) == dump(once)


@given(st.integers(0, 60), st.integers(1, 20), st.integers(12, 80) | st.none())
def test_following_the_cursor_yields_every_item_exactly_once(
    total: int, limit: int, max_bytes: int | None
) -> None:
    items = [{"id": number} for number in range(total)]
    key, digest = b"k" * 32, "call"
    seen: list[object] = []
    cursor: str | None = make_cursor(key, digest, 0)
    while cursor is not None:
        offset = read_cursor(key, cursor, digest).offset
        page = truncate(items[offset : offset + limit], max_bytes=max_bytes)
        assert isinstance(page.value, list)
        seen += page.value
        end = offset + len(page.value)
        cursor = make_cursor(key, digest, end) if end < total else None
    assert seen == items
