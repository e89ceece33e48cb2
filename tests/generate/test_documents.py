"""Generated documents say what the schema says, nothing that the command line refuses, within their size."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from llms_txt import parse_llms_file
from skills_ref.validator import validate
from tests.examples.test_every_example import APPS
from tests.generate.documents import PROGRAM, command_lines, documents, flags, headings, kinds, links
from tests.generate.hostile_app import build

from tooli import Tooli
from tooli.builtins import with_builtins
from tooli.execute.tokens import estimate
from tooli.generate.reference import reference_files as pages_of
from tooli.generate.skill import needs_references, reference_files, reference_names, skill
from tooli.model.listing import listed_commands
from tooli.schema.json_schema import app_schema
from tooli.surfaces.cli.borrowed import CapturedStreams, run_contained
from tooli.surfaces.cli.described import described_app
from tooli.surfaces.cli.flags import FLAGS
from tooli.surfaces.cli.parser import option_table

EXAMPLES = {script.parent.name: (script, app) for script, app in APPS.items()}
HOSTILE = {count: build(count) for count in (1, 20, 200)}
every_example = pytest.mark.parametrize("name", EXAMPLES)
every_size = pytest.mark.parametrize("count", HOSTILE)
MARKDOWN = ("SKILL.md", "claude-code", "claude-skill", "AGENTS.md", "CLAUDE.md", "llms-full.txt", "markdown")
FULL = ("SKILL.md", "AGENTS.md", "llms-full.txt", "markdown", "man")
"""Documents of a small app that name every param."""


def placed(folder: Path, text: str, name: str) -> Path:
    place = folder / name
    place.mkdir()
    (place / "SKILL.md").write_text(text, encoding="utf-8")
    return place


@every_example
def test_the_public_validator_takes_the_skill_of_every_example(name: str, tmp_path: Path) -> None:
    app = described_app(EXAMPLES[name][1].runtime, PROGRAM)
    for target in ("generic-skill", "claude-skill", "claude-code"):
        around = tmp_path / target
        around.mkdir()
        folder = placed(around, skill(app, target), app.name)
        assert validate(folder) == []


@every_size
def test_the_public_validator_takes_a_skill_with_hostile_texts(count: int, tmp_path: Path) -> None:
    app = described_app(HOSTILE[count].runtime, PROGRAM)
    assert validate(placed(tmp_path, skill(app), "tool")) == []


@pytest.mark.parametrize("name", ["Wéird App", "日本", "---", "a--b_C.9", "x" * 80, "#1: {x}"])
def test_any_name_of_an_app_makes_a_valid_skill(name: str, tmp_path: Path) -> None:
    from tooli.generate.frontmatter import skill_name

    app = described_app(build(1, name).runtime, PROGRAM)
    assert validate(placed(tmp_path, skill(app), skill_name(name))) == []


@every_size
@pytest.mark.parametrize("document", MARKDOWN)
def test_texts_of_an_app_change_nothing_in_the_structure(count: int, document: str) -> None:
    runtime = HOSTILE[count].runtime
    text = documents(runtime)[document]
    own = {" ".join(path) for path, _ in runtime.catalog.walk()}
    allowed = own | {task[:1].upper() + task[1:] for task in described_app(runtime, PROGRAM).by_task} | FIXED
    shown = {title.replace("\\", "") for _, title in headings(text)}
    assert {title for title in shown if title not in {name.replace("\\", "") for name in allowed}} == set()
    assert not kinds(text) & {"html_block", "html_inline", "hr", "lheading_open", "code_block", "image"}


FIXED = {
    "tool",
    "AGENTS.md",
    "Project Overview",
    "Available Commands",
    "Output Format",
    "Important Rules",
} | {
    *("Quick start", "Commands", "Working with several commands", "When something goes wrong", "Governance"),
    *("Agent Integration", "Agent Invocation", "Python API", "Rules", "Global options", "Exit codes"),
    *("Environment", "Optional"),
}


def test_sizes_hold() -> None:
    most = {"SKILL.md": 5000, "claude-code": 5000, "AGENTS.md": 4000, "CLAUDE.md": 1000}
    for app in (*HOSTILE.values(), *APPS.values()):
        for document, tokens in most.items():
            assert estimate(documents(app.runtime)[document]) <= tokens, (app.name, document)
    assert estimate(documents(HOSTILE[200].runtime)["SKILL.md"]) <= 3000


def test_a_large_app_has_an_index_and_a_file_for_each_task() -> None:
    app = described_app(HOSTILE[200].runtime, PROGRAM)
    assert needs_references(app)
    files = reference_files(app)
    text = skill(app, references=True)
    assert {f"references/{name}" for name in files} == set(links(text))
    told = {title for text in files.values() for level, title in headings(text) if level == 2}
    assert told == {command.name for command in app.commands}
    assert list(reference_names(app)) == list(app.by_task)
    assert links(skill(app)) == []


@pytest.mark.parametrize("app", [*APPS.values(), HOSTILE[20]], ids=lambda app: app.name)
def test_llms_txt_is_read_by_its_parser_and_leads_somewhere(app: Tooli) -> None:
    described = described_app(app.runtime, PROGRAM)
    read = parse_llms_file(documents(app.runtime)["llms.txt"])
    found = [link for section in read.sections.values() for link in section]
    assert read.title == app.name
    assert len(found) == len(described.commands) + 1
    pages = {*pages_of(described), "llms-full.txt"}
    assert [link.url for link in found if link.url not in pages] == []


def linted(text: str, folder: Path) -> str:
    """Return what a checker of man pages has to say."""
    page = folder / "page.1"
    page.write_text(text, encoding="utf-8")
    installed = Path(sys.prefix, "mandoc", "usr", "bin", "mandoc")
    mandoc = shutil.which("mandoc") or (str(installed) if installed.exists() else None)
    groff = shutil.which("groff")
    if mandoc is not None:
        line = [mandoc, "-Tlint", str(page)]
    elif groff is not None:
        line = [groff, "-ww", "-z", "-man", "-Tutf8", str(page)]
    else:
        pytest.skip("neither mandoc nor groff is here")
    ran = subprocess.run(line, capture_output=True, text=True, check=False)
    return ran.stdout + ran.stderr


@pytest.mark.parametrize(
    "app",
    [*APPS.values(), *HOSTILE.values()],
    ids=[*(app.name for app in APPS.values()), *(f"hostile-{count}" for count in HOSTILE)],
)
def test_a_man_page_has_no_mistakes(app: Tooli, tmp_path: Path) -> None:
    assert linted(documents(app.runtime)["man"], tmp_path) == ""


def shown_value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


@every_example
@pytest.mark.parametrize("document", FULL)
def test_what_the_schema_says_a_document_says_too(name: str, document: str) -> None:
    runtime = EXAMPLES[name][1].runtime
    text = documents(runtime)[document].replace(r"\-", "-").replace(r"\e", "\\").replace(r"\(aq", "'")
    text = text.replace("\\\n", "")
    commands = {command.name: command for command in listed_commands(runtime.catalog)}
    for schema in app_schema(runtime)["commands"]:
        command = commands[schema["name"]]
        assert schema["name"] in text
        for code in schema.get("error_codes", {}):
            assert code in text
        for param in command.params:
            told = schema["input"]["properties"].get(param.name)
            if told is None or param.hidden:
                continue
            assert (param.name.upper() if param.positional else param.names[0]) in text
            for choice in told.get("enum", ()):
                assert shown_value(choice) in text
            default = told.get("default")
            if default not in (None, "", [], {}) and not isinstance(default, bool):
                assert shown_value(default) in text


@every_example
def test_no_document_shows_a_flag_that_the_command_line_refuses(name: str) -> None:
    runtime = EXAMPLES[name][1].runtime
    known = {spelling for flag in FLAGS for spelling in flag[5]}
    for owner in (runtime, with_builtins(runtime)):
        for command in owner.catalog.commands():
            known |= option_table(command).keys()
    known |= flags(json.dumps(app_schema(runtime)))  # the developer's own words may name another program's
    for document, text in documents(runtime).items():
        unknown = {flag for flag in flags(text) if flag not in known and flag.split(".")[0] not in known}
        assert unknown == set(), document


@every_example
def test_every_command_line_in_a_document_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    script, app = EXAMPLES[name]
    monkeypatch.chdir(script.parent)
    texts = documents(app.runtime)
    lines = {tuple(words) for document in MARKDOWN for words in command_lines(texts[document])}
    assert lines
    for words in sorted(lines):
        streams = CapturedStreams()
        status = run_contained(app.runtime, list(words), streams)
        assert status != 2, (words, bytes(streams.stdout))


@every_example
def test_documents_are_the_same_every_time(name: str) -> None:
    runtime = EXAMPLES[name][1].runtime
    assert documents(runtime) == documents.__wrapped__(runtime)
