"""Small parts of documents: tasks, an app's part of a file, hints in a source, names of files."""

from __future__ import annotations

from typing import Any

import pytest

from tooli import Tooli
from tooli.annotations import Destructive, ReadOnly
from tooli.errors import DeclarationError
from tooli.generate.file_names import file_names
from tooli.generate.marked_block import with_block
from tooli.generate.source_hints import source_hints, with_hints
from tooli.generate.tasks import CHANGE, READ, REMOVE, task_of
from tooli.surfaces.cli.described import described_app
from tooli.surfaces.cli.writing import without_outputs

HINTS = "# tooli: begin hints\n# new\n# tooli: end hints\n"


def test_a_command_stands_under_the_task_it_is_for() -> None:
    app = Tooli("tool")
    db = app.group("db")
    for name, settings in {
        "declared": {"task_group": "Bills"},
        "sum": {"annotations": ReadOnly},
        "list-bills": {},
        "make": {},
        "burn": {"annotations": Destructive},
        "delete-bill": {},
    }.items():
        app.command(name, **settings)(lambda: 1)  # type: ignore[arg-type] # keywords of several types
    db.command("migrate")(lambda: 1)
    tasks = {command.name: task_of(command) for command in app.runtime.catalog.commands()}
    assert tasks == {
        "db migrate": "db",
        "declared": "Bills",
        "sum": READ,
        "list-bills": READ,
        "make": CHANGE,
        "burn": REMOVE,
        "delete-bill": REMOVE,
    }


def test_an_app_s_part_of_a_file_is_put_in_and_replaced() -> None:
    once = with_block("# Ours\n", "my app", "text\n")
    assert once == "# Ours\n\n<!-- begin:my-app -->\ntext\n<!-- end:my-app -->\n"
    assert with_block(once, "my app", "other") == once.replace("text", "other")
    assert with_block(once, "second", "x").startswith(once)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", HINTS),
        ("x = 1\n", f"{HINTS}\nx = 1\n"),
        ('"""Doc.\n\nMore.\n"""\n\n\nx = 1', f'"""Doc.\n\nMore.\n"""\n\n{HINTS}\nx = 1'),
        ("#!/bin/x\n# coding: utf-8\nx = 1\n", f"#!/bin/x\n# coding: utf-8\n\n{HINTS}\nx = 1\n"),
        ("a = 1\n# tooli: begin hints\n# old\n# tooli: end hints\nb = 2\n", f"a = 1\n{HINTS}b = 2\n"),
        ("a = 1\r\n", HINTS.replace("\n", "\r\n") + "\r\na = 1\r\n"),
    ],
)
def test_hints_have_their_place_in_a_source(source: str, expected: str) -> None:
    placed = with_hints(source, HINTS)
    assert placed == expected
    assert with_hints(placed, HINTS) == placed


def test_hints_show_signatures_as_python_writes_them() -> None:
    app = Tooli("tool", "Things", "1.0.0")

    @app.command(annotations=ReadOnly)
    def find(*names: str, limit: int | None = None, kinds: tuple[str, ...] = ()) -> dict[str, int]:
        """Find things."""
        return {}

    text = source_hints(described_app(app.runtime, "tool"))
    line = "#   find(*names: str, limit: int | None = None, kinds: tuple[str, ...] = ()) -> dict[str, int]\n"
    assert f"{line}#       Find things. Read-only.\n" in text


def test_no_two_files_have_one_name() -> None:
    assert file_names(["a b", "A-B", "日本", "名前"]) == {
        "a b": "a-b.md",
        "A-B": "a-b-2.md",
        "日本": "app.md",
        "名前": "app-2.md",
    }


def test_outputs_of_examples_do_not_make_a_document_stale() -> None:
    text = "a\n\n```console\n# say\n$ run\n{}\n…\n```\n\n```sh\nkept\n```\n"
    assert without_outputs(text) == "a\n\n```console\n# say\n$ run\n```\n\n```sh\nkept\n```\n"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"doc_sections": "Support"}, "doc_sections is a dict of titles and Markdown texts"),
        ({"doc_sections": {"Support": 1}}, "doc_sections is a dict of titles and Markdown texts"),
        ({"skill_auto_generate": "yes"}, "skill_auto_generate is True or False, not 'yes'"),
        ({"rules": "one"}, "rules is a list of sentences"),
        ({"triggers": [1]}, "triggers is a list of sentences"),
    ],
)
def test_what_an_app_says_of_itself_is_checked(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(DeclarationError, match=said):
        Tooli("tool", **settings)
