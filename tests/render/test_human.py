"""What a person at a terminal sees."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from tooli.render.human import console, error, result, warnings
from tooli.render.text import text

STYLE = re.compile(r"\x1b\[[0-9;]*m")

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=25,
)
ordinary = st.text(st.sampled_from("abc xyz-/._0189äß日本語éñ"), max_size=200)
cells = ordinary | st.integers() | st.none() | st.booleans() | st.lists(ordinary, max_size=3)
records = st.dictionaries(st.text("abcdefgh_", min_size=1, max_size=30), cells, min_size=1, max_size=12)

FAILURE = {
    "code": "E1904",
    "category": "input",
    "message": "'fats' is not a mode",
    "field": "mode",
    "suggestion": {
        "action": "retry_with_modified_input",
        "fix": "use 'fast'",
        "example": "app find --mode fast",
    },
    "is_retryable": True,
}


def test_records_are_a_table_with_a_line_under_the_header() -> None:
    shown = result([{"name": "apple", "count": 5}, {"name": "fig", "count": None}], width=60, color=False)
    assert shown == "name   count\n────────────\napple      5\nfig\n"


def test_colour_marks_header_keys_and_keys_of_nested_values() -> None:
    assert result([{"a": {"k": "v"}}], width=60, color=True) == (
        '\x1b[1ma\x1b[0m\n\x1b[2m──────────\x1b[0m\n{\x1b[36m"k"\x1b[0m: "v"}\n'
    )
    assert result({"a": 1}, width=60, color=True) == "\x1b[36ma:\x1b[0m 1\n"
    assert result([], width=60, color=True) == "\x1b[2m(no results)\x1b[0m\n"


def test_long_cells_fold_at_words_and_numbers_stay_whole() -> None:
    shown = result([{"n": 1234567, "note": "one two three four five six seven"}], width=28, color=False)
    assert shown == (
        "      n  note\n────────────────────────────\n1234567  one two three four\n         five six seven\n"
    )


def test_a_word_without_room_is_broken() -> None:
    assert result({"k": "x" * 60}, width=40, color=False) == f"k: {'x' * 37}\n   {'x' * 23}\n"


def test_wide_characters_fold_by_columns() -> None:
    assert result({"k": "日" * 30}, width=40, color=False) == f"k: {'日' * 18}\n   {'日' * 12}\n"


def test_too_many_columns_become_blocks() -> None:
    row = {f"column_{index}": "some words here" for index in range(6)}
    block = "".join(f"column_{index}: some words here\n" for index in range(6))
    assert result([row, row], width=60, color=False) == f"{block}\n{block}"


def test_a_column_of_words_that_cannot_be_broken_well_is_not_squeezed() -> None:
    row = {"at": "2025-01-02T10:00:00Z", "path": "/srv/data/one.txt", "n": 1}
    assert (
        result([row], width=40, color=False)
        == "at:   2025-01-02T10:00:00Z\npath: /srv/data/one.txt\nn:    1\n"
    )


@pytest.mark.parametrize("value", ["[bold]x[/] :smile: \\[y]", "a" * 300, ["/" + "p" * 200, "[red]"]])
def test_strings_are_printed_as_they_are(value: object) -> None:
    assert result(value, width=40, color=True) == text(value)


def test_cells_are_never_read_as_markup() -> None:
    assert "[bold]x[/] :smile: \\[y]\n" in result([{"k": "[bold]x[/] :smile: \\[y]"}], width=60, color=False)


def test_deep_nesting_ends_in_json() -> None:
    deep: Any = {"leaf": "value"}
    for _ in range(15):
        deep = {"k": deep}
    shown = result(deep, width=40, color=False)
    assert '{"k": ' in shown
    assert max(map(len, shown.splitlines())) <= 42


def test_an_error_is_a_panel_with_the_command_below() -> None:
    assert error(FAILURE, width=40, color=False) == (
        "╭─ error ──────────────────────────────╮\n"
        "│ 'fats' is not a mode                 │\n"
        "│                                      │\n"
        "│ field  mode                          │\n"
        "│ fix    use 'fast'                    │\n"
        "╰────────────────────────────── E1904 ─╯\n"
        "run:\n"
        "  app find --mode fast\n"
    )


def test_the_command_of_an_error_is_never_folded() -> None:
    example = "app find " + "--exclude build " * 20 + "--root x"
    shown = error({**FAILURE, "suggestion": {"fix": "x", "example": example}}, width=40, color=True)
    assert f"  {example}\n" in STYLE.sub("", shown)


def test_an_error_says_only_what_is_known() -> None:
    assert error({"message": "boom [b] :smile: \x1b[2J"}, width=40, color=False) == (
        "╭─ error ──────────────────────────────╮\n"
        "│ boom [b] :smile: \\u001b[2J           │\n"
        "╰──────────────────────────────────────╯\n"
    )


def test_an_error_is_red_in_colour_only() -> None:
    assert "\x1b[31m" in error(FAILURE, width=60, color=True)
    assert "\x1b" not in error(FAILURE, width=60, color=False)


def test_a_panel_stays_readable_on_a_wide_terminal() -> None:
    assert {len(line) for line in error(FAILURE, width=200, color=False).splitlines()[:6]} == {100}


def test_warnings_have_a_coloured_label() -> None:
    assert warnings(["old", "two\nlines"], color=False) == "warning: old\nwarning: two\n  lines\n"
    assert warnings(["old\nx"], color=True) == "\x1b[33mwarning:\x1b[0m old\n  x\n"
    assert warnings([], color=True) == ""


def test_the_console_prints_text_as_it_is_and_ignores_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in {"COLUMNS": "33", "NO_COLOR": "1", "FORCE_COLOR": "1", "TERM": "dumb"}.items():
        monkeypatch.setenv(name, value)
    screen = console(width=70, color=True)
    with screen.capture() as capture:
        screen.print("[bold]x[/] :smile: 12")
        screen.print(Text("red", style="red"))
    assert capture.get() == "[bold]x[/] :smile: 12\n\x1b[31mred\x1b[0m\n"
    assert screen.width == 70
    bare = console(width=None, color=False)
    with bare.capture() as capture:
        bare.print(Text("red", style="bold red"))
    assert capture.get() == "red\n"
    assert bare.width == 80


def test_a_result_is_drawn_without_loading_rich() -> None:
    program = (
        "import sys; from tooli.render.human import result; result([{'a': 'b c'}], width=40, color=True); "
        "print('rich' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": ":".join(sys.path)},
        check=True,
    )
    assert done.stdout.strip() == "False"


def test_ten_thousand_rows_take_no_more_than_moments() -> None:
    items = [{"id": n, "name": f"name {n}", "note": "a note that has to fold " * 4} for n in range(10_000)]
    start = time.process_time()
    shown = result(items, width=60, color=True)
    assert time.process_time() - start < 5
    assert shown.count("name ") >= 10_000


@given(values, st.integers(1, 200), st.booleans())
def test_any_value_is_shown_and_nothing_but_styles_reaches_the_terminal(
    value: object, width: int, color: bool
) -> None:
    shown = result(value, width=width, color=color)
    bare = STYLE.sub("", shown) if color else shown
    assert all(
        character == "\n" or not (character < " " or "\x7f" <= character < "\xa0") for character in bare
    )


@given(
    st.lists(records, max_size=5) | records | st.dictionaries(st.just("nested"), records),
    st.integers(40, 160),
)
def test_records_of_ordinary_text_keep_within_the_width(value: object, width: int) -> None:
    shown = result(value, width=width, color=False)
    assert all(cell_len(line) <= width for line in shown.split("\n"))


@given(st.lists(st.text("abc 日", min_size=1), min_size=1), st.integers(40, 80))
def test_folding_loses_nothing_but_spaces(items: list[str], width: int) -> None:
    shown = result({"k": " ".join(items)}, width=width, color=False)
    assert re.sub(r"\s", "", shown).removeprefix("k:") == re.sub(r"\s", "", "".join(items))


@given(st.text(), st.text(), st.integers(20, 200))
def test_errors_of_any_text_are_shown(message: str, fix: str, width: int) -> None:
    shown = error(
        {"message": message, "field": fix, "suggestion": {"fix": fix, "example": fix}},
        width=width,
        color=False,
    )
    assert "\x1b" not in shown
    assert shown.endswith("\n")
