"""Help pages as a person at a terminal, a pipe and an agent see them."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from tooli.render.help import help_page
from tooli.render.help_page import HelpExample, HelpPage, HelpPanel, HelpRow, document
from tooli.render.help_text import agent, plain, prose

STYLE = re.compile(r"\x1b\[[0-9;]*m")
PAGE = HelpPage(
    kind="command",
    name="app go",
    usage="app go [OPTIONS] NAME",
    call="app go NAME",
    description="Go somewhere.",
    panels=(
        HelpPanel(
            title="Arguments",
            rows=(HelpRow(kind="argument", names=("NAME",), metavar="TEXT", takes="str", required=True),),
        ),
        HelpPanel(
            title="Options",
            rows=(
                HelpRow(kind="option", names=("-f", "--far"), negatives=("--no-far",), help="How far"),
                HelpRow(kind="option", names=("--by",), metavar="[foot|train]", default="foot", env=("BY",)),
            ),
        ),
    ),
    examples=(HelpExample(line="app go home", description="Go home"),),
    behavior=("read-only",),
    notes=("exactly one of --far, --by",),
    aliases=("walk",),
    epilog="The end.",
    global_options=HelpPanel(title="Global options", rows=(HelpRow(kind="flag", names=("--help",)),)),
    agent_flags=("--schema",),
)


def test_a_page_at_a_terminal_has_panels() -> None:
    assert help_page(PAGE, width=60, color=False) == dedent("""\

         Usage: app go [OPTIONS] NAME

         Go somewhere.

        ╭─ Arguments ──────────────────────────────────────────────╮
        │ * NAME TEXT  [required]                                  │
        ╰──────────────────────────────────────────────────────────╯
        ╭─ Options ────────────────────────────────────────────────╮
        │ -f, --far / --no-far   How far                           │
        │     --by [foot|train]  [default: foot] [env: BY]         │
        ╰──────────────────────────────────────────────────────────╯
        ╭─ Examples ───────────────────────────────────────────────╮
        │ Go home                                                  │
        │ app go home                                              │
        ╰──────────────────────────────────────────────────────────╯
         Read-only.
         Exactly one of --far, --by.
         Also called walk.

         The end.

        ╭─ Global options ─────────────────────────────────────────╮
        │ --help                                                   │
        ╰──────────────────────────────────────────────────────────╯
        """)


def test_colour_changes_nothing_but_the_colour() -> None:
    coloured = help_page(PAGE, width=80, color=True)
    assert coloured != help_page(PAGE, width=80, color=False)
    bare = [line.rstrip() for line in STYLE.sub("", coloured).splitlines()]
    assert bare == help_page(PAGE, width=80, color=False).splitlines()


def test_what_is_too_long_for_its_column_has_its_help_below() -> None:
    rows = (
        HelpRow(kind="option", names=("--a",), help="Short"),
        HelpRow(kind="option", names=("--the-longest-name-of-all-options",), help="Below"),
    )
    page = PAGE.replace(panels=(HelpPanel(title="Options", rows=rows),), examples=())
    drawn = help_page(page, width=60, color=False).splitlines()
    assert "│ --a  Short                                               │" in drawn
    at = drawn.index("│ --the-longest-name-of-all-options                        │")
    assert drawn[at + 1] == "│      Below                                               │"
    assert "  --the-longest-name-of-all-options\n       Below\n" in plain(page, width=60)


@pytest.mark.parametrize("width", [1, 5, 12, 20, 60, 100, 140, 500])
def test_a_page_keeps_within_its_width(width: int) -> None:
    drawn = help_page(PAGE, width=width, color=False)
    assert max(map(cell_len, drawn.splitlines())) <= min(width, 100)


def test_details_stay_together_when_a_line_folds() -> None:
    row = HelpRow(kind="option", names=("--x",), help="word " * 11, default="a b c")
    page = PAGE.replace(panels=(HelpPanel(title="Options", rows=(row,)),))
    assert "[default: a b c]" in plain(page, width=80)
    assert "[default: a b c]" in help_page(page, width=80, color=False)


def test_a_long_word_is_left_whole_in_plain_text() -> None:
    address = "https://example.org/" + "x" * 120
    assert f"\n{address}\n" in plain(PAGE.replace(description=f"See\n{address}"), width=80)


def test_the_form_for_agents_has_one_line_for_each_param() -> None:
    assert agent(PAGE) == dedent("""\
        app go NAME
        Go somewhere.
        --far: How far
        --by =foot
        Example: app go home
        Exactly one of --far, --by; read-only.
        Flags: --schema
        """)


def test_the_document_leaves_out_what_says_nothing() -> None:
    row = HelpRow(kind="option", names=("--x",), default="")
    assert document(row) == {"kind": "option", "names": ["--x"], "default": ""}
    assert set(document(PAGE)) == {
        *("kind", "name", "usage", "call", "description", "panels", "examples", "behavior", "notes"),
        *("aliases", "epilog", "global_options", "agent_flags"),
    }


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("\n\n  \n", []),
        ("a\nb", ["a b"]),
        ("a\n\nb", ["a", "", "b"]),
        ("- a\n- b", ["- a", "- b"]),
        ("1. a\n2. b", ["1. a", "2. b"]),
        (">>> f()\n1", [">>> f()", "1"]),
        ("\b\na\nb", ["a", "b"]),
        ("a\n    b", ["a", "    b"]),
        ("one\r\ntwo", ["one two"]),
    ],
)
def test_prose_flows_where_nothing_speaks_against_it(text: str, lines: list[str]) -> None:
    assert prose(text) == lines


texts = st.text(max_size=60) | st.text(st.sampled_from("ab []/\n\t\b\r-日é\u200d\x1b\ue000"), max_size=60)
rows = st.builds(
    HelpRow,
    kind=st.sampled_from(["argument", "option", "field", "flag", "command", "group", "error"]),
    names=st.lists(texts, min_size=1, max_size=3).map(tuple),
    negatives=st.lists(texts, max_size=2).map(tuple),
    metavar=texts,
    takes=texts,
    help=texts,
    required=st.booleans(),
    default=st.none() | texts,
    bounds=texts,
    env=st.lists(texts, max_size=2).map(tuple),
    deprecated=texts,
)
panels = st.builds(HelpPanel, title=texts, rows=st.lists(rows, min_size=1, max_size=3).map(tuple))
pages = st.builds(
    HelpPage,
    kind=st.sampled_from(["app", "group", "command"]),
    name=texts,
    usage=texts,
    call=texts,
    description=texts,
    deprecated=texts,
    when_to_use=texts,
    returns=texts,
    panels=st.lists(panels, max_size=2).map(tuple),
    examples=st.lists(st.builds(HelpExample, line=texts, description=texts), max_size=2).map(tuple),
    notes=st.lists(texts, max_size=2).map(tuple),
    epilog=texts,
)


@settings(deadline=None)
@given(pages, st.integers(1, 120), st.booleans())
def test_no_page_breaks_a_printer(page: HelpPage, width: int, color: bool) -> None:
    drawn = STYLE.sub("", help_page(page, width=width, color=color))
    for text in (drawn, plain(page, width=width), agent(page)):
        assert "\x1b" not in text
        assert "\r" not in text
        assert "\b" not in text


@settings(deadline=None)
@given(pages, st.integers(8, 120))
def test_no_page_is_wider_than_the_terminal(page: HelpPage, width: int) -> None:
    drawn = help_page(page, width=width, color=False)
    assert max(map(cell_len, drawn.splitlines()), default=0) <= width
