"""`resource` and `prompt` on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

APP = """
from enum import Enum
from tooli import Tooli
from tooli.message import Message

app = Tooli("notes", "Notes", "1.0.0")

class Style(Enum):
    SHORT = "short"
    LONG = "long"

@app.command
def one() -> int:
    return 1

@app.command
def two() -> int:
    return 2

@app.resource("notes://all")
def every() -> list[str]:
    "All notes."
    return ["a", "b"]

@app.resource("notes://{id}/text", media_type="text/markdown")
async def text(id: int) -> str:
    "One note."
    return f"# note {id}"

@app.resource("notes://icon", hidden=True)
def icon() -> bytes:
    return b"\\x89PNG\\r\\n\\x1a\\n"

@app.prompt
def summarise(topic: str, style: Style = Style.SHORT, tags: list[str] | None = None):
    "Summarise a topic."
    yield f"{topic} {style.value} {tags}"
    yield Message("Well.", role="assistant")

if __name__ == "__main__":
    app()
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "notes.py"
    path.write_text(APP)
    return path


def run(script: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, str(script), *words], capture_output=True, check=False, cwd=script.parent
    )


def result(script: Path, *words: str) -> Any:
    ended = run(script, *words, "--json")
    envelope = json.loads(ended.stdout)
    assert envelope["ok"], envelope
    return envelope["result"]


def error(script: Path, *words: str) -> dict[str, Any]:
    ended = run(script, *words, "--json")
    envelope: dict[str, Any] = json.loads(ended.stdout)
    assert not envelope["ok"]
    return {**envelope["error"], "exit": ended.returncode}


def test_resources_are_listed_hidden_ones_aside(script: Path) -> None:
    rows = result(script, "resource", "list")
    assert rows[:2] == [
        {"uri": "notes://all", "description": "All notes."},
        {
            "uri": "notes://{id}/text",
            "description": "One note.",
            "media_type": "text/markdown",
            "template": True,
        },
    ]
    assert [row["uri"] for row in rows[2:]] == ["skill://manifest", "skill://documentation"]


def test_a_resource_is_printed_as_it_is(script: Path) -> None:
    assert run(script, "resource", "read", "notes://7/text").stdout == b"# note 7\n"
    assert run(script, "resource", "read", "notes://all").stdout == b'["a","b"]\n'
    assert json.loads(run(script, "resource", "read", "skill://manifest").stdout)["name"] == "notes"
    documentation = run(script, "resource", "read", "skill://documentation").stdout
    assert documentation == run(script, "generate-skill").stdout
    assert b"### one" in documentation


def test_bytes_are_saved_or_told_in_base64(script: Path) -> None:
    assert result(script, "resource", "read", "notes://icon") == {
        "media_type": "image/png",
        "data": "iVBORw0KGgo=",
    }
    assert run(script, "resource", "read", "notes://icon", "--write", "icon.png").returncode == 0
    assert (script.parent / "icon.png").read_bytes() == b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize(
    ("words", "code", "exit_code", "field"),
    [
        (["resource", "read", "notes://al"], "E3910", 10, "uri"),
        (["resource", "read", "notes://x/text"], "E1903", 2, "id"),
        (["resource", "read"], "E1901", 2, "uri"),
        (["prompt", "render", "summarize"], "E3910", 10, "name"),
        (["prompt", "render", "summarise"], "E1901", 2, "topic"),
        (["prompt", "render", "summarise", "topic=a", "style=lang"], "E1904", 2, "style"),
        (["prompt", "render", "summarise", "topic=a", "loud=yes"], "E1902", 2, "loud"),
        (["prompt", "render", "summarise", "cats"], "E1903", 2, "arguments"),
    ],
)
def test_mistakes_are_errors_that_name_the_field(
    script: Path, words: list[str], code: str, exit_code: int, field: str
) -> None:
    found = error(script, *words)
    assert (found["code"], found["exit"], found["field"]) == (code, exit_code, field)


def test_prompts_are_listed_with_their_arguments(script: Path) -> None:
    [prompt] = result(script, "prompt", "list")
    assert (prompt["name"], prompt["description"]) == ("summarise", "Summarise a topic.")
    assert [(one["name"], one["required"]) for one in prompt["arguments"]] == [
        ("topic", True),
        ("style", False),
        ("tags", False),
    ]


@pytest.mark.parametrize(
    "words",
    [
        ["topic=cats", "style=long", 'tags=["a"]'],
        ['{"topic": "cats", "style": "long", "tags": ["a"]}'],
    ],
)
def test_a_prompt_is_written_with_arguments_as_words_or_json(script: Path, words: list[str]) -> None:
    assert result(script, "prompt", "render", "summarise", *words) == [
        {"content": "cats long ['a']", "role": "user"},
        {"content": "Well.", "role": "assistant"},
    ]
