"""The imagesort example: headers of tiny pictures, duplicates, moves and how they are taken back."""

from __future__ import annotations

import json
import shutil
import struct
import sys
from collections import Counter
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tooli import Image, Tooli

EXAMPLE = Path(__file__).parents[2] / "examples" / "imagesort"
sys.path.append(str(EXAMPLE))
pictures: Any = import_module("pictures")
app: Tooli = import_module("imagesort").app

WHEN = "2026:03:14 18:05:00"
PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 640, 480) + b"\x08\x02\0\0\0"
GIF = b"GIF87a" + struct.pack("<HH", 300, 200) + b"\0\0\0"


def segment(marker: int, body: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


def exif(when: str, order: str = "<", tag: int = 0x9003) -> bytes:
    """Exif data with one date: of the taking in a directory of its own, of the change in the first one."""
    begin = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(f"{order}I", 8)
    date = when.encode() + b"\0"
    if tag == 0x0132:
        entry = struct.pack(f"{order}HHHIII", 1, tag, 2, len(date), 26, 0)
        return b"Exif\0\0" + begin + entry + date
    first = struct.pack(f"{order}HHHIII", 1, 0x8769, 4, 1, 26, 0)
    second = struct.pack(f"{order}HHHIII", 1, tag, 2, len(date), 44, 0)
    return b"Exif\0\0" + begin + first + second + date


def jpeg(*before: bytes, marker: int = 0xC0) -> bytes:
    frame = segment(marker, struct.pack(">BHHB", 8, 1080, 1920, 3))
    return b"\xff\xd8" + b"".join(before) + frame + segment(0xDA, b"") + b"\xff\xd9"


def read(tmp_path: Path, data: bytes) -> tuple[str, int, int, datetime | None] | None:
    (tmp_path / "file").write_bytes(data)
    found = pictures.read(tmp_path / "file")
    return found and (found["format"], found["width"], found["height"], found["taken"])


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (PNG, ("png", 640, 480, None)),
        (GIF, ("gif", 300, 200, None)),
        (GIF.replace(b"87a", b"89a"), ("gif", 300, 200, None)),
        (jpeg(), ("jpeg", 1920, 1080, None)),
        (jpeg(segment(0xE0, b"JFIF\0"), segment(0xC4, b"\0" * 9), marker=0xC2), ("jpeg", 1920, 1080, None)),
        (jpeg(b"\xff\xff\xff", segment(0xFE, b"padding before")), ("jpeg", 1920, 1080, None)),
        (b"", None),
        (b"text", None),
        (b"\x89PNG", None),
        (PNG[:20], ("damaged", 0, 0, None)),
        (PNG.replace(b"IHDR", b"IDAT"), ("damaged", 0, 0, None)),
        (GIF[:8], ("damaged", 0, 0, None)),
        (b"\xff\xd8\xff", ("damaged", 0, 0, None)),
        (b"\xff\xd8" + segment(0xDA, b""), ("damaged", 0, 0, None)),
        (b"\xff\xd8\xff\xe0\x00\x00", ("damaged", 0, 0, None)),
    ],
)
def test_headers_say_what_a_picture_is(tmp_path: Path, data: bytes, found: Any) -> None:
    assert read(tmp_path, data) == found


TAKEN = datetime(2026, 3, 14, 18, 5)


@pytest.mark.parametrize(
    ("data", "taken"),
    [
        (exif(WHEN), TAKEN),
        (exif(WHEN, ">"), TAKEN),
        (exif(WHEN, tag=0x0132), TAKEN),
        (exif("0000:00:00 00:00:00"), None),
        (exif("    :  :     :  :  "), None),
        (exif(WHEN)[:40], None),
        (b"Exif\0\0", None),
        (b"Exif\0\0II*\0\xff\xff\xff\xff", None),
        (b"http://ns.adobe.com/xap/1.0/\0", None),
    ],
)
def test_the_date_is_that_of_the_taking(tmp_path: Path, data: bytes, taken: datetime | None) -> None:
    assert read(tmp_path, jpeg(segment(0xE1, data))) == ("jpeg", 1920, 1080, taken)


@given(st.sampled_from([PNG, GIF, jpeg(segment(0xE1, exif(WHEN)))]), st.data())
@settings(max_examples=100)
def test_no_damage_makes_reading_fail(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, draw: st.DataObject
) -> None:
    at = draw.draw(st.integers(0, len(data)))
    broken = data[:at] + draw.draw(st.binary(max_size=4)) + data[at + draw.draw(st.integers(0, 4)) :]
    path = tmp_path_factory.getbasetemp() / "broken"
    path.write_bytes(broken)
    found = pictures.read(path)
    assert found is None or found["format"] in ("png", "gif", "jpeg", "damaged")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLE / "sample", tmp_path / "photos"))


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.parametrize(
    ("by", "places"),
    [
        ("date", {"2025/12": 2, "2026/03": 2, "undated": 2, ".": 1}),
        ("format", {"gif": 1, "jpeg": 4, "png": 1, ".": 1}),
        ("size", {"small": 6, ".": 1}),
    ],
)
def test_pictures_are_sorted_as_planned_and_put_back(folder: Path, by: str, places: dict[str, int]) -> None:
    before = tree(folder)
    plan = app.call("sort", folder=folder, group_by=by, dry_run=True).unwrap()
    assert tree(folder) == before
    moves = app.call("sort", folder=folder, group_by=by, yes=True).unwrap()
    assert moves == plan["result"]
    assert [action["details"]["to"] for action in plan["actions"]] == [move["target"] for move in moves]
    assert Counter(str(Path(name).parent) for name in tree(folder)) == places
    assert sorted(tree(folder).values()) == sorted(before.values())
    assert app.call("sort", folder=folder, group_by=by, yes=True).unwrap() == []
    app.call("undo", folder=folder, yes=True).unwrap()
    assert tree(folder) == before
    assert sorted(path.name for path in folder.iterdir() if path.is_dir()) == ["holiday"]


