"""What each setting takes, and what is said of what it does not take."""

from __future__ import annotations

from typing import Any

import pytest

from tooli.config.known import _count, _deadline, _list, _sandbox, _switch, as_text
from tooli.model import choices
from tooli.policy.level import SecurityPolicy
from tooli.surfaces.cli import flags


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ("work", None),
        ({"root": "work", "allowed": ["a", "b"], "denied": "c"}, None),
        (3, "3 is neither a folder nor root, allowed and denied"),
        ({"base": "x"}, "'base' is not root, allowed or denied"),
        ({"root": ["x"]}, "root is ['x'], not a folder"),
        ({"allowed": [1]}, "allowed is [1], not a list of folders"),
    ],
)
def test_a_sandbox_is_a_folder_or_a_table_of_folders(value: Any, wrong: str | None) -> None:
    assert _sandbox(value) == wrong


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        (1.5, None),
        ("2", None),
        (0, "0 is not a positive number of seconds"),
        (True, "True is not a number of seconds"),
        ("soon", "'soon' is not a number of seconds"),
        ([], "[] is not a number of seconds"),
    ],
)
def test_a_deadline_is_a_positive_number_of_seconds(value: Any, wrong: str | None) -> None:
    assert _deadline(value) == wrong


def test_lists_and_switches_say_what_they_are_not() -> None:
    assert _list(["a", 1]) == "['a', 1] is not a list of words"
    assert _list("a b") is None
    assert _switch(2) == "2 is neither true nor false (1 or 0)"
    assert _switch(True) is None


def test_values_are_written_as_the_environment_holds_them() -> None:
    assert [as_text(True), as_text(False), as_text(["a", "b"]), as_text(3)] == ["1", "", "a,b", "3"]
    listed = choices.listed
    assert [listed("a, b c"), listed(["a"]), listed(None)] == [("a", "b", "c"), ("a",), ()]


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        (3, None),
        ("3", None),
        (0, "0 is not a positive whole number"),
        ("0", "'0' is not a positive whole number"),
        ("-1", "'-1' is not a positive whole number"),
        (True, "True is not a positive whole number"),
        (1.5, "1.5 is not a positive whole number"),
        ("9" * 10, "'9999999999' is not a positive whole number"),
    ],
)
def test_a_count_is_a_positive_whole_number(value: Any, wrong: str | None) -> None:
    assert _count(value) == wrong


def test_what_is_written_again_elsewhere_is_the_same() -> None:
    assert (flags.MODES, flags.TRANSPORTS) == (choices.MODES, choices.TRANSPORTS)
    assert tuple(SecurityPolicy) == choices.POLICIES
