"""Every example in the guide of a framework runs in its environment, and prints what the guide says.

`python tests/generate/export/test_guides.py NAME...` writes what the examples print today into the guides.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.conftest import scrubbed
from tests.generate.export.environments import CHOSEN, ROOT, programs_of

GUIDES = ROOT / "docs" / "frameworks"
_spec = importlib.util.spec_from_file_location("terminal", ROOT / "tests" / "docs" / "terminal.py")
assert _spec is not None
assert _spec.loader is not None
terminal = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(terminal)


def printed(command: str, folder: Path, programs: Path) -> str:
    """Run a command with the programs of an environment and return what it prints."""
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=scrubbed(folder, PATH=path),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    return done.stdout


def rewritten(guide: Path, folder: Path, programs: Path) -> str:
    """Return a guide with what its examples print today."""

    def block(found: re.Match[str]) -> str:
        kind, title, body = found.groups()
        if kind == "python" and title:
            (folder / title).write_text(body)
        if kind != "console":
            return found.group()
        shown = []
        for command, _ in terminal.steps(body):
            output = terminal.settled(printed(command, folder, programs))
            shown.append(f"$ {command}\n{output}\n" if output else f"$ {command}\n")
        return f"```console\n{''.join(shown)}```"

    text: str = terminal.BLOCK.sub(block, guide.read_text())
    return text


@pytest.mark.frameworks
@pytest.mark.parametrize("framework", CHOSEN)
def test_the_examples_of_a_guide_print_what_it_says(framework: str, tmp_path: Path) -> None:
    guide = GUIDES / f"{framework}.md"
    assert rewritten(guide, tmp_path, programs_of(framework)) == guide.read_text()


def test_every_framework_has_a_guide_that_leads_somewhere() -> None:
    from tooli.generate.export.frameworks import FRAMEWORKS

    assert {guide.stem for guide in GUIDES.glob("*.md")} == set(FRAMEWORKS)
    for guide in GUIDES.glob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", guide.read_text()):
            assert (guide.parent / target).exists(), target


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with TemporaryDirectory() as scratch:
            page = GUIDES / f"{name}.md"
            page.write_text(rewritten(page, Path(scratch), programs_of(name)))
