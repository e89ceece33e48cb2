"""YAML files are changed in place: other entries and comments stay."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tooli.generate.clients.malformed import MalformedError
from tooli.generate.clients.yaml_edit import get, put, remove

PATH = ("extensions", "ours")
FOREIGN = """\
# my settings
GOOSE_MODEL: big   # the best
extensions:
  # built in
  developer:
    enabled: true
    args: ["a", 'b']
    text: |
      several
      lines

# the end of them
GOOSE_MODE: auto
"""


def test_an_entry_goes_behind_the_others_and_comes_out_without_a_trace() -> None:
    after = put(FOREIGN, PATH, {"enabled": True, "args": ["x", "y: z"]})
    assert after == FOREIGN.replace(
        "      lines\n", "      lines\n  ours:\n    enabled: true\n    args:\n    - x\n    - 'y: z'\n"
    )
    assert remove(after, PATH) == FOREIGN


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "extensions:\n  ours:\n    a: 1\n"),
        ("x: 1", "x: 1\nextensions:\n  ours:\n    a: 1\n"),
        ("extensions: {}\nx: 1\n", "extensions:\n  ours:\n    a: 1\nx: 1\n"),
        ("extensions:\nx: 1\n", "extensions:\n  ours:\n    a: 1\nx: 1\n"),
        (
            "extensions:\r\n    b:\r\n        c: 1",
            "extensions:\r\n    b:\r\n        c: 1\r\n    ours:\r\n      a: 1\r\n",
        ),
    ],
)
def test_what_is_missing_on_the_way_is_made(before: str, after: str) -> None:
    assert put(before, PATH, {"a": 1}) == after


def test_a_key_of_an_entry_is_replaced_where_it_stands() -> None:
    before = "extensions:\n  ours:\n    cmd: old # mine\n    args:\n    - a\n    - b\n    timeout: 9\n"
    after = put(before, (*PATH, "args"), ["c"])
    assert after == "extensions:\n  ours:\n    cmd: old # mine\n    args:\n    - c\n    timeout: 9\n"


def test_the_last_entry_leaves_an_empty_mapping() -> None:
    assert remove("extensions:\n  ours:\n    a: 1\nx: 1\n", PATH) == "extensions: {}\nx: 1\n"


def test_a_broken_file_is_refused_with_its_line() -> None:
    with pytest.raises(MalformedError) as caught:
        get("a: 1\nb: [1\nc: 2\n")
    assert caught.value.line == 3


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=8)
LEAF = st.none() | st.booleans() | st.integers() | TEXT | st.sampled_from(["several\nlines\n", "a: b # c"])
DATA = st.recursive(
    LEAF,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT.filter(len), inner, max_size=3),
    max_leaves=8,
)
NAMES = TEXT.filter(lambda name: name not in ("", "ours", "extensions"))
OTHERS = st.dictionaries(NAMES, DATA, max_size=3)


@given(first=OTHERS, servers=OTHERS.filter(len), last=OTHERS, indent=st.sampled_from([None, 4]))
def test_putting_says_what_it_should_whatever_else_is_there(
    first: dict[str, Any], servers: dict[str, Any], last: dict[str, Any], indent: int | None
) -> None:
    document = {**first, "extensions": servers, **last}
    before = yaml.safe_dump(document, sort_keys=False, indent=indent)
    after = put(before, PATH, {"cmd": "x", "args": ["a"]})
    assert get(after) == {**document, "extensions": {**servers, "ours": {"cmd": "x", "args": ["a"]}}}
    assert remove(after, PATH) == before
