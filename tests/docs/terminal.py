"""The terminal of a document: its files in a folder, its commands run there.

`python tests/docs/terminal.py FILE...` writes what the commands print today into the documents.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(\w+)(?: title=\"?([\w./-]+)\"?)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FOREIGN = ("CI", "TOOLI", "AI_", "GITHUB_", "PYTHONDONTWRITE", "COVERAGE", "PYTEST")


def environment() -> dict[str, str]:
    """Return an environment in which nobody in particular calls."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
    environ["TOOLI_AGENT_MODE"] = "0"  # whoever runs the tests is not who calls
    environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environ['PATH']}"
    return environ


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


def printed(command: str, folder: Path, **variables: str) -> str:
    """Run a command in a folder and return what it prints."""
    run = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**environment(), "XDG_STATE_HOME": str(folder / ".state"), **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    return run.stdout


def settled(text: str) -> str:
    """Return output without what differs from run to run."""
    text = re.sub(r'("duration_ms": ?)\d+', r"\g<1>1", text)
    text = re.sub(r'("started": ?")[^"]+', r"\g<1>2026-11-15T09:00:00Z", text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def prepared(folder: Path) -> Path:
    """Return a folder with the examples in it."""
    shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def refresh(document: Path) -> None:
    """Write what a document's commands print into it."""
    with TemporaryDirectory() as name:
        folder = prepared(Path(name))

        def rewritten(found: re.Match[str]) -> str:
            kind, title, body = found.groups()
            if kind == "python" and title:
                (folder / title).write_text(body)
            if kind != "console":
                return found.group()
            ran = ((command, settled(printed(command, folder))) for command, _ in steps(body))
            shown = "".join(f"$ {command}\n{output}\n" for command, output in ran)
            return f"```console\n{shown}```"

        document.write_text(BLOCK.sub(rewritten, document.read_text()))


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        refresh(Path(argument))
