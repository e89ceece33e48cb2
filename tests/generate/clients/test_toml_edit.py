"""TOML files are changed in place: other tables and comments stay."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tooli.generate.clients.malformed import MalformedError
from tooli.generate.clients.toml_edit import get, put, remove

PATH = ("mcp_servers", "ours")
FOREIGN = (
    '# mine\nmodel = "o5" # the best\n\n[mcp_servers.b]\ncommand = "b"\nargs = [\n  "x", # one\n]\n\n'
    '# about the next\n[projects."/home/me/[odd]"]\ntrust_level = "trusted"\n'
)


def test_a_table_is_written_as_the_agent_itself_writes_it() -> None:
    entry = {"command": "/usr/bin/python3", "args": ["/x/app.py", "mcp", "serve"], "env": {"K": "V"}}
    assert put("", ("mcp_servers", "demo"), entry) == (
        "[mcp_servers.demo]\n"
        'command = "/usr/bin/python3"\n'
        'args = ["/x/app.py", "mcp", "serve"]\n'
        "\n"
        "[mcp_servers.demo.env]\n"
        'K = "V"\n'
    )


@pytest.mark.parametrize("before", [FOREIGN, FOREIGN.rstrip("\n") + "\n", FOREIGN.replace("\n", "\r\n")])
def test_removing_brings_the_old_bytes_back(before: str) -> None:
    after = put(before, PATH, {"command": "x", "args": ["a\\b", 'q"q', "é\x7f"], "env": {"A.B": "1"}})
    assert after.startswith(before)
    assert get(after)["mcp_servers"]["ours"]["args"] == ["a\\b", 'q"q', "é\x7f"]
    assert remove(after, PATH) == before


def test_a_key_of_several_lines_is_replaced_where_it_stands() -> None:
    before = (
        '[mcp_servers.ours]\ncommand = "x"\nargs = [\n  "a", # one\n  "b",\n]\ntrust = true\n\n# next\n[z]\n'
    )
    after = put(before, (*PATH, "args"), ["c"])
    assert after == '[mcp_servers.ours]\ncommand = "x"\nargs = ["c"]\ntrust = true\n\n# next\n[z]\n'
    added = put(after, (*PATH, "cwd"), "/x")
    assert tomllib.loads(added)["mcp_servers"]["ours"]["cwd"] == "/x"


def test_removing_from_the_middle_keeps_what_is_said_of_the_next_table() -> None:
    before = (
        "[a]\nx = 1\n\n[mcp_servers.ours]\ny = 1\n\n[mcp_servers.ours.env]\nz = 1\n\n# about b\n[b]\nq = 1\n"
    )
    assert remove(before, PATH) == "[a]\nx = 1\n\n# about b\n[b]\nq = 1\n"


@pytest.mark.parametrize(("text", "line"), [("a = 1\nb = \n", 2), ("[x]\n[x]\n", 2), ("a = [\n", 2)])
def test_a_broken_file_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(MalformedError) as caught:
        get(text)
    assert caught.value.line == line


TEXT = st.text(st.characters(codec="utf-8"), max_size=8)
TABLE = st.dictionaries(
    TEXT, st.booleans() | st.integers(-9, 9) | TEXT | st.lists(TEXT, max_size=3), max_size=3
)


@given(
    foreign=st.dictionaries(TEXT.filter(lambda name: name != "ours"), TABLE, max_size=3),
    variables=TABLE,
    between=st.sampled_from(["", "\n", "# about the next\n", "\n# [odd]\n\n"]),
    crlf=st.booleans(),
)
def test_putting_says_what_it_should_whatever_else_is_there(
    foreign: dict[str, Any], variables: dict[str, Any], between: str, crlf: bool
) -> None:
    before = ""
    for name, table in foreign.items():
        before = put(before, ("mcp_servers", name), table) + between
    before = before.replace("\n", "\r\n") if crlf else before
    entry = {"command": "x", "args": ["a"], "env": variables}
    after = put(before, PATH, entry)
    assert get(after) == {"mcp_servers": {**foreign, "ours": entry}}
    assert remove(after, PATH) == before
    changed = put(after, (*PATH, "args"), ["b"])
    assert get(changed) == {"mcp_servers": {**foreign, "ours": {**entry, "args": ["b"]}}}
