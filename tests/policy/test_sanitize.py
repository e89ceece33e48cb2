"""Terminal sequences and hidden characters, found and taken out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tooli.policy.sanitize import Sanitizer, cleaned, hidden_kinds, without_ansi


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b[1;38;5;200mx\x1b[K", "x"),
        ("\x9b31mred", "red"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]52;c;aGk=\x07clip", "clip"),
        ("\x1bPq#0\x1b\\device", "device"),
        ("\x1b(Bset", "set"),
        ("\x1bcreset", "reset"),
        ("\x1b]0;cut", "0;cut"),
        ("plain [31m text", "plain [31m text"),
    ],
)
def test_terminal_sequences_go(text: str, left: str) -> None:
    assert without_ansi(text) == left


@pytest.mark.parametrize(
    ("text", "left", "kinds"),
    [
        ("a\tb\nc\r\n", "a\tb\nc\r\n", []),
        ("bell\x07 null\x00 del\x7f nel\x85", "bell null del nel", ["control characters"]),
        ("abc\u202egnp.exe\u202c", "abcgnp.exe", ["bidirectional controls"]),
        ("pay\u200bpal \ufeff\u2060", "paypal ", ["zero-width characters"]),
        ("tag\U000e0069\U000e0067", "tag", ["zero-width characters"]),
        ("join\u200ded", "joined", ["zero-width characters"]),
        ("می\u200cخواهم", "می\u200cخواهم", []),
        ("👩\u200d🚀 ❤️\u200d🔥", "👩\u200d🚀 ❤️\u200d🔥", []),
        ("größe 密码 naïve\u00a0x", "größe 密码 naïve\u00a0x", []),
    ],
)
def test_hidden_characters_go_and_have_a_name(text: str, left: str, kinds: list[str]) -> None:
    assert cleaned(text) == left
    assert hidden_kinds(text) == kinds


@given(st.text())
def test_what_was_cleaned_is_clean(text: str) -> None:
    assert hidden_kinds(cleaned(text)) == []
    assert without_ansi(cleaned(text)) == cleaned(text)


def test_data_keeps_what_is_told_and_says_where() -> None:
    sanitizer = Sanitizer(strips=False)
    value = {"a b": ["\x1b[31mx", "y\u200b"], "n": 1}
    assert sanitizer.rewrite(value) == {"a b": ["x", "y\u200b"], "n": 1}
    assert sanitizer.warnings == ["result['a b'][1]: has zero-width characters"]


def test_data_without_anything_hidden_stays_the_same_object() -> None:
    value = {"a": ["x", ("y", {1, 2})], "b": None}
    assert Sanitizer(strips=True).rewrite(value) is value
