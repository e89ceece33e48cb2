"""Every example in the documents runs, and prints what the document says it prints.

A `python` block with a title is a file; a `console` block is a terminal in the folder of those files.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tooli.errors import CODES
from tooli.surfaces.cli.flags import FLAGS

_spec = importlib.util.spec_from_file_location("terminal", Path(__file__).with_name("terminal.py"))
assert _spec is not None
assert _spec.loader is not None
terminal = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(terminal)

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*/README.md"))
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *EXAMPLES])
FORBIDDEN = re.compile(r"/work/|/root/|/tmp/")
VARIABLES = [
    *("TOOLI_OUTPUT", "TOOLI_CALLER", "TOOLI_CALLER_VERSION", "TOOLI_SESSION_ID", "TOOLI_AGENT_MODE"),
    *("TOOLI_TIMEOUT", "TOOLI_YES", "TOOLI_STDIN_WAIT", "TOOLI_STORE"),
    *("TOOLI_MCP_TRANSPORT", "TOOLI_MCP_CONCURRENCY"),
    *("TOOLI_SECURITY_POLICY", "TOOLI_AUTH_SCOPES", "TOOLI_ALLOWED_CAPABILITIES", "TOOLI_AUDIT_LOG"),
]


def blocks(document: Path) -> list[tuple[str, str | None, str]]:
    return [(kind, title or None, body) for kind, title, body in terminal.BLOCK.findall(document.read_text())]


def _paced(document: Path) -> Any:
    """Return a document as a parameter; those that start many servers and clients take their time."""
    return pytest.param(document, marks=[pytest.mark.slow] if document.name == "mcp.md" else [])


@pytest.mark.parametrize("document", [*map(_paced, DOCUMENTS)], ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_print_what_the_document_says(document: Path, tmp_path: Path) -> None:
    folder = terminal.prepared(tmp_path)
    # The example apps declare what they do, so that they answer alike where nothing else is allowed.
    variables = {"TOOLI_SECURITY_POLICY": "strict"} if document in EXAMPLES else {}
    for kind, title, body in blocks(document):
        if kind == "python" and title:
            (folder / title).write_text(body)
        elif kind == "python":
            run = subprocess.run(
                [sys.executable, "-c", body],
                cwd=folder,
                env={**terminal.environment(), **variables},
                capture_output=True,
                text=True,
                check=False,
            )
            assert run.returncode == 0, run.stderr
        elif kind == "console":
            for command, expected in terminal.steps(body):
                printed = terminal.settled(terminal.printed(command, folder, **variables))
                assert printed == terminal.settled(expected), command


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    for target, part in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", document.read_text()):
        page = document.parent / target if target else document
        assert page.exists(), target
        assert not part or part in parts(page), f"{target}#{part}"


def parts(page: Path) -> set[str]:
    """Return the names by which links reach the sections of a page."""
    prose = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_no_document_names_a_place_on_a_machine() -> None:
    assert [path for path in DOCUMENTS if FORBIDDEN.search(path.read_text())] == []


def test_every_error_code_is_documented_with_a_run() -> None:
    page = (ROOT / "docs" / "errors.md").read_text()
    sections = dict(re.findall(r"^### (E\d{4})[^\n]*\n(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL))
    assert set(sections) == set(CODES)
    for code, text in sections.items():
        assert "```" in text, f"{code} shows no run"
        assert code in text.split("```", 1)[1], f"{code}: the run shows another code"


def test_every_flag_and_variable_is_documented() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text()
    spellings = [spelling for flag in FLAGS for spelling in flag[5]]
    names = (*spellings, *VARIABLES)
    assert [name for name in names if f"`{name}" not in page and f" {name}`" not in page] == []


def test_every_extra_is_documented() -> None:
    page = (ROOT / "docs" / "installing.md").read_text()
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == [*extras]
