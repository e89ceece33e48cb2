"""The notes example: tags, links and backlinks, notes that are added once, renames that mend links."""

from __future__ import annotations

import json
import shutil
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tooli import CallOptions, Tooli
from tooli.surfaces.cli.borrowed import CapturedStreams, run_contained

EXAMPLE = Path(__file__).parents[2] / "examples" / "notes"
sys.path.append(str(EXAMPLE))
notebook: Any = import_module("notebook")
app: Tooli = import_module("notes").app


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLE / "sample", tmp_path / "notes"))


def texts(folder: Path) -> dict[str, str]:
    return {path.stem: path.read_text("utf-8") for path in folder.glob("*.md")}


@pytest.mark.parametrize(
    ("text", "tags", "links"),
    [
        ("#one and (#two), #one", ["one", "two"], []),
        ("# Heading\n## Another\nC# &#39; a#b #1 x/#y", [], []),
        ("#a-b/c_d #über", ["a-b/c_d", "über"], []),
        ("[[b]] [[c#part]] [[d|text]] [t](e.md) [t](f.md#part)", [], ["b", "c", "d", "e", "f"]),
        ("[[self]] [[]] [t](http://x.example/g.html) [[un\nclosed]]", [], []),
    ],
)
def test_tags_and_links_are_found(text: str, tags: list[str], links: list[str]) -> None:
    note = notebook.described("self", text)
    assert (note["tags"], note["links"]) == (tags, links)


def test_the_title_is_the_first_heading_else_the_name() -> None:
    assert notebook.described("a", "text\n# Title \n# Other")["title"] == "Title"
    assert notebook.described("a", "text")["title"] == "a"


def test_links_are_mended_and_everything_else_stays() -> None:
    before = "[[a]] [[a#p|a]] [a](a.md#p) [[ab]] [x](xa.md) a\r\n"
    assert notebook.mended(before, "a", "z") == "[[z]] [[z#p|a]] [a](z.md#p) [[ab]] [x](xa.md) a\r\n"


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ({"words": ["OIL"]}, [("2026-03-14", 3), ("lamp", 1), ("lamp", 3), ("lamp", 5)]),
        ({"words": ["oil", "shed"]}, [("lamp", 1), ("lamp", 3), ("lamp", 5)]),
        ({"words": ["oil"], "tag": ["diary"]}, [("2026-03-14", 3)]),
        ({"tag": ["house", "light"]}, [("lamp", 1), ("lamp", 3), ("lamp", 5)]),
        ({"words": ["nothing"]}, []),
    ],
)
def test_notes_are_found_by_words_and_tags(arguments: Any, found: list[tuple[str, int]]) -> None:
    answer = app.call("search", folder=EXAMPLE / "sample", **arguments).unwrap()
    assert [(place["name"], place["line"]) for place in answer] == found


def test_orphans_are_notes_that_no_other_links_to(folder: Path) -> None:
    (folder / "alone.md").write_text("Only [[alone]] leads here.")
    orphans = app.call("list", orphans=True, folder=folder).unwrap()
    assert [note["name"] for note in orphans] == ["2026-03-14", "alone", "house"]


def test_a_note_is_added_once_by_its_key(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLI_STORE", f"sqlite:///{tmp_path}/kept.db")
    options = CallOptions(idempotency_key="one")
    arguments: dict[str, Any] = {"name": "wick", "body": "Trim it.", "tag": ["house"], "folder": folder}
    first = app.call("add", options=options, **arguments)
    again = app.call("add", options=options, **arguments)
    assert (
        first.unwrap() == again.unwrap() == {"name": "wick", "title": "wick", "tags": ["house"], "links": []}
    )
    assert (folder / "wick.md").read_text() == "# wick\n\nTrim it.\n\n#house\n"
    without = app.call("add", **arguments)
    assert without.error is not None
    assert (without.error.code, without.error.field) == ("E3002", "name")


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "two words", "a\n"])
def test_a_name_that_is_no_file_of_the_folder_is_refused(folder: Path, name: str) -> None:
    before = texts(folder)
    for answer in (
        app.call("add", name=name, body="x", folder=folder),
        app.call("rename", name="lamp", new=name, folder=folder),
    ):
        assert answer.error is not None
        assert answer.error.code == "E1001"
    assert texts(folder) == before


def test_a_rename_does_what_its_plan_says(folder: Path) -> None:
    before = texts(folder)
    plan = app.call("rename", name="lamp", new="oil-lamp", folder=folder, dry_run=True).unwrap()
    assert [(action["action"], action["target"]) for action in plan["actions"]] == [
        ("mend", "door.md"),
        ("mend", "house.md"),
        ("rename", "lamp.md"),
    ]
    assert texts(folder) == before
    mended = app.call("rename", name="lamp", new="oil-lamp", folder=folder).unwrap()
    assert mended == plan["result"]
    assert texts(folder) == {
        "oil-lamp" if name == "lamp" else name: text.replace("[[lamp", "[[oil-lamp")
        for name, text in before.items()
    }
    leading = app.call("backlinks", name="oil-lamp", folder=folder).unwrap()
    assert [place["name"] for place in leading] == ["door", "house"]


def test_a_note_in_another_encoding_keeps_its_bytes(folder: Path) -> None:
    (folder / "old.md").write_bytes(b"caf\xe9 [[lamp]]\r\n")
    app.call("rename", name="lamp", new="light", folder=folder).unwrap()
    assert (folder / "old.md").read_bytes() == b"caf\xe9 [[light]]\r\n"


def test_a_note_that_is_not_there_is_named_with_the_nearest() -> None:
    streams = CapturedStreams()
    status = run_contained(app.runtime, ["backlinks", "lmap", "--folder", str(EXAMPLE / "sample")], streams)
    error = json.loads(streams.stdout)["error"]
    assert (status, error["code"], error["suggestion"]["fix"]) == (10, "E3001", "Use lamp, the nearest name.")


def test_notes_are_resources_and_prompts_hold_them(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTES_FOLDER", str(folder))
    assert app.read_resource("notes://note/lamp").unwrap() == (folder / "lamp.md").read_text()
    asked = str(app.render_prompt("summarise", tag="garden").unwrap()[0].content)
    assert asked.endswith((folder / "garden.md").read_text())
