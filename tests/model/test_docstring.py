"""Docstrings taken apart: Google, NumPy and Sphinx style, and plain prose."""

from __future__ import annotations

import pytest

from tooli import Annotated, Option
from tooli.model.docstring import Doc, read_docstring
from tooli.model.signature import describe

GOOGLE = """Copy files.

    Keeps their dates.

    Args:
        source: What to copy;
            a file or a folder.
        force (bool): Overwrite.

    Returns:
        The number of files.
    """
NUMPY = """Copy files.

    Keeps their dates.

    Parameters
    ----------
    source : str
        What to copy;
        a file or a folder.
    force : bool
        Overwrite.

    Returns
    -------
    int
        The number of files.
    """
SPHINX = """Copy files.

    Keeps their dates.

    :param source: What to copy;
        a file or a folder.
    :param bool force: Overwrite.
    :returns: The number of files.
    """


@pytest.mark.parametrize("text", [GOOGLE, NUMPY, SPHINX], ids=["google", "numpy", "sphinx"])
def test_each_style_says_the_same(text: str) -> None:
    assert read_docstring(text) == Doc(
        summary="Copy files.",
        description="Copy files.\n\nKeeps their dates.",
        params={"source": "What to copy; a file or a folder.", "force": "Overwrite."},
        returns="The number of files.",
    )


@pytest.mark.parametrize(
    ("text", "doc"),
    [
        ("", Doc()),
        ("   \n  ", Doc()),
        ("One line.", Doc(summary="One line.", description="One line.")),
        (
            "\n    Starts below.\n\n    More.\n    ",
            Doc(summary="Starts below.", description="Starts below.\n\nMore."),
        ),
        ("Über Äpfel.", Doc(summary="Über Äpfel.", description="Über Äpfel.")),
    ],
)
def test_prose_is_summary_and_description(text: str, doc: Doc) -> None:
    assert read_docstring(text) == doc


def test_a_docstring_that_cannot_be_parsed_is_all_description() -> None:
    text = "Do it.\n\n:param: nobody\n:raises"
    doc = read_docstring(text)
    assert (doc.summary, doc.params) == ("Do it.", {})
    assert doc.description.startswith("Do it.")


def test_declared_help_wins_over_the_docstring() -> None:
    def copy(
        source: Annotated[str, Option(help="Declared")], force: bool = False, other: int = 0
    ) -> None: ...

    copy.__doc__ = "Copy files.\n\nArgs:\n    source: Documented.\n    force: Overwrite."
    command = describe(copy, ("copy",), {})
    assert [command.param_help(param) for param in command.params] == ["Declared", "Overwrite.", ""]
    assert command.summary == "Copy files."
    assert command.doc.description == "Copy files."


def test_help_given_to_the_command_wins_over_its_docstring() -> None:
    def copy() -> None:
        """Copy files."""

    assert describe(copy, ("copy",), {"help": "Declared.\nMore."}).summary == "Declared."
    assert describe(copy, ("copy",), {"help": "Declared.", "short_help": "Short."}).summary == "Short."
    assert describe(lambda: None, ("it",), {}).summary == ""
