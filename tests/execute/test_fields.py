"""`--fields`: what is kept, and what is said about fields that do not exist."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tooli.errors import InputError
from tooli.execute.fields import Selector, fields_text, parse_fields

RESULT = {
    "name": "shop",
    "owner": {"name": "Ann", "mail": "a@b.c", "phone": None},
    "items": [{"id": 1, "tag": "x"}, {"id": 2}, {"tag": None}],
    "grid": [[1, 2], [3, 4]],
    "a.b": 5,
    "nothing": None,
}
NAMES = st.text(st.sampled_from("ab.,[]\"'\\ é*0-"), max_size=6)
PATHS = st.lists(st.one_of(NAMES, st.integers(-3, 3), st.none()), min_size=1, max_size=4).map(tuple)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)


def chosen(text: str, value: object = RESULT) -> object:
    selector = Selector(parse_fields(text))
    selector.check(value)
    return selector.keep(value)


def refusal(text: str, value: object = RESULT) -> dict[str, Any]:
    with pytest.raises(InputError) as caught:
        chosen(text, value)
    return caught.value.to_dict()


def failure(act: Callable[[], object]) -> InputError | None:
    try:
        act()
    except InputError as error:
        return error
    return None


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("name", {"name": "shop"}),
        ("owner.mail", {"owner": {"mail": "a@b.c"}}),
        ("owner.mail,name", {"owner": {"mail": "a@b.c"}, "name": "shop"}),
        ("owner.mail,owner", {"owner": RESULT["owner"]}),
        ("owner.phone", {"owner": {"phone": None}}),
        ("items[0].id", {"items": [{"id": 1}]}),
        ("items[-1]", {"items": [{"tag": None}]}),
        ("items[2].tag,items[0].id", {"items": [{"id": 1}, {"tag": None}]}),
        ("items.id", {"items": [{"id": 1}, {"id": 2}, {}]}),
        ("items[*].id", {"items": [{"id": 1}, {"id": 2}, {}]}),
        ("items[].id", {"items": [{"id": 1}, {"id": 2}, {}]}),
        ("items.tag,items[0].id", {"items": [{"tag": "x", "id": 1}, {}, {"tag": None}]}),
        ("items[0].id,items[-3].tag", {"items": [{"id": 1, "tag": "x"}]}),
        ("grid[1]", {"grid": [[3, 4]]}),
        ("grid[*][0]", {"grid": [[1], [3]]}),
        ('"a.b"', {"a.b": 5}),
        ("'a.b'", {"a.b": 5}),
        ('["a.b"]', {"a.b": 5}),
        ("[*].name", {"name": "shop"}),
        (" name , .owner.name ,, ", {"name": "shop", "owner": {"name": "Ann"}}),
        ("nothing.at.all", {"nothing": None}),
        ("items[9].id", {"items": []}),
    ],
)
def test_a_path_keeps_its_field_in_the_shape_of_the_result(text: str, kept: object) -> None:
    assert chosen(text) == kept


def test_fields_come_in_the_order_they_were_asked_for() -> None:
    assert list(chosen("nothing,name")) == ["nothing", "name"]  # type: ignore[call-overload] # it is a dict


def test_a_list_gives_the_fields_of_each_item_and_leaves_out_what_an_item_lacks() -> None:
    assert chosen("id,tag", RESULT["items"]) == RESULT["items"]
    assert chosen("tag", RESULT["items"]) == [{"tag": "x"}, {}, {"tag": None}]


def test_rows_that_are_lists_take_an_index() -> None:
    assert chosen("[0]", [[1, 2], [3, 4]]) == [[1], [3]]


@pytest.mark.parametrize("value", [None, [], [None], {"items": []}, {"items": None}])
def test_a_value_that_proves_nothing_is_not_refused(value: object) -> None:
    assert chosen("items.id", value) == value


@pytest.mark.parametrize(
    ("text", "message", "corrected", "applicability"),
    [
        ("nmae", "the result has no field nmae", "name", "machine_applicable"),
        ("Owner.Mail", "the result has no field Owner", "owner.mail", "machine_applicable"),
        ("name,itmes.di", "the result has no field itmes", "name,items.id", "machine_applicable"),
        ("owner.zzz", "owner has no field zzz", None, "maybe_incorrect"),
        ("owner.mial", "owner has no field mial", "owner.mail", "machine_applicable"),
        ("items[0].idd", "items[0] has no field idd", "items[0].id", "machine_applicable"),
        ("a.b", "the result has no field a", '"a.b"', "machine_applicable"),
        ("id", "the result has no field id", "items.id", "maybe_incorrect"),
        ("result.name", "the result has no field result", "name", "maybe_incorrect"),
        ("[0].name", "the result is not a list, so there is no [0]", "name", "maybe_incorrect"),
        ("name.first", "name has no fields, so there is no first", "name", "maybe_incorrect"),
        ("zzz", "the result has no field zzz", None, "maybe_incorrect"),
    ],
)
def test_a_field_that_does_not_exist_is_named_with_the_one_that_was_meant(
    text: str, message: str, corrected: str | None, applicability: str
) -> None:
    error = refusal(text)
    assert (error["code"], error["field"], error["message"]) == ("E1910", "fields", message)
    assert error["details"].get("corrected") == corrected
    assert error["suggestion"]["applicability"] == applicability


def test_the_error_lists_the_fields_there_are() -> None:
    error = refusal("zzz", [{f"f{number}": 1} for number in range(30)])
    assert error["details"] == {"value": "zzz", "fields": [f"f{number}" for number in range(20)]}
    assert error["suggestion"]["fix"].startswith("Use fields of: f0, f1, ")
    assert refusal("a", 5)["suggestion"]["fix"] == "Leave fields out."


@pytest.mark.parametrize(
    "text", ["", " , ", "a..b", "a.", "items[x]", "items[0", '"a"b', '"open', "a]b", "[1.5]"]
)
def test_a_text_that_cannot_be_read_is_refused(text: str) -> None:
    error = refusal(text)
    assert (error["code"], error["field"]) == ("E1903", "fields")


def test_a_path_has_a_bounded_number_of_steps() -> None:
    assert "more than 64 steps" in refusal(".".join("a" * 65))["message"]


def test_a_stream_is_refused_at_its_first_item_for_a_spelling_mistake() -> None:
    selector = Selector(parse_fields("nmae,id"))
    with pytest.raises(InputError, match="no field nmae"):
        selector({"name": "a", "id": 1})


def test_a_stream_waits_for_a_field_that_may_still_come() -> None:
    selector = Selector(parse_fields("id,error"))
    assert selector({"id": 1}) == {"id": 1}
    assert selector({"id": 2, "error": "x"}) == {"id": 2, "error": "x"}
    selector.finish()


def test_a_stream_ends_in_an_error_for_a_field_that_no_item_had() -> None:
    selector = Selector(parse_fields("id,error"))
    assert [selector({"id": number}) for number in range(50)] == [{"id": number} for number in range(50)]
    with pytest.raises(InputError, match="the result has no field error") as caught:
        selector.finish()
    assert caught.value.code == "E1910"


def test_an_empty_stream_is_not_refused() -> None:
    Selector(parse_fields("id")).finish()


def test_a_page_is_selected_from_a_list_that_was_checked_whole() -> None:
    items: list[object] = [{"id": 1}, {"id": 2, "error": "x"}]
    selector = Selector(parse_fields("error"))
    selector.check(items)
    assert selector.keep(items[:1]) == [{}]


@given(st.lists(PATHS, min_size=1, max_size=3, unique=True))
def test_paths_read_back_as_they_were_written(paths: list[Any]) -> None:
    assert list(parse_fields(fields_text(paths))) == paths


@given(st.text(st.sampled_from("abc.,[]*\"'\\ 0-é"), max_size=12), PLAIN)
def test_any_text_and_value_give_a_result_or_an_input_error(text: str, value: object) -> None:
    error = failure(lambda: chosen(text, value))
    if error is not None:
        assert error.code in ("E1903", "E1910")
        corrected = (error.details or {}).get("corrected")
        if corrected is not None:
            chosen(corrected, value)


@given(st.lists(PATHS, min_size=1, max_size=3, unique=True), PLAIN)
def test_what_is_kept_was_there(paths: list[Any], value: object) -> None:
    def is_part(kept: Any, whole: Any) -> bool:
        if isinstance(kept, dict) and isinstance(whole, dict):
            return all(name in whole and is_part(part, whole[name]) for name, part in kept.items())
        if isinstance(kept, list) and isinstance(whole, list):
            rest = iter(whole)
            return all(any(is_part(part, item) for item in rest) for part in kept)
        return kept in ({}, whole)

    assert is_part(Selector(paths).keep(value), value)


@given(st.lists(PATHS, min_size=1, max_size=3, unique=True), st.lists(PLAIN, max_size=4))
def test_a_stream_gives_what_a_list_gives(paths: list[Any], items: list[object]) -> None:
    streaming, whole = Selector(paths), Selector(paths)
    try:
        streamed: object = [streaming(item) for item in items]
        streaming.finish()
    except InputError as error:
        streamed = error.code
    try:
        whole.check(items)
        kept: object = whole.keep(items)
    except InputError as error:
        kept = error.code
    # A stream may be refused for a spelling mistake that a later item would have excused.
    assert streamed in (kept, "E1910")
