"""People's layout as bare text, and plain rows."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tooli.errors import InputError, Suggestion
from tooli.render.text import breadth, error_text, plain, text, visible, warnings_text

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=25,
)
rows = st.lists(st.dictionaries(st.sampled_from(["a", "b", "c"]), values, max_size=3), max_size=6)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, ""),
        ("", ""),
        (True, "true\n"),
        (12, "12\n"),
        (1.5, "1.5\n"),
        ("hello", "hello\n"),
        ("two\nlines\n\n", "two\nlines\n"),
        ("dos\r\nlines", "dos\nlines\n"),
        ("a\tb", "a       b\n"),
        ("red \x1b[31m", "red \\u001b[31m\n"),
    ],
)
def test_a_scalar_is_shown_as_itself(value: object, shown: str) -> None:
    assert text(value) == shown


@pytest.mark.parametrize("value", [[], {}])
def test_an_empty_result_says_so(value: object) -> None:
    assert text(value) == "(no results)\n"


def test_a_list_of_scalars_is_one_a_line() -> None:
    assert text(["a", 10, None, False, "x\ny"]) == "a\n10\n\nfalse\nx\\ny\n"


def test_records_are_aligned_columns_with_numbers_at_the_right() -> None:
    shown = text([{"name": "apple", "count": 5}, {"name": "fig", "count": 1200}])
    assert shown == "name   count\napple      5\nfig     1200\n"


def test_records_that_differ_share_the_union_of_their_keys_in_first_seen_order() -> None:
    shown = text([{"b": "x"}, {"a": 1, "b": None}, {}])
    assert shown == "b  a\nx\n   1\n\n"


def test_booleans_and_mixed_columns_are_at_the_left() -> None:
    assert (
        text([{"flag": True, "mixed": 1}, {"flag": False, "mixed": "x"}])
        == "flag   mixed\ntrue   1\nfalse  x\n"
    )


def test_nested_values_in_a_table_are_json() -> None:
    assert text([{"tags": ["a", "b"], "at": {"x": 1}}]) == 'tags        at\n["a", "b"]  {"x": 1}\n'


def test_control_characters_do_not_break_a_table() -> None:
    assert text([{"k\n": "a\nb\tc\r", "z": 1}]) == "k\\n        z\na\\nb\\tc\\r  1\n"


def test_wide_and_combining_characters_keep_columns_aligned() -> None:
    shown = text([{"name": "日本", "n": "x"}, {"name": "e\u0301", "n": "y"}, {"name": "👩‍💻", "n": "z"}])
    assert shown == "name  n\n日本  x\ne\u0301     y\n👩‍💻    z\n"


@pytest.mark.parametrize(
    ("value", "columns"),
    [
        ("abc", 3),
        ("日本", 4),
        ("e\u0301", 1),
        ("👩‍💻", 2),
        ("👍🏽", 2),
        ("❤️", 2),
        ("🇩🇪", 2),
        ("\u200b", 0),
        ("각", 2),
    ],
)
def test_breadth_counts_terminal_columns(value: str, columns: int) -> None:
    assert breadth(value) == columns


def test_rows_without_names_are_aligned_columns_without_a_header() -> None:
    assert text([["a", 1], ["bcd", 20, "x"]]) == "a     1\nbcd  20  x\n"


def test_lists_of_unlike_things_are_one_a_line() -> None:
    assert text([{"a": 1}, "x", [1]]) == '{"a": 1}\nx\n[1]\n'
    assert text([{}, {}]) == "{}\n{}\n"


def test_a_record_is_aligned_keys_and_values_with_nested_ones_below() -> None:
    record = {
        "name": "tooli",
        "stars": 3,
        "owner": {"name": "Zoë", "mail": None},
        "tags": ["a", "b"],
        "files": [{"path": "x", "size": 10}],
        "body": "one\ntwo",
        "none": [],
    }
    assert text(record) == (
        "name:  tooli\n"
        "stars: 3\n"
        "owner:\n"
        "  name: Zoë\n"
        "  mail:\n"
        "tags:\n"
        "  a\n"
        "  b\n"
        "files:\n"
        "  path  size\n"
        "  x       10\n"
        "body:\n"
        "  one\n"
        "  two\n"
        "none:  []\n"
    )


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, ""),
        ([], ""),
        ({}, ""),
        (True, "true\n"),
        ("two\n\tlines\r\n", "two\n\tlines\n"),
        (["a", None, 2], "a\n\n2\n"),
        (["a\tb", "c\nd", "e\\f", "\x1b"], "a\\tb\nc\\nd\ne\\\\f\n\\u001b\n"),
        ([{"a": 1, "b": "x\ty"}, {"b": None, "c": True}], "1\tx\\ty\t\n\t\ttrue\n"),
        ([["a", 1], ["b"]], "a\t1\nb\t\n"),
        ({"name": "x", "at": {"k": "a\nb"}}, 'name\tx\nat\t{"k": "a\\nb"}\n'),
    ],
)
def test_plain_is_one_value_or_row_a_line(value: object, shown: str) -> None:
    assert plain(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (["a\nb", "c\td\\"], "a\nb\0c\td\\\0"),
        ([{"path": "a\nb\tc"}], "a\nb\tc\0"),
        ([{"path": "a\nb\tc", "n": 1}], "a\nb\\tc\t1\0"),
        ("x\ny\n", "x\ny\n\0"),
        (["nul\0"], "nul\\u0000\0"),
        (None, ""),
    ],
)
def test_plain_ended_by_nul_leaves_newlines_alone(value: object, shown: str) -> None:
    assert plain(value, "\0") == shown


def test_an_error_is_a_few_lines() -> None:
    error = InputError(
        "'fats' is not a mode",
        code="E1904",
        field="mode",
        suggestion=Suggestion(fix="use 'fast'", example="app find --mode fast"),
    )
    assert error_text(error.to_dict()) == (
        "error: 'fats' is not a mode\n"
        "  field: mode\n"
        "  fix: use 'fast'\n"
        "  run: app find --mode fast\n"
        "  code: E1904\n"
    )


def test_an_error_says_only_what_is_known() -> None:
    assert error_text({"code": "E5001", "message": "boom\nat sea \x1b[2J"}) == (
        "error: boom\n  at sea \\u001b[2J\n  code: E5001\n"
    )
    assert error_text({}) == "error:\n"


def test_warnings_are_a_line_each() -> None:
    assert warnings_text(["old", "two\nlines"]) == "warning: old\nwarning: two\n  lines\n"


def test_text_loads_neither_rich_nor_json_for_flat_rows() -> None:
    program = (
        "import sys; from tooli.render.text import text; text([{'a': 1}]); "
        "print([name for name in ('rich', 'json', 're', 'pydantic') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": ":".join(sys.path)},
        check=True,
    )
    assert done.stdout.strip() == "[]"


def is_safe(shown: str) -> bool:
    return all(
        character == "\n" or not (character < " " or "\x7f" <= character < "\xa0") for character in shown
    )


@given(values)
def test_text_of_any_value_is_safe_for_a_terminal_and_ends_its_last_line(value: object) -> None:
    shown = text(value)
    assert is_safe(shown)
    assert not shown or shown.endswith("\n")


@given(rows)
def test_plain_rows_are_exactly_one_line_each(items: list[dict[str, Any]]) -> None:
    assert plain(items).count("\n") == len(items)
    assert len(plain(items).splitlines()) == len(items)


@given(st.lists(values, max_size=6), st.sampled_from(["\n", "\0"]))
def test_plain_lists_are_exactly_one_separator_per_item(items: list[Any], separator: str) -> None:
    assert plain(items, separator).count(separator) == len(items)


@given(st.lists(st.lists(st.text(), min_size=2, max_size=2), min_size=1))
def test_plain_cells_can_be_read_back(items: list[list[str]]) -> None:
    lines = plain(items).split("\n")[:-1]
    # The escapes are JSON's own, so a JSON reader undoes them.
    read = [[json.loads('"' + cell.replace('"', '\\"') + '"') for cell in line.split("\t")] for line in lines]
    assert read == items


@given(st.text())
def test_visible_is_one_line_without_control_characters(value: str) -> None:
    shown = visible(value)
    assert is_safe(shown)
    assert len(shown.splitlines()) <= 1


@given(values)
def test_errors_of_any_shape_are_shown(value: object) -> None:
    assert is_safe(error_text({"message": str(value), "field": str(value), "code": "E1903"}))
