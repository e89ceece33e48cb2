"""Documents for agents as files: made, compared with what is there, written into their place."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tooli.errors import StateError, Suggestion, ToolRuntimeError
from tooli.generate.agents_md import agents_md
from tooli.generate.claude_md import claude_md
from tooli.generate.marked_block import with_block
from tooli.generate.skill import skill
from tooli.surfaces.cli.content import save
from tooli.surfaces.cli.described import described_app
from tooli.surfaces.cli.examples import ExampleRun, run_examples, shown_output
from tooli.surfaces.cli.program import line, program_words
from tooli.types import Record

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.generate.described import DescribedApp

Format = Literal["skill", "claude-md", "agents-md"]
Target = Literal["generic-skill", "claude-skill", "claude-code"]
FILES: dict[Format, str] = {"skill": "SKILL.md", "claude-md": "CLAUDE.md", "agents-md": "AGENTS.md"}
"""The usual name of each document."""


class Wanted(Record):
    """Which document, for whom, and what its command lines begin with."""

    format: Format = "skill"
    target: Target = "generic-skill"
    program: str | None = None


def text_of(runtime: Runtime, wanted: Wanted, runs: list[ExampleRun] | None = None) -> str:
    """Return a document; examples that were run are shown with their output."""
    outputs = {run.line: shown_output(run) for run in runs or ()}
    app = described_app(runtime, wanted.program, outputs)
    return _printed(app, wanted)


def _printed(app: DescribedApp, wanted: Wanted) -> str:
    if wanted.format == "agents-md":
        return agents_md(app)
    return claude_md(app) if wanted.format == "claude-md" else skill(app, wanted.target)


def safe_runs(runtime: Runtime, program: str | None) -> list[ExampleRun]:
    """Run the examples that change nothing."""
    return list(run_examples(runtime, _program(runtime, program), only_safe=True))


def _program(runtime: Runtime, program: str | None) -> str:
    return program or line(program_words(runtime))


def written(
    runtime: Runtime, wanted: Wanted, file: Path, runs: list[ExampleRun] | None = None
) -> dict[str, Any]:
    """Write a document into its place; what others wrote into an AGENTS.md or CLAUDE.md stays.

    runs: the examples, where they were run already; else those that change nothing are.
    """
    text = text_of(runtime, wanted, safe_runs(runtime, wanted.program) if runs is None else runs)
    before = _read(file)
    after = text if wanted.format == "skill" else with_block(before or "", runtime.name, text)
    if after != before:
        os.makedirs(file.parent, exist_ok=True)
        save(str(file), after.encode("utf-8", "replace"))
    return {"path": str(file), "changed": after != before, "bytes": len(after.encode("utf-8", "replace"))}


def checked(runtime: Runtime, wanted: Wanted, file: Path | None) -> dict[str, Any]:
    """Compare a file with what would be written now, outputs of examples aside; raise when it is stale."""
    place = file or Path(FILES[wanted.format])
    before = _read(place)
    text = text_of(runtime, wanted)
    after = text if wanted.format == "skill" else with_block(before or "", runtime.name, text)
    if before is not None and without_outputs(before) == without_outputs(after):
        return {"path": str(place), "fresh": True}
    words = [*_program(runtime, wanted.program).split(), "generate-skill", "--format", wanted.format]
    words += ["--target", wanted.target] if wanted.target != "generic-skill" else []
    raise StateError(
        f"{place} does not exist" if before is None else f"{place} is stale: the app has changed since",
        field="write",
        suggestion=Suggestion("Write it anew.", "fix", example=line([*words, "--write", str(place)])),
    )


def without_outputs(text: str) -> str:
    """Return a document without what its examples printed, which may differ from day to day."""
    kept, console = [], False
    for row in text.split("\n"):
        if row.startswith("```"):
            console = row.startswith("```console")
        elif console and not row.startswith(("$ ", "# ")):
            continue
        kept.append(row)
    return "\n".join(kept)


def _read(file: Path) -> str | None:
    return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else None


def every_run(runtime: Runtime, program: str | None, snapshots: Path | None) -> list[ExampleRun]:
    """Run every example that may be run; keep what they printed in a file, if one is named."""
    runs = list(run_examples(runtime, _program(runtime, program)))
    if snapshots is not None:
        kept = [
            {"line": run.line, "exit": run.exit, "output": run.output} for run in runs if run.exit is not None
        ]
        save(str(snapshots), (json.dumps(kept, ensure_ascii=False, indent=2) + "\n").encode())
    return runs


def report_of(runs: list[ExampleRun]) -> dict[str, Any]:
    """Return what became of each example; raise it when one failed."""
    counts = {status: sum(run.status == status for run in runs) for status in ("passed", "failed", "skipped")}
    report = {**counts, "examples": [run.report() for run in runs]}
    if counts["failed"]:
        raise ToolRuntimeError(
            f"{counts['failed']} of {len(runs)} examples do not do what they should",
            details=report,
            suggestion=Suggestion("Correct the examples, or the commands.", "fix"),
        )
    return report


def write_files(folder: Path, files: Mapping[str, str]) -> dict[str, Any]:
    """Write files into a folder, each whole; say which of them changed."""
    changed = []
    for name, text in files.items():
        place = folder.joinpath(name)
        if _read(place) != text:
            os.makedirs(place.parent, exist_ok=True)
            save(str(place), text.encode("utf-8", "replace"))
            changed.append(name)
    return {"folder": str(folder), "files": list(files), "changed": changed}
