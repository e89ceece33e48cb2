"""The audit log: whole lines from many processes, set aside when large, never in the way of a call."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tooli.policy.audit import append


def test_events_are_lines_in_a_file_that_only_its_owner_reads(tmp_path: Path) -> None:
    log = tmp_path / "deep" / "audit.jsonl"
    assert append(str(log), {"event": "denied", "text": "a\nb ☃"}) is None
    assert append(str(log), {"event": "override"}) is None
    lines = log.read_text().splitlines()
    assert [json.loads(line)["event"] for line in lines] == ["denied", "override"]
    assert json.loads(lines[0])["text"] == "a\nb ☃"
    if os.name == "posix":
        assert log.stat().st_mode & 0o777 == 0o600


WRITER = """
import sys
from tooli.policy.audit import append
for number in range(200):
    assert append(sys.argv[1], {"who": sys.argv[2], "number": number, "filler": "x" * 300}, 50_000) is None
"""


def test_many_processes_append_and_set_aside_without_losing_a_line(tmp_path: Path) -> None:
    log = tmp_path / "audit.jsonl"
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(log), str(who)]) for who in range(8)]
    assert [writer.wait(60) for writer in writers] == [0] * 8
    files = [path for path in tmp_path.iterdir() if path.suffix != ".lock"]
    assert len(files) > 5
    seen = sorted(
        (json.loads(line)["who"], json.loads(line)["number"])
        for path in files
        for line in path.read_text().splitlines()
    )
    assert seen == sorted((str(who), number) for who in range(8) for number in range(200))


def test_a_large_file_is_set_aside_under_the_next_number(tmp_path: Path) -> None:
    log = tmp_path / "audit.jsonl"
    for number in range(3):
        append(str(log), {"number": number}, 1)
    assert json.loads(log.read_text()) == {"number": 2}
    assert json.loads((tmp_path / "audit.jsonl.1").read_text()) == {"number": 0}
    assert json.loads((tmp_path / "audit.jsonl.2").read_text()) == {"number": 1}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_told_and_nothing_else() -> None:
    assert append("/dev/full", {"event": "denied"}) == "No space left on device"


@pytest.mark.skipif(os.name != "posix", reason="there are no such pipes here")
def test_a_pipe_that_nobody_reads_does_not_block(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert append(str(pipe), {"event": "denied"}) == "No such device or address"


def test_a_log_that_is_a_folder_is_told(tmp_path: Path) -> None:
    assert append(str(tmp_path), {"event": "denied"}) == "Is a directory"
