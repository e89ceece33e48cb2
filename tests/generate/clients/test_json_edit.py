"""JSON files are changed in place: comments, indentation and order stay."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tooli.generate.clients.json_edit import get, put, remove
from tooli.generate.clients.malformed import MalformedError

ENTRY = {"command": "/bin/x", "args": ["serve"]}
PATH = ("mcpServers", "ours")


def test_an_empty_file_becomes_an_object_with_the_entry() -> None:
    assert put("", PATH, {"command": "x"}) == (
        '{\n  "mcpServers": {\n    "ours": {\n      "command": "x"\n    }\n  }\n}\n'
    )


def test_comments_indentation_order_and_line_ends_stay() -> None:
    before = (
        "// servers of mine\r\n{\r\n\t/* first */\r\n"
        '\t"inputs": [], // none\r\n'
        '\t"mcpServers": {\r\n\t\t"b": {"command": "b"} // keep me\r\n\t}\r\n}\r\n'
    )
    after = put(before, PATH, ENTRY)
    assert after == before.replace(
        '{"command": "b"} // keep me\r\n',
        '{"command": "b"}, // keep me\r\n'
        '\t\t"ours": {\r\n\t\t\t"command": "/bin/x",\r\n'
        '\t\t\t"args": [\r\n\t\t\t\t"serve"\r\n\t\t\t]\r\n\t\t}\r\n',
    )
    assert remove(after, PATH) == before


def test_a_comma_before_the_closing_bracket_stays_the_habit() -> None:
    before = '{\n  "mcpServers": {\n    "b": {},\n  },\n}\n'
    after = put(before, PATH, {})
    assert after == '{\n  "mcpServers": {\n    "b": {},\n    "ours": {},\n  },\n}\n'
    assert remove(after, PATH) == before


def test_an_object_on_one_line_stays_on_one_line() -> None:
    assert put('{"mcpServers":{"b":{}}}', PATH, {"a": 1}) == '{"mcpServers":{"b":{},"ours":{"a":1}}}'
    assert put('{"mcpServers": {"b": {}}}', PATH, {"a": 1}) == '{"mcpServers": {"b": {}, "ours": {"a": 1}}}'
    assert put('{"mcpServers": {"b": {},}}', PATH, {}) == '{"mcpServers": {"b": {}, "ours": {},}}'


def test_a_value_that_is_there_is_replaced_where_it_stands() -> None:
    before = (
        '{\n  "mcpServers": {\n    "ours": {"command": "old", "trust": true}, // mine\n    "z": {}\n  }\n}'
    )
    assert put(before, (*PATH, "command"), "new") == before.replace('"old"', '"new"')


def test_of_a_key_given_twice_the_one_that_counts_is_changed() -> None:
    assert put('{"a": 1, "a": 2}', ("a",), 3) == '{"a": 1, "a": 3}'


def test_a_mark_at_the_beginning_of_the_file_stays() -> None:
    assert put("\ufeff{}", ("a",), 1) == '\ufeff{\n  "a": 1\n}'


def test_removing_the_first_of_several_keeps_the_others() -> None:
    before = '{\n  "m": {\n    // ours\n    "ours": {},\n    // theirs\n    "b": {}\n  }\n}'
    after = remove(before, ("m", "ours"))
    assert get(after) == {"m": {"b": {}}}
    assert "// theirs" in after


def test_removing_the_only_one_leaves_an_empty_object() -> None:
    assert remove('{\n  "m": {\n    "ours": {}\n  }\n}\n', ("m", "ours")) == '{\n  "m": {}\n}\n'


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{\n  "a": 1\n  "b": 2\n}', 3),
        ('{\n  "a": 1,\n', 3),
        ("{\n\n  a: 1}", 3),
        ('{"a": 1}\n}', 2),
        ('{"a" 1}', 1),
        ("{\n /* never closed }", 2),
        ("[1,\n 2\n 3]", 3),
        ("nonsense", 1),
        ("[" * 100_000, 1),
    ],
)
def test_a_broken_file_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(MalformedError) as caught:
        get(text)
    assert caught.value.line == line


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)


@given(
    foreign=st.dictionaries(st.text(max_size=5), JSON, max_size=3),
    servers=st.dictionaries(st.text(max_size=5), JSON, min_size=1, max_size=3),
    indent=st.sampled_from([None, 2, 4, "\t"]),
    value=JSON,
)
def test_putting_says_what_it_should_and_removing_brings_the_old_bytes_back(
    foreign: dict[str, Any], servers: dict[str, Any], indent: Any, value: Any
) -> None:
    document = {
        **foreign,
        "servers": {key: item for key, item in servers.items() if key != "ours"} or {"b": 1},
    }
    before = json.dumps(document, indent=indent, ensure_ascii=False)
    after = put(before, ("servers", "ours"), value)
    assert json.loads(after) == {**document, "servers": {**document["servers"], "ours": value}}
    assert remove(after, ("servers", "ours")) == before
