"""Results that are files: saved, printed bare, or held by the envelope."""

from __future__ import annotations

import base64
import json
import os
import sys
from pathlib import Path

import pytest
from tests.conftest import RunApp

APP = r"""
from tooli import Audio, File, Image
from tooli.content import Document

PNG = b"\x89PNG\r\n\x1a\n" + b"\x00\xff" * 4

@app.command
def shot() -> Image:
    return Image(PNG)

@app.command
def maybe(give: bool = False) -> File | None:
    return File(b'{"a": 1}', media_type="application/json", name="a.json") if give else None

@app.command
def page() -> Document:
    return Document("# Über", media_type="text/markdown")

@app.command
def missing() -> File:
    return File("no/such/file.txt")

@app.command
def endless() -> File:
    return File("/dev/zero")

@app.command
def enormous() -> File:
    with open("big.bin", "wb") as file:
        file.truncate((1 << 28) + 1)
    return File("big.bin")

@app.command
def several() -> list[Audio]:
    return [Audio(b"RIFF\0\0\0\0WAVE"), Audio(b"OggS")]

@app.command
def number() -> int:
    return 1
"""
PNG = b"\x89PNG\r\n\x1a\n" + b"\x00\xff" * 4


def test_an_envelope_holds_a_file_in_base64_and_text_as_text(run_app: RunApp) -> None:
    assert run_app(APP, "shot").result == {
        "media_type": "image/png",
        "data": base64.b64encode(PNG).decode(),
    }
    assert run_app(APP, "maybe", "--give").result == {
        "media_type": "application/json",
        "name": "a.json",
        "text": '{"a": 1}',
    }
    assert run_app(APP, "several").result == [
        {"media_type": "audio/wav", "data": "UklGRgAAAABXQVZF"},
        {"media_type": "audio/ogg", "data": "T2dnUw=="},
    ]


def test_write_saves_the_bytes_and_says_where(run_app: RunApp, tmp_path: Path) -> None:
    place = tmp_path / "a.png"
    place.write_text("older")
    place.chmod(0o640)
    ran = run_app(APP, "shot", "--write", str(place))
    assert ran.result == {"path": str(place), "media_type": "image/png", "bytes": len(PNG)}
    assert place.read_bytes() == PNG
    assert place.stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(tmp_path)) == ["a.png", "app.py"]


def test_write_follows_a_link_and_respects_the_umask(run_app: RunApp, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    run_app(APP, "shot", "--write", str(tmp_path / "link"))
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == PNG
    mask = os.umask(0)
    os.umask(mask)
    assert (tmp_path / "real").stat().st_mode & 0o777 == 0o666 & ~mask


@pytest.mark.parametrize("words", [("--plain",), ("--write", "-")])
def test_plain_output_is_the_bytes_themselves(run_app: RunApp, words: tuple[str, ...]) -> None:
    ran = run_app(APP, "shot", *words)
    assert ran.out == PNG


def test_a_document_is_printed_as_it_is(run_app: RunApp) -> None:
    assert run_app(APP, "page").stdout == "# Über\n"
    assert run_app(APP, "page", "--json").stdout == "# Über\n"


def test_text_says_what_the_file_is(run_app: RunApp) -> None:
    ran = run_app(APP, "shot", "--text")
    assert ran.stdout == f"media_type: image/png\nbytes:      {len(PNG)}\n"
    assert ran.stderr == "warning: --write FILE saves it\n"


def test_a_place_that_cannot_be_written_is_an_error(run_app: RunApp, tmp_path: Path) -> None:
    ran = run_app(APP, "shot", "--write", str(tmp_path / "no" / "a.png"))
    assert ran.code == 74
    assert ran.error["code"] == "E4906"
    assert ran.error["field"] == "write"


def test_a_file_that_is_not_there_is_an_error(run_app: RunApp) -> None:
    ran = run_app(APP, "missing")
    assert (ran.code, ran.error["message"]) == (10, "No such file or directory: no/such/file.txt")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such devices")
@pytest.mark.parametrize("words", [(), ("--write", "out"), ("--write", "-"), ("--text",)])
def test_a_device_which_has_no_end_is_an_error(run_app: RunApp, words: tuple[str, ...]) -> None:
    ran = run_app(APP, "endless", *words)
    assert ran.code == 70
    assert "Not a regular file: /dev/zero" in ran.stdout + ran.stderr


def test_a_file_too_large_to_be_held_is_an_error(run_app: RunApp) -> None:
    ran = run_app(APP, "enormous", "--write", "out")
    assert (ran.code, ran.error["message"]) == (
        70,
        "Larger than 256 MiB; return its path instead: big.bin",
    )


@pytest.mark.parametrize("command", ["number", "several"])
def test_write_is_refused_before_a_command_runs_that_returns_no_file(run_app: RunApp, command: str) -> None:
    ran = run_app(APP, command, "--write", "x")
    assert (ran.code, ran.error["code"], ran.error["field"]) == (2, "E1909", "write")


def test_the_schema_of_a_file_fits_what_is_printed(run_app: RunApp) -> None:
    import jsonschema

    schema = json.loads(run_app(APP, "maybe", "--schema").stdout)["output"]
    jsonschema.validate(run_app(APP, "maybe", "--give").result, schema)
    jsonschema.validate(None, schema)
