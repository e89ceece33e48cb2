"""Every example in the documents runs, and prints what the document says it prints.

A `python` block with a title is a file; a `console` block is a terminal in the folder of those files.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "examples").glob("*/README.md")])
BLOCK = re.compile(r"^```(\w+)(?: title=\"?([\w./-]+)\"?)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FORBIDDEN = re.compile(r"/work/|/root/|/tmp/")


def test_the_documents_are_found() -> None:
    assert ROOT / "README.md" in DOCUMENTS


def steps(text: str) -> Iterator[tuple[str, str]]:
    """Give each command of a console block with the output that follows it."""
    command, output = "", ""
    for line in text.splitlines(keepends=True):
        if line.startswith("$ "):
            if command:
                yield command, output
            command, output = line[2:].rstrip("\n"), ""
        else:
            output += line
    if command:
        yield command, output


def settled(text: str) -> str:
    """Return output without what differs from run to run."""
    text = re.sub(r'("duration_ms": ?)\d+', r"\g<1>1", text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def blocks(document: Path) -> list[tuple[str, str | None, str]]:
    return [(kind, title or None, body) for kind, title, body in BLOCK.findall(document.read_text())]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_print_what_the_document_says(document: Path, tmp_path: Path) -> None:
    environ = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CI", "TOOLI", "AI_", "GITHUB_", "PYTHONDONTWRITE", "COVERAGE"))
    }
    environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environ['PATH']}"
    folder = tmp_path / "files"
    shutil.copytree(ROOT / "examples", folder / "examples")
    for kind, title, body in blocks(document):
        if kind == "python" and title:
            (folder / title).parent.mkdir(parents=True, exist_ok=True)
            (folder / title).write_text(body)
        elif kind == "python":
            run = subprocess.run(
                [sys.executable, "-c", body], cwd=folder, env=environ, capture_output=True, text=True, check=False
            )
            assert run.returncode == 0, run.stderr
        elif kind == "console":
            for command, expected in steps(body):
                run = subprocess.run(
                    ["bash", "-c", command],
                    cwd=folder,
                    env=environ,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    stdin=subprocess.DEVNULL,
                    text=True,
                    check=False,
                )
                assert settled(run.stdout) == settled(expected), command


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text()):
        assert (document.parent / target).exists(), target


def test_no_document_names_a_place_on_a_machine() -> None:
    assert [path for path in DOCUMENTS if FORBIDDEN.search(path.read_text())] == []
