"""Shaping on the command line: flags, output modes, and lines that get the rest."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import RunApp

ROWS = """
    from collections.abc import Iterator
    from tooli.annotations import ReadOnly

    @app.command(annotations=ReadOnly)
    def rows(count: int = 5) -> list[dict]: return [{"id": i, "name": f"row {i}"} for i in range(count)]

    @app.command(annotations=ReadOnly)
    def lines(count: int = 5) -> Iterator[dict]:
        for i in range(count): yield {"id": i}

    @app.command(annotations=ReadOnly)
    def work(ctx: AgentContext) -> str:
        ctx.progress(1, 2, "half")
        ctx.log("done", size=3)
        ctx.artifact("made.txt")
        return "ok"
"""


def test_a_cut_answer_gives_the_line_that_gets_the_rest(run_app: RunApp) -> None:
    first = json.loads(run_app(ROWS, "rows", "--max-items", "2").stdout)
    assert [row["id"] for row in first["result"]] == [0, 1]
    words = shlex.split(first["meta"]["truncated"]["get_rest"])
    second = json.loads(run_app(ROWS, *words[words.index("rows") :]).stdout)
    assert [row["id"] for row in second["result"]] == [2, 3]


def test_a_page_of_a_stream_ends_with_a_line_that_has_the_cursor(run_app: RunApp) -> None:
    *items, last = run_app(ROWS, "lines", "--limit", "2").stdout.splitlines()
    assert items == ['{"id":0}', '{"id":1}']
    assert list(json.loads(last)["$tooli"]) == ["ok", "meta"]
    assert "next_cursor" in json.loads(last)["$tooli"]["meta"]


def test_a_whole_stream_has_no_last_line(run_app: RunApp) -> None:
    assert run_app(ROWS, "lines", "--limit", "9").stdout == "".join(f'{{"id":{i}}}\n' for i in range(5))


def test_uniform_rows_as_columns(run_app: RunApp) -> None:
    answer = json.loads(run_app(ROWS, "rows", "--count", "2", "--columns").stdout)
    assert answer["result"] == {"columns": ["id", "name"], "rows": [[0, "row 0"], [1, "row 1"]]}


def test_toon_is_another_spelling_of_the_envelope(run_app: RunApp) -> None:
    pytest.importorskip("toon_format")
    out = run_app(ROWS, "rows", "--count", "2", "--toon").stdout
    assert out.startswith("ok: true\nresult[2]{id,name}:\n  0,row 0\n  1,row 1\n")


def test_records_end_with_nul(run_app: RunApp) -> None:
    assert run_app(ROWS, "rows", "--count", "2", "--fields", "name", "--print0").out == b"row 0\0row 1\0"
    assert run_app(ROWS, "lines", "--count", "2", "--print0").out == b"0\x001\0"


def test_events_are_json_lines_in_a_file(run_app: RunApp, tmp_path: Path) -> None:
    target = tmp_path / "events.jsonl"
    ran = run_app(ROWS, "work", "--events", str(target))
    assert json.loads(ran.stdout)["meta"]["artifact"] == {"path": "made.txt"}
    assert [json.loads(line) for line in target.read_text().splitlines()] == [
        {"event": "progress", "done": 1, "total": 2, "message": "half"},
        {"event": "log", "level": "info", "message": "done", "size": 3},
    ]
    refused = run_app(ROWS, "work", "--events", "no/such/place")
    assert json.loads(refused.stdout)["error"]["field"] == "events"


@pytest.mark.parametrize(
    ("words", "example"),
    [
        (["--fields", "nme"], "--fields name"),
        (["--limit", "ten"], "--limit 10"),
        (["--filter", "id == 'x"], "--filter"),
    ],
)
def test_a_mistake_in_a_shaping_flag_is_repaired(run_app: RunApp, words: list[str], example: str) -> None:
    ran = run_app(ROWS, "rows", *words)
    error = json.loads(ran.stdout)["error"]
    assert ran.code == 2
    assert example in error["suggestion"]["example"]


def test_people_are_told_how_to_go_on(run_app: RunApp) -> None:
    ran = run_app(ROWS, "rows", "--limit", "1", "--text")
    assert ran.stdout == "id  name\n 0  row 0\n"
    assert ran.stderr.startswith("more: ")
    assert run_app(ROWS, "rows", "--limit", "1", "--text", "--quiet").stderr == ""


@pytest.mark.slow
def test_a_million_items_take_no_more_memory_than_a_thousand(tmp_path: Path) -> None:
    script = tmp_path / "app.py"
    script.write_text(
        "from collections.abc import Iterator\n"
        "from tooli import Tooli\n"
        "app = Tooli(name='app', version='1')\n"
        "@app.command()\n"
        "def items(count: int) -> Iterator[dict]:\n"
        "    for i in range(count): yield {'id': i}\n"
        "@app.command()\n"
        "def other() -> None: ...\n"
        "app()\n"
    )
    peaks = []
    for count in ("1000", "1000000"):
        code = (
            "import resource, subprocess, sys\n"
            f"line = [sys.executable, {str(script)!r}, 'items', {count!r}]\n"
            "subprocess.run(line, stdout=subprocess.DEVNULL, check=True)\n"
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
        )
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        peaks.append(int(ran.stdout))
    unit = 1 if sys.platform == "darwin" else 1024
    assert (peaks[1] - peaks[0]) * unit < 5_000_000
