"""Versions: how they compare, and how several of a command are declared."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.version import Version

from tooli import Tooli, compare_versions
from tooli.errors import DeclarationError

NUMBER = st.integers(0, 12).map(str)


@st.composite
def versions(draw: st.DrawFn) -> str:
    """Draw a version as PEP 440 allows it, in any of its spellings."""
    epoch = draw(st.sampled_from(["", "", "1!"]))
    release = ".".join(draw(st.lists(NUMBER, min_size=1, max_size=4)))
    words = st.sampled_from(["a", "b", "rc", "alpha", "beta", "c", "pre", "preview", "A", "RC"])
    parts = st.sampled_from(["", ".", "-", "_"])
    pre = draw(st.just("") | st.tuples(parts, words, parts, NUMBER).map("".join))
    post = draw(
        st.just("")
        | st.tuples(parts, st.sampled_from(["post", "rev", "r"]), NUMBER).map("".join)
        | NUMBER.map("-{}".format)
    )
    dev = draw(st.just("") | st.tuples(parts, st.just("dev"), NUMBER).map("".join))
    local = draw(st.sampled_from(["", "", "+abc", "+1", "+abc.2", "+abc.10"]))
    return f"{draw(st.sampled_from(['', 'v']))}{epoch}{release}{pre}{post}{dev}{local}"


@given(versions(), versions())
def test_versions_compare_as_packaging_compares_them(first: str, second: str) -> None:
    one, other = Version(first), Version(second)
    assert compare_versions(first, second) == (one > other) - (one < other)


def test_versions_are_numbers_not_text() -> None:
    assert compare_versions("1.10", "1.9") == 1
    assert compare_versions("1.0", "1.0.0") == 0
    assert compare_versions("2.0rc1", "2.0") == -1


@pytest.mark.parametrize("text", ["", "new", "1.", "1..2", "1.2 beta", "=1"])
def test_what_is_no_version_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a version such as"):
        compare_versions("1.0", text)


def declare(*settings: dict[str, Any]) -> Tooli:
    app = Tooli(name="demo")
    for setting in settings:
        app.command(name="find", **setting)(lambda: None)
    return app


def test_the_newest_has_the_name_whatever_the_order() -> None:
    app = declare({"version": "1.9"}, {"version": "1.10"}, {"version": "1.2"})
    command = app.runtime.catalog.find(("find",))
    assert command is not None
    assert (command.version, command.path) == ("1.10", ("find",))
    old = app.runtime.catalog.find(("find@1.2",))
    assert old is not None
    assert (old.version, old.path, old.export_name) == ("1.2", ("find",), "find")
    assert app.runtime.catalog.find(("find@1.10",)) is command
    assert [path for path, _ in app.runtime.catalog.walk()] == [("find",)]


def test_an_alias_is_the_commands_whatever_its_version() -> None:
    app = declare({"version": "1", "aliases": ["f"]}, {"version": "2", "aliases": ["f", "search"]})
    catalog = app.runtime.catalog
    assert catalog.find(("f",)) is catalog.find(("search",)) is catalog.find(("find",))
    assert catalog.find(("search@1",)) is catalog.find(("find@1",))


def test_an_app_of_one_command_in_versions_is_called_by_its_name() -> None:
    assert declare({"version": "1"}).runtime.catalog.single == ("find",)
    assert declare({"version": "1"}, {"version": "2"}).runtime.catalog.single is None


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ({}, {}, "'find' is declared twice; give each a version="),
        ({"version": "1"}, {}, "'find' is declared twice; give each a version="),
        ({"version": "1"}, {"version": "1.0"}, "'find': version 1"),
        ({"version": "one"}, {"version": "2"}, "'one' is not a version such as"),
        ({"version": "1"}, {"version": "2", "aliases": ["find"]}, "'find' is declared twice"),
    ],
)
def test_declarations_that_cannot_stand_side_by_side_are_refused(
    first: dict[str, Any], second: dict[str, Any], message: str
) -> None:
    with pytest.raises(DeclarationError, match=message):
        declare(first, second)


def test_a_group_and_a_command_cannot_share_a_name() -> None:
    app = declare({"version": "1"})
    with pytest.raises(DeclarationError, match="'find' is declared twice"):
        app.group("find")


def test_a_name_holds_no_version() -> None:
    app = Tooli(name="demo")
    with pytest.raises(DeclarationError, match="'find@1' is not a valid name"):
        app.command("find@1")(lambda: None)


def test_a_handoff_may_name_a_version() -> None:
    app = declare({"version": "1"}, {"version": "2"})
    app.command(name="show", handoffs=[{"command": "find@1", "when": "nothing was found"}])(lambda: None)
    assert app.call("show").ok