def test_the_new_folders_stay_where_that_is_asked_for(folder: Path) -> None:
    app.call("sort", folder=folder, group_by="size", yes=True).unwrap()
    app.call("undo", folder=folder, keep_folders=True, yes=True).unwrap()
    assert list((folder / "small").iterdir()) == []


def test_nothing_is_moved_without_a_yes(folder: Path) -> None:
    before = tree(folder)
    for command in ("sort", "undo"):
        answer = app.call(command, folder=folder)
        assert answer.error is not None
        assert answer.error.code == "E1010"
    assert tree(folder) == before


def test_what_is_there_is_not_overwritten(folder: Path) -> None:
    (folder / "png").mkdir()
    (folder / "png" / "door.png").write_bytes(b"not a picture")
    app.call("sort", folder=folder, group_by="format", yes=True).unwrap()
    assert (folder / "png" / "door.png").read_bytes() == b"not a picture"
    assert (folder / "png" / "door-1.png").exists()


def test_runs_are_taken_back_one_by_one(folder: Path) -> None:
    before = tree(folder)
    app.call("sort", folder=folder, group_by="format", yes=True).unwrap()
    between = tree(folder)
    app.call("sort", folder=folder, group_by="size", yes=True).unwrap()
    app.call("undo", folder=folder, yes=True).unwrap()
    assert tree(folder) == between
    app.call("undo", folder=folder, yes=True).unwrap()
    assert tree(folder) == before


def test_a_run_that_was_interrupted_is_taken_back(folder: Path) -> None:
    before = tree(folder)
    moves = app.call("sort", folder=folder, group_by="format", yes=True).unwrap()
    last = moves[-1]
    (folder / last["target"]).rename(folder / last["source"])
    assert len(app.call("undo", folder=folder, yes=True).unwrap()) == len(moves) - 1
    assert tree(folder) == before


def test_a_run_that_moved_nothing_hides_no_other(folder: Path) -> None:
    before = tree(folder)
    app.call("sort", folder=folder, group_by="format", yes=True).unwrap()
    with (folder / ".imagesort.jsonl").open("a") as journal:
        journal.write(json.dumps([{"source": "notes.txt", "target": "never/made.txt"}]) + "\n")
    app.call("undo", folder=folder, yes=True).unwrap()
    assert tree(folder) == before


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda folder: (folder / "png" / "door.png").unlink(), "E3001"),
        (lambda folder: (folder / "door.png").touch(), "E3002"),
        (lambda folder: (folder / ".imagesort.jsonl").write_text("no journal"), "E3003"),
    ],
)
def test_all_is_taken_back_or_nothing(folder: Path, change: Any, code: str) -> None:
    app.call("sort", folder=folder, group_by="format", yes=True).unwrap()
    change(folder)
    between = tree(folder)
    answer = app.call("undo", folder=folder, yes=True)
    assert answer.error is not None
    assert answer.error.code == code
    assert tree(folder) == between


@pytest.mark.parametrize("name", ["../outside", "/outside", "a/../../outside"])
def test_a_foreign_journal_moves_nothing_out_of_its_folder(folder: Path, name: str) -> None:
    moves = [{"source": name, "target": "door.png"}]
    (folder / ".imagesort.jsonl").write_text(json.dumps(moves))
    answer = app.call("undo", folder=folder, yes=True)
    assert answer.error is not None
    assert answer.error.code == "E3003"


def test_duplicates_are_the_same_byte_by_byte(folder: Path) -> None:
    shutil.copy(folder / "wave.gif", folder / "holiday")
    (folder / "other.gif").write_bytes(GIF + b"\0" * 22)
    assert (folder / "other.gif").stat().st_size == (folder / "wave.gif").stat().st_size
    found = app.call("duplicates", folder=folder).unwrap()
    names = [[path.relative_to(folder).as_posix() for path in row["paths"]] for row in found]
    assert names == [["harbour (copy).jpg", "harbour.jpg"], ["wave.gif", "holiday/wave.gif"]]


def test_a_picture_is_shown_as_it_is(folder: Path) -> None:
    (folder / "wrong.png").write_bytes((folder / "wave.gif").read_bytes())
    shown = app.call("show", file=folder / "wrong.png").unwrap()
    assert isinstance(shown, Image)
    assert (shown.media_type, shown.read()) == ("image/gif", (folder / "wave.gif").read_bytes())
    refused = app.call("show", file=folder / "notes.txt")
    assert refused.error is not None
    assert refused.error.code == "E1001"
