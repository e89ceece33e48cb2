"""Versions of a command, selected by name on every surface."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tooli import Tooli

Surface = Callable[..., dict[str, Any]]


def test_a_name_alone_means_the_newest_version(surface: Surface) -> None:
    told = surface("seek", {"pattern": "x", "depth": 2})
    assert told["result"] == "2 deep x"
    assert (told["meta"]["tool"], told["meta"]["version"]) == ("parity.seek", "2.0")
    assert "warnings" not in told["meta"]


@pytest.mark.parametrize(
    ("name", "result", "version"),
    [
        ("seek@1.2", "shallow x", "1.2"),
        ("seek@1.2.0", "shallow x", "1.2"),
        ("seek@1.10", "deep x", "1.10"),
        ("seek@1", "deep x", "1.10"),
        ("seek@2.0", "1 deep x", "2.0"),
    ],
)
def test_a_version_is_selected_by_its_number(surface: Surface, name: str, result: str, version: str) -> None:
    told = surface(name, {"pattern": "x"})
    assert told["result"] == result
    assert (told["meta"]["tool"], told["meta"]["version"]) == ("parity.seek", version)


def test_a_deprecated_version_names_its_replacement(surface: Surface) -> None:
    old = surface("seek@1.2", {"pattern": "x"})
    assert old["meta"]["warnings"] == ["seek@1.2 is deprecated: use seek (2.0)"]
    worded = surface("seek@1.10", {"pattern": "x"})
    assert worded["meta"]["warnings"] == ["seek@1.10 is deprecated: use seek --depth 3"]


def test_a_version_validates_with_its_own_params(surface: Surface) -> None:
    told = surface("seek@1.2", {"pattern": "x", "depth": 2})
    assert (told["error"]["code"], told["error"]["field"]) == ("E1902", "depth")


@pytest.mark.parametrize("wanted", ["3", "1.3", "new"])
def test_a_version_that_is_not_there_is_told_with_those_that_are(surface: Surface, wanted: str) -> None:
    told = surface(f"seek@{wanted}", {"pattern": "x"})
    error = told["error"]
    assert (error["code"], error["field"], told["exit"]) == ("E3904", "command", 10)
    assert error["message"] == f"seek has no version '{wanted}'"
    assert error["details"] == {"value": wanted, "available": ["2.0", "1.10", "1.2"]}
    assert "seek@2.0" in error["suggestion"]["example"]


def test_a_command_without_versions_says_so(surface: Surface) -> None:
    error = surface("ticket@1", {"to": "x"})["error"]
    assert (error["code"], error["details"]["available"]) == ("E3904", [])
    assert error["suggestion"]["fix"] == "Use ticket."


def test_a_misspelt_command_is_unknown_whatever_its_version(surface: Surface) -> None:
    assert surface("sek@1.2", {"pattern": "x"})["error"]["code"] == "E1905"


def test_versions_in_groups_and_names_with_dots_are_found_from_python() -> None:
    app = Tooli(name="demo")
    db = app.group("db")

    @db.command(name="move-all", version="1.0")
    def first() -> int:
        return 1

    @db.command(name="move-all", version="1.1")
    def second() -> int:
        return 2

    for name in ("db move-all@1.0", "db.move_all@1.0", "db.move-all@1.0"):
        assert app.call(name).result == 1
    assert app.call("db.move_all").result == 2
    error = app.call("db.move_all@9").error
    assert error is not None
    assert error.suggestion is not None
    assert (error.code, error.suggestion.example) == ("E3904", "db move-all@1.1")
