"""The head of a skill reads as if somebody had written it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tooli import Tooli
from tooli.generate.frontmatter import LONGEST_DESCRIPTION, description, skill_name
from tooli.surfaces.cli.described import described_app


def said(app: Tooli) -> str:
    return description(described_app(app.runtime, "tool"))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("docq", "docq"),
        ("File Tools", "file-tools"),
        ("a__b--c", "a-b-c"),
        ("Größe", "groe"),
        ("日本", "app"),
    ],
)
def test_a_name_has_lowercase_letters_digits_and_single_hyphens(name: str, expected: str) -> None:
    assert skill_name(name) == expected


def test_triggers_become_sentences() -> None:
    app = Tooli(
        "tool",
        "Sum numbers.",
        triggers=["Adding up bills", "to check a sum", "when numbers are involved", "There are receipts"],
        anti_triggers=["PDF files"],
    )
    app.command(lambda: 1)
    assert said(app) == (
        "Sum numbers. Use it when adding up bills is wanted, you want to check a sum, numbers are involved "
        "or there are receipts. Do not use it when the task is about PDF files."
    )


def test_without_triggers_it_says_what_the_commands_do() -> None:
    app = Tooli("tool", "Sum numbers")
    for text in (
        "Add two numbers, or more.",
        "HTTP requests.",
        "Compare sums (all of them).",
        "Show.",
        "Last one.",
    ):
        app.command(text.split()[0].lower())(_function(text))
    assert said(app) == (
        "Sum numbers. Use it to add two numbers, HTTP requests, compare sums, show and more."
    )


def _function(text: str) -> Callable[[], int]:
    def function() -> int:
        return 1

    function.__doc__ = text
    return function


def test_when_to_use_comes_before_what_commands_do() -> None:
    app = Tooli("tool", "Sum numbers")
    app.command(when_to_use="The person gives two numbers.")(_function("Add."))
    assert said(app) == "Sum numbers. Use it when the person gives two numbers."


def test_a_long_description_ends_at_a_word() -> None:
    app = Tooli("tool", "Sum numbers", triggers=["you have " + "many " * 300 + "numbers"])
    app.command(lambda: 1)
    text = said(app)
    assert len(text) <= LONGEST_DESCRIPTION
    assert text.endswith("many…")


def test_of_a_summary_of_two_sentences_the_first_is_listed() -> None:
    app = Tooli("tasks", "Keep tasks")

    @app.command
    def add(title: str) -> str:
        """Add a task. With a key it is added once."""
        return title

    @app.command
    def done(title: str) -> str:
        """Mark a task as done."""
        return title

    assert (
        description(described_app(app.runtime)) == "Keep tasks. Use it to add a task and mark a task as done."
    )
