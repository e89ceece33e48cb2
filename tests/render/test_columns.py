from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tooli.render.columns import columns

leaves = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
values = st.recursive(leaves, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5)
uniform = st.lists(st.text(), min_size=1, max_size=6, unique=True).flatmap(
    lambda keys: st.lists(
        st.permutations(keys).flatmap(lambda order: st.fixed_dictionaries(dict.fromkeys(order, values))),
        min_size=1,
        max_size=8,
    )
)


def test_keys_are_written_once() -> None:
    rows = [{"id": 1, "name": "tea"}, {"id": 2, "name": "cake"}]
    assert columns(rows) == {"columns": ["id", "name"], "rows": [[1, "tea"], [2, "cake"]]}


def test_the_first_rows_order_counts() -> None:
    assert columns([{"b": 1, "a": 2}, {"a": 3, "b": 4}]) == {"columns": ["b", "a"], "rows": [[1, 2], [4, 3]]}


def test_one_row_is_enough() -> None:
    assert columns([{"id": 1}]) == {"columns": ["id"], "rows": [[1]]}


def test_nested_values_stay_as_they_are() -> None:
    assert columns([{"tags": ["x"], "size": {"w": 1}}]) == {
        "columns": ["tags", "size"],
        "rows": [[["x"], {"w": 1}]],
    }


@pytest.mark.parametrize(
    "value",
    [
        None,
        7,
        "text",
        {"id": 1},
        [],
        [{}],
        [1, 2],
        [[1], [2]],
        [{"id": 1}, None],
        [None, {"id": 1}],
        [{"id": 1, "name": "tea"}, {"id": 2}],
        [{"id": 1}, {"id": 2, "name": "cake"}],
        [{"id": 1}, {"name": "cake"}],
        [{"id": 1}, {}],
    ],
)
def test_what_is_not_uniform_has_no_columns(value: object) -> None:
    assert columns(value) is None


def test_a_missing_key_is_told_from_a_null() -> None:
    assert columns([{"id": 1, "note": None}, {"id": 2}]) is None
    assert columns([{"id": 1, "note": None}]) == {"columns": ["id", "note"], "rows": [[1, None]]}


@given(uniform)
def test_rows_come_back_from_columns(rows: list[dict[str, Any]]) -> None:
    table = columns(rows)
    assert table is not None
    read = json.loads(json.dumps(table))
    assert [dict(zip(read["columns"], row, strict=True)) for row in read["rows"]] == rows


@given(values)
def test_the_value_itself_is_never_changed(value: object) -> None:
    before = json.dumps(value)
    columns(value)
    assert json.dumps(value) == before
