"""What the generated documents cost an agent, beside a dump of the help and a text by hand."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from benchmarks.harness import Harness
from benchmarks.markdown import NOTHING, Table
from benchmarks.tokens import app as large
from tooli import Tooli
from tooli.execute.tokens import count
from tooli.generate.agents_md import agents_md
from tooli.generate.claude_md import claude_md
from tooli.generate.llms_txt import llms_full, llms_txt
from tooli.generate.skill import reference_files, skill
from tooli.model.listing import listed_commands
from tooli.surfaces.cli.borrowed import CapturedStreams, run_contained
from tooli.surfaces.cli.described import described_app

ROOT = Path(__file__).parents[2]
BY_HAND = ROOT / "benchmarks" / "documents" / "handwritten.md"


def table(_: Harness) -> Table:
    """The tokens of each document of a small app and of a large one."""
    small, many = _tokens(_example(ROOT / "examples" / "docq" / "app.py")), _tokens(large.app)
    small["SKILL.md by hand"] = _count(BY_HAND.read_text(encoding="utf-8"))
    rows = [
        [name, _shown(small.get(name)), _shown(many.get(name))] for name in dict.fromkeys((*small, *many))
    ]
    how = "estimated" if count("text")[1] == "estimate" else "counted"
    return Table(
        "Documents for agents",
        f"Tokens of what an agent reads before its first call ({how}). The help is the app's page and every "
        "command's, for people; the text by hand names the same commands and params, but neither exit codes "
        "nor recovery.",
        ["document", "docq, 6 commands", "72 commands"],
        rows,
    )


def _example(script: Path) -> Tooli:
    sys.path.append(str(script.parent))
    spec = spec_from_file_location("example", script)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    app: Tooli = module.app
    return app


def _tokens(app: Tooli) -> dict[str, int]:
    described = described_app(app.runtime, app.name)
    pages = [_help(app)] + [_help(app, *command.path) for command in listed_commands(app.runtime.catalog)]
    texts = {
        "`--help` of everything": "".join(pages),
        "SKILL.md": skill(described, references=True),
        "AGENTS.md": agents_md(described),
        "CLAUDE.md": claude_md(described),
        "llms.txt": llms_txt(described),
        "llms-full.txt": llms_full(described),
    }
    found = {name: _count(text) for name, text in texts.items()}
    files = reference_files(described)
    return {**found, "one reference file, on average": sum(map(_count, files.values())) // len(files)}


def _help(app: Tooli, *path: str) -> str:
    streams = CapturedStreams()
    run_contained(app.runtime, [*path, "--help", "--text"], streams)
    return streams.stdout.decode()


def _count(text: str) -> int:
    return count(text)[0]


def _shown(number: int | None) -> str:
    return NOTHING if number is None else f"{number:,}"
