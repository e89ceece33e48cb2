"""`mcp export` prints what a server lists."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.conftest import RunApp

APP = '''
@app.command()
def add(a: int, b: int = 2) -> int:
    """Add two numbers."""
    return a + b
@app.command(hidden=True)
def secret() -> None: ...
'''


def test_the_definitions_are_one_document(run_app: RunApp) -> None:
    listed = json.loads(run_app(APP, "mcp", "export").stdout)
    assert [tool["name"] for tool in listed["tools"]] == ["add"]
    assert listed["tools"][0]["inputSchema"]["required"] == ["a"]
    assert [resource["uri"] for resource in listed["resources"]] == [
        "skill://manifest",
        "skill://documentation",
    ]
    assert (listed["resourceTemplates"], listed["prompts"]) == ([], [])


def test_it_is_saved_where_it_is_wanted(run_app: RunApp, tmp_path: Path) -> None:
    run_app(APP, "mcp", "export", "--write", "tools.json")
    assert "tools" in json.loads((tmp_path / "tools.json").read_text())


def test_it_needs_no_server_library(run_app: RunApp) -> None:
    run_app.write(APP)
    code = "import sys; sys.modules['mcp'] = None; import app; app.app(['mcp', 'export'])"
    ran = run_app.again(launch=("-c", code))
    assert "tools" in json.loads(ran.stdout), sys.version
