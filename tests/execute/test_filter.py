"""`--filter`: what is forgiven, what is kept, and what is said about a filter that is wrong."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import jmespath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tooli.errors import InputError
from tooli.execute.filter import compile_filter
from tooli.execute.filter_words import jmespath_text

ITEM = {
    "size": 12,
    "ratio": 0.5,
    "name": "ann",
    "first name": "Ann",
    "tags": ["a", "b"],
    "ok": True,
    "code": "10",
    "date": "2024-01-02",
    "owner": {"active": False, "age": 30},
    "content-type": "text",
    "größe": 3,
    "nothing": None,
    "true": "field",
}
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)
WORDS = st.sampled_from(
    [
        *(
            "a",
            "b",
            "c",
            "a.b",
            "a-b",
            "@",
            "*",
            "not",
            "and",
            "or",
            "in",
            "is",
            "contains",
            "&&",
            "||",
            "!",
            "|",
        ),
        *(
            "==",
            "!=",
            "<",
            ">=",
            "=",
            "=>",
            "(",
            ")",
            "[",
            "]",
            "[?",
            "[]",
            "[*]",
            "[0]",
            "{",
            "}",
            ".",
            ",",
            ":",
            "&",
        ),
        *(
            "1",
            "-2",
            "1.5",
            "007",
            "1e999",
            "'x'",
            '"x"',
            "`1`",
            "`x`",
            "`[1]`",
            "true",
            "null",
            "'",
            '"',
            "`",
        ),
        *(
            "length(",
            "contains(",
            "to_number(",
            "sort_by(",
            "max_by(",
            "abs(",
            "foo(",
            "join(",
            "sum(",
            "ceil(",
        ),
    ]
)
TEXTS = st.lists(WORDS, max_size=9).map(" ".join) | st.text(max_size=8)


def kept(text: str, item: object = ITEM) -> bool:
    return compile_filter(text)(item)


def refusal(text: str, item: object = ITEM) -> dict[str, Any]:
    with pytest.raises(InputError) as caught:
        kept(text, item)
    return caught.value.to_dict()


def failure(act: Callable[[], object]) -> InputError | None:
    try:
        act()
    except InputError as error:
        return error
    return None


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("size > 10", "size > `10`"),
        ("10 < size", "`10` < size"),
        ("size > -1.5e3", "size > `-1.5e3`"),
        ("tags[0]", "tags [ 0 ]"),
        ("tags[1:-1]", "tags [ 1 : -1 ]"),
        ("{a: 1}", "{ a : `1` }"),
        ("ok == true", "ok == `true`"),
        ("x == None", "x == `null`"),
        ("true.x", "true . x"),
        ('name == "ann"', 'name == `"ann"`'),
        ('"first name" == "Ann"', '"first name" == `"Ann"`'),
        ('a == "b".c', 'a == "b" . c'),
        ('contains(tags, "a")', 'contains ( tags , `"a"` )'),
        ('contains("my tags", "a")', 'contains ( "my tags" , `"a"` )'),
        ('join(",", "my tags")', 'join ( `","` , "my tags" )'),
        ('contains(["a", "b"], name)', 'contains ( [ `"a"` , `"b"` ] , name )'),
        ('name == "tick`"', 'name == `"tick\\u0060"`'),
        ('name == "C:\\dir"', 'name == `"C:\\\\dir"`'),
        ("a = 1", "a == `1`"),
        ("a === 1", "a == `1`"),
        ("a <> 1", "a != `1`"),
        ("a !== 1", "a != `1`"),
        ("a and b or c", "a && b || c"),
        ("a AND NOT b", "a && ! ( b )"),
        ("not a == 1 and b", "! ( a == `1` ) && b"),
        ("not (a or b)", "! ( ( a || b ) )"),
        ("!a.b == c", "! ( a . b ) == c"),
        ("a.not.and", "a . not . and"),
        ("not == 1", "not == `1`"),
        ("content-type == 'x'", "\"content-type\" == 'x'"),
        ("größe > 1", '"gr\\u00f6\\u00dfe" > `1`'),
        ("name == `ann`", 'name == `"ann"`'),
        ("[?size > 10]", "size > `10`"),
        ("[?a] || [?b]", "[? a ] || [? b ]"),
    ],
)
def test_the_forgiving_pass_makes_jmespath(text: str, meaning: str) -> None:
    assert jmespath_text(text) == meaning
    jmespath.compile(meaning)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("size > 10", True),
        ("size > `12`", False),
        ("size = 12 and name = 'ann'", True),
        ("ratio < 1", True),
        ('"name" == "ann"', True),
        ("ok", True),
        ("not ok", False),
        ("not size > 20", True),
        ("!owner.active && ok", True),
        ("owner.active == false or size == 0", True),
        ('contains(tags, "a")', True),
        ('contains(["ann", "bob"], name)', True),
        ('starts_with(name, "b")', False),
        ("length(tags) == 2", True),
        ("tags[-1] == 'b'", True),
        ("content-type == 'text' && größe == 3", True),
        ('@."true" == "field"', True),
        ("tags[?@ == 'z']", False),
        ("size == 12 AND NOT (name == 'bob' OR name == 'cat')", True),
    ],
)
def test_an_item_is_kept_when_the_filter_is_true(text: str, answer: bool) -> None:
    assert kept(text) is answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("missing > 3", False),
        ("missing <= 'x'", False),
        ("missing == 3", False),
        ("missing == null", True),
        ("nothing == null", True),
        ("missing != 'x'", True),
        ("missing", False),
        ("missing.deep[0]", False),
        ("contains(missing, 'x')", False),
        ("not contains(missing, 'x')", True),
        ("length(nothing) > 0", False),
        ("not_null(missing, 'x') == 'x'", True),
    ],
)
def test_a_missing_field_is_null_and_never_an_error(text: str, answer: bool) -> None:
    assert kept(text) is answer


@pytest.mark.parametrize(
    ("text", "message", "corrected", "applicability"),
    [
        ('size > "10"', '> compares size, a number, with "10", a string', "size > 10", "machine_applicable"),
        ("code == 10", "== compares code, a string, with 10, a number", 'code == "10"', "machine_applicable"),
        (
            "code > 5",
            "> compares code, a string, with 5, a number",
            "to_number(code) > 5",
            "machine_applicable",
        ),
        (
            "5 < code",
            "< compares 5, a number, with code, a string",
            "5 < to_number(code)",
            "machine_applicable",
        ),
        ("date > 2023", "> compares date, a string, with 2023, a number", 'date > "2023"', "maybe_incorrect"),
        (
            "ok == 'true'",
            '== compares ok, a boolean, with "true", a string',
            "ok == true",
            "machine_applicable",
        ),
        ("ok == 1", "== compares ok, a boolean, with 1, a number", "ok == true", "machine_applicable"),
        ("ok > 0", "> compares ok, a boolean, with 0, a number", None, None),
        ("ok == 'yes'", '== compares ok, a boolean, with "yes", a string', None, None),
        ("size == 'big'", '== compares size, a number, with "big", a string', None, None),
        (
            "size > name",
            "> compares size, a number, with name, a string",
            "size > to_number(name)",
            "maybe_incorrect",
        ),
        (
            "tags == 'a'",
            '== compares tags, an array, with "a", a string',
            'contains(tags, "a")',
            "maybe_incorrect",
        ),
        (
            "tags != 'a'",
            '!= compares tags, an array, with "a", a string',
            '!contains(tags, "a")',
            "maybe_incorrect",
        ),
        ("ok < true", "< compares numbers or strings; ok and true are booleans", None, None),
        (
            "ok && (content-type == 5 || size == 1)",
            "== compares content-type, a string, with 5, a number",
            'ok && (content-type == "5" || size == 1)',
            "machine_applicable",
        ),
        (
            "contains(size, '1')",
            "contains takes an array or string; size is a number",
            'contains(to_string(size), "1")',
            "maybe_incorrect",
        ),
        (
            "contains(name, 5)",
            "contains takes a string; 5 is a number",
            'contains(name, "5")',
            "machine_applicable",
        ),
        (
            "abs(code) > 1",
            "abs takes a number; code is a string",
            "abs(to_number(code)) > 1",
            "maybe_incorrect",
        ),
        ("keys(name)", "keys takes an object; name is a string", None, None),
    ],
)
def test_unlike_types_are_named_with_the_filter_that_was_meant(
    text: str, message: str, corrected: str | None, applicability: str | None
) -> None:
    error = refusal(text)
    assert (error["code"], error["field"], error["message"]) == ("E1912", "filter", message)
    assert error["details"].get("corrected") == corrected
    assert error.get("suggestion", {}).get("applicability") == applicability


def test_items_of_different_types_are_made_alike() -> None:
    predicate = compile_filter("size > 10")
    assert predicate({"size": 11})
    with pytest.raises(InputError) as caught:
        predicate({"size": "unknown"})
    assert caught.value.details == {"value": "size > 10", "corrected": "to_number(size) > 10"}
    assert [compile_filter("to_number(size) > 10")({"size": size}) for size in (11, "unknown")] == [
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("text", "message", "corrected", "applicability"),
    [
        ("", "the filter cannot be read: it is empty", None, None),
        ("size >", "the filter cannot be read: it ends too early", None, None),
        (
            "size is not null",
            "the filter cannot be read: 'is' is not expected there",
            "size != null",
            "machine_applicable",
        ),
        (
            "size gt 3",
            "the filter cannot be read: 'gt' is not expected there",
            "size > 3",
            "machine_applicable",
        ),
        (
            "size => 3",
            "the filter cannot be read: '>' is not expected there",
            "size >= 3",
            "machine_applicable",
        ),
        ("ok & ok", "the filter cannot be read: '&' is not expected there", "ok && ok", "machine_applicable"),
        (
            'ok and "a" in tags',
            "the filter cannot be read: 'in' is not expected there",
            'ok and contains(tags, "a")',
            "machine_applicable",
        ),
        (
            'name in ("ann", "bob")',
            "the filter cannot be read: 'in' is not expected there",
            'contains(["ann", "bob"], name)',
            "machine_applicable",
        ),
        (
            'name startswith "a" and size > 3',
            "the filter cannot be read: 'startswith' is not expected there",
            'starts_with(name, "a") and size > 3',
            "machine_applicable",
        ),
        ("(size > 3", "the filter cannot be read: it ends too early", "(size > 3)", "maybe_incorrect"),
        (
            'name == "ann',
            'the filter cannot be read: the " is not closed',
            'name == "ann"',
            "maybe_incorrect",
        ),
        ("007 == size", "the filter cannot be read: 007 is not a number", None, None),
        ("size < 1e999", "the filter cannot be read: 1e999 is too large a number", None, None),
        ("size ~ 3", "the filter cannot be read: Unknown token ~", None, None),
        (
            "name.contains('a')",
            "contains takes 2 arguments, not 1",
            'contains(name, "a")',
            "machine_applicable",
        ),
        (
            "owner.age.to_string()",
            "to_string takes 1 argument, not 0",
            "to_string(owner.age)",
            "machine_applicable",
        ),
        ("length(tags, 1)", "length takes 1 argument, not 2", None, None),
        (
            "startswith(name, 'a')",
            "there is no function startswith",
            'starts_with(name, "a")',
            "machine_applicable",
        ),
        ("len(tags) > 1", "there is no function len", "length(tags) > 1", "maybe_incorrect"),
        ("(" * 5_000 + "a", "the filter cannot be read: it is nested too deep", None, None),
    ],
)
def test_a_filter_that_cannot_be_read_says_why_and_what_was_meant(
    text: str, message: str, corrected: str | None, applicability: str | None
) -> None:
    with pytest.raises(InputError) as caught:
        compile_filter(text)
    error = caught.value.to_dict()
    assert (error["code"], error["field"], error["message"]) == ("E1912", "filter", message)
    assert error["details"].get("corrected") == corrected
    assert error.get("suggestion", {}).get("applicability") == applicability


def test_an_unknown_function_lists_those_there_are() -> None:
    assert refusal("uuid(name)")["message"].startswith(
        "there is no function uuid; there are abs, avg, ceil, "
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tags[::0]", "the filter cannot be asked of an item: slice step cannot be zero"),
        (" || ".join(["missing"] * 5_000), "the filter is nested too deep"),
    ],
)
def test_a_filter_that_fails_on_an_item_is_an_input_error(text: str, message: str) -> None:
    assert refusal(text)["message"] == message


def test_an_empty_answer_can_be_explained_by_a_field_that_no_item_has() -> None:
    assert (
        compile_filter("nmae == 'x'").hint([ITEM]) == "filter: no item has the field nmae; did you mean name?"
    )
    assert compile_filter("ok && contains(zzz, 'x')").hint([ITEM]) == "filter: no item has the field zzz"
    assert compile_filter("owner.x == 1 && tags[?y == 'z'] && sort_by(tags, &q)").hint([ITEM]) is None
    assert compile_filter("a").hint(["text"]) is None


def test_jmespath_is_loaded_by_the_first_filter_only() -> None:
    loaded = "print('jmespath' in sys.modules)"
    code = f"import sys, tooli.execute.filter as f; {loaded}; f.compile_filter('a'); {loaded}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "True"]


@given(TEXTS, st.lists(PLAIN, max_size=3))
def test_any_text_and_items_give_an_answer_or_an_input_error(text: str, items: list[object]) -> None:
    error = failure(lambda: [kept(text, item) for item in items] or compile_filter(text))
    if error is not None:
        assert error.code == "E1912"
        corrected = (error.details or {}).get("corrected")
        if corrected is not None:
            compile_filter(corrected)


@given(
    st.sampled_from(["a == b", "a > 1", "a < 'x'", 'a == "1"', "a != true", "contains(a, b)", "abs(a) >= 0"]),
    st.lists(st.fixed_dictionaries({"a": PLAIN, "b": PLAIN}), min_size=1, max_size=3),
)
def test_a_sure_correction_works_on_the_item_that_refused(text: str, items: list[object]) -> None:
    predicate = compile_filter(text)
    for item in items:
        error = failure(partial(predicate, item))
        if error and error.suggestion and error.suggestion.applicability == "machine_applicable":
            assert error.details is not None
            assert kept(error.details["corrected"], item) in (True, False)


@given(
    st.sampled_from(
        ["a > `1`", "a == 'x'", "a.b", "length(a) > `0` && b", "a[?@ == `1`]", "a || !b", "*.a | [0]"]
    ),
    PLAIN,
)
def test_what_jmespath_answers_is_what_is_answered(text: str, item: object) -> None:
    try:
        answer = compile_filter(text)(item)
        expected = jmespath.search(text, item)
    except (InputError, ValueError):  # types that do not go together
        return
    assert answer is not (expected is None or expected is False or expected in ("", [], {}))
