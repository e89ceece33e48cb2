"""`generate-skill` and its kin: documents that are written, kept fresh, and whose examples are run."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from skills_ref.validator import validate
from tests.conftest import RunApp

APP = """
from pathlib import Path
from tooli import dry_run_support, record_dry_action
from tooli.annotations import Destructive, ReadOnly

@app.command(annotations=ReadOnly, handoffs=[{"command": "drop", "when": "it is not needed"}],
             examples=[{"args": ["2"], "description": "Twice two", "expected_output": 4}])
def double(number: int) -> int:
    '''Double a number.'''
    return number * 2

@app.command(annotations=Destructive, examples=[{"args": ["a", "--yes"]}])
@dry_run_support
def drop(name: str) -> str:
    '''Drop a thing.'''
    if not record_dry_action("drop", name):
        Path("dropped").touch()
    return name

@app.command(annotations=Destructive, examples=[{"args": ["--yes"]}])
def wipe() -> None:
    '''Wipe everything.'''
    Path("wiped").touch()

@app.command(examples=[{"args": ["x"]}])
def note(text: str) -> str:
    '''Note something.'''
    Path("noted").touch()
    return text
"""
KEYED = 'app = Tooli(name="app", version="1.0.0", {})'


def test_a_skill_shows_examples_with_what_they_print(run_app: RunApp, tmp_path: Path) -> None:
    told = run_app(APP, "generate-skill", "--write", "SKILL.md").result
    text = (tmp_path / "SKILL.md").read_text()
    assert told == {"path": "SKILL.md", "changed": True, "bytes": len(text.encode())}
    assert '# Twice two\n$ python app.py double 2\n{"ok":true,"result":4}\n' in text
    assert '$ python app.py drop --dry-run a\n{"ok":true,"result":{"actions":[{"action":"drop"' in text
    assert "$ python app.py wipe --yes\n```" in text
    assert "$ python app.py note x\n```" in text
    assert "After `double`: `drop` when it is not needed" in text
    assert "Before `drop`: `double` when it is not needed" in text
    assert {path.name for path in tmp_path.iterdir()} & {"dropped", "wiped", "noted"} == set()


def test_validating_runs_all_that_may_be_run(run_app: RunApp, tmp_path: Path) -> None:
    told = run_app(APP, "generate-skill", "--validate", "--snapshots", "seen.json").result
    assert (told["passed"], told["failed"], told["skipped"]) == (3, 0, 1)
    assert told["examples"][2] == {
        "command": "wipe",
        "line": "python app.py wipe --yes",
        "status": "skipped",
        "reason": "it is destructive and has no dry run",
    }
    assert (tmp_path / "noted").exists()
    assert not (tmp_path / "dropped").exists()
    assert not (tmp_path / "wiped").exists()
    seen = json.loads((tmp_path / "seen.json").read_text())
    assert [row["line"] for row in seen] == [
        "python app.py double 2",
        "python app.py drop a --yes",
        "python app.py note x",
    ]
    assert json.loads(seen[0]["output"])["result"] == 4


def test_an_example_that_gives_something_else_fails_the_validation(run_app: RunApp) -> None:
    ran = run_app(APP.replace('"expected_output": 4', '"expected_output": 5'), "generate-skill", "--validate")
    assert ran.code == 70
    assert ran.error["message"] == "1 of 4 examples do not do what they should"
    assert ran.error["details"]["examples"][0] == {
        "command": "double",
        "line": "python app.py double 2",
        "status": "failed",
        "reason": "it gave 4",
    }


def test_an_example_that_cannot_be_called_fails_the_validation(run_app: RunApp) -> None:
    ran = run_app(APP.replace('["2"]', '["two"]'), "generate-skill", "--validate")
    reason = ran.error["details"]["examples"][0]["reason"]
    assert (ran.code, reason.split(":")[0]) == (70, "exit 2 instead of 0 (E1903")


def test_a_stale_skill_is_found(run_app: RunApp) -> None:
    missing = run_app(APP, "generate-skill", "--check")
    assert (missing.code, missing.error["code"]) == (20, "E3900")
    run_app(APP, "generate-skill", "--write", "SKILL.md")
    assert run_app(APP, "generate-skill", "--check").result == {"path": "SKILL.md", "fresh": True}
    stale = run_app(APP.replace("Wipe everything", "Wipe it all"), "generate-skill", "--check")
    assert stale.code == 20
    assert stale.error["suggestion"]["example"] == (
        "python app.py generate-skill --format skill --write SKILL.md"
    )


@pytest.mark.parametrize(("format", "file"), [("agents-md", "AGENTS.md"), ("claude-md", "CLAUDE.md")])
def test_only_the_app_s_part_of_a_shared_file_is_written(
    format: str, file: str, run_app: RunApp, tmp_path: Path
) -> None:
    (tmp_path / file).write_text("# Ours\n\nKeep this.\n")
    run_app(APP, "generate-skill", "--format", format, "--write", file)
    first = (tmp_path / file).read_text()
    assert first.startswith("# Ours\n\nKeep this.\n\n<!-- begin:app -->\n# ")
    assert first.endswith("\n<!-- end:app -->\n")
    (tmp_path / file).write_text(first + "\nAnd this.\n")
    run_app(
        APP.replace("Wipe everything", "Wipe it all"), "generate-skill", "--format", format, "--write", file
    )
    second = (tmp_path / file).read_text()
    assert second == first.replace("Wipe everything", "Wipe it all") + "\nAnd this.\n"


def test_agents_md_has_a_command_of_its_own(run_app: RunApp) -> None:
    same = run_app(APP, "generate-skill", "--format", "agents-md").stdout
    assert run_app(APP, "generate-agents-md").stdout == same
    titles = [line for line in same.split("\n") if line.startswith("## ")]
    assert titles == [
        "## Project Overview",
        "## Available Commands",
        "## Output Format",
        "## Important Rules",
    ]


def test_the_app_says_more_in_its_own_words(run_app: RunApp) -> None:
    said = KEYED.format(
        'description="Sums.", triggers=["you add numbers"], anti_triggers=["the numbers are complex"],'
        ' rules=["Never add twice."], doc_sections={"Support": "Ask *us*."}'
    )
    text = run_app(said + APP, "generate-skill").stdout
    assert (
        'description: "Sums. Use it when you add numbers. Do not use it when the numbers are complex."'
        in text
    )
    assert "## Rules\n\n- Never add twice.\n\n## Support\n\nAsk *us*.\n" in text
    assert "## Support\n\nAsk *us*.\n" in run_app(said + APP, "generate-agents-md").stdout


@pytest.mark.parametrize(
    ("caller", "start"),
    [("codex", "# AGENTS.md"), ("copilot-cli", "# AGENTS.md"), ("claude-code", "---"), ("someone", "---")],
)
def test_the_bootstrap_has_the_form_that_the_caller_reads(caller: str, start: str, run_app: RunApp) -> None:
    text = run_app(APP, "--agent-bootstrap", env={"TOOLI_CALLER": caller, "TOOLI_AGENT_MODE": None}).stdout
    assert text.startswith(start)
    short = "Call it as `TOOLI_CALLER=claude-code python app.py …`." in text
    assert short is (caller == "claude-code")


def test_the_manifest_says_who_hands_over_to_whom(run_app: RunApp) -> None:
    told = json.loads(run_app(APP, "--agent-manifest").stdout)
    convention = told["caller_convention"]
    assert (convention["env_var"], convention["session_var"]) == ("TOOLI_CALLER", "TOOLI_SESSION_ID")
    assert convention["detect_command"] == "python app.py detect-context"
    assert {"claude-code", "codex", "langchain"} <= set(convention["well_known_values"])
    assert told["commands"]["double"]["handoffs"] == [{"command": "drop", "when": "it is not needed"}]
    assert told["commands"]["drop"]["handed_from"] == [{"command": "double", "when": "it is not needed"}]
    assert (told["commands"]["drop"]["needs_yes"], told["commands"]["drop"]["dry_run"]) == (True, True)


def test_an_app_of_one_command_is_called_without_its_name(run_app: RunApp) -> None:
    one = "@app.command(examples=[{'args': ['1']}])\ndef only(n: int) -> int: return n"
    text = run_app(one, "tooli", "generate-skill").stdout
    assert "$ python app.py 1\n" in text
    assert "`python app.py tooli detect-context`" in text


def test_a_package_holds_what_can_be_handed_on(run_app: RunApp, tmp_path: Path) -> None:
    told = run_app(APP, "generate-skill-package", "out").result
    folder = tmp_path / "out" / "app"
    assert told["changed"] == ["SKILL.md", "scripts/install.sh", "scripts/verify.sh"]
    assert validate(folder) == []
    line = f"PATH={Path(sys.executable).parent}:$PATH sh out/app/scripts/"
    assert "app 1.0.0" in run_app.shell(line + "install.sh").stdout
    verified = run_app.shell(line + "verify.sh")
    assert (verified.code, '"passed":3' in verified.stdout) == (0, True)


def test_a_package_of_a_large_app_has_a_file_for_each_task(run_app: RunApp, tmp_path: Path) -> None:
    many = "\n".join(
        f"@app.command(task_group='Part {n % 3}')\ndef c{n}() -> int:\n    'Do {n}.'\n    return {n}"
        for n in range(30)
    )
    run_app(many, "generate-skill-package", "out")
    folder = tmp_path / "out" / "app"
    assert sorted(path.name for path in (folder / "references").iterdir()) == [
        "part-0.md",
        "part-1.md",
        "part-2.md",
    ]
    assert "[Part 1](references/part-1.md)" in (folder / "SKILL.md").read_text()
    assert validate(folder) == []


def test_hints_stand_below_the_docstring_and_are_kept_up_to_date(run_app: RunApp, tmp_path: Path) -> None:
    source = tmp_path / "module.py"
    source.write_text('#!/usr/bin/env python\n"""A module."""\nimport os\n')
    assert run_app(APP, "generate-source-hints", "--write", "module.py").result["changed"] is True
    text = source.read_text()
    assert text.startswith('#!/usr/bin/env python\n"""A module."""\n\n# tooli: begin hints')
    assert "#   double(number: int) -> int\n#       Double a number. Read-only.\n" in text
    assert text.endswith("# tooli: end hints\n\nimport os\n")
    assert run_app(APP, "generate-source-hints", "--write", "module.py", "--check").code == 0
    changed = APP.replace("Double a number", "Twice a number")
    assert run_app(changed, "generate-source-hints", "--write", "module.py", "--check").code == 20
    run_app(changed, "generate-source-hints", "--write", "module.py")
    assert source.read_text() == text.replace("Double a number", "Twice a number")


def test_a_file_that_is_no_python_gets_no_hints(run_app: RunApp, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def (:\n")
    ran = run_app(APP, "generate-source-hints", "--write", "broken.py")
    assert (ran.code, ran.error["field"]) == (65, "write")


def test_documents_go_into_a_folder_with_what_they_link_to(run_app: RunApp, tmp_path: Path) -> None:
    run_app(APP, "docs", "llms", "--dir", "site")
    assert sorted(str(path.relative_to(tmp_path / "site")) for path in (tmp_path / "site").rglob("*.*")) == [
        *(f"commands/{name}.md" for name in ("double", "drop", "note", "wipe")),
        "llms-full.txt",
        "llms.txt",
    ]
    run_app(APP, "docs", "markdown", "--dir", "ref")
    index = (tmp_path / "ref" / "index.md").read_text()
    assert "| [double](commands/double.md) | Double a number. | Find and read |" in index
    assert run_app(APP, "docs", "markdown", "--dir", "ref").result["changed"] == []


def test_one_command_has_a_page_of_its_own(run_app: RunApp) -> None:
    assert run_app(APP, "docs", "markdown", "double").stdout.startswith(
        "# python app.py double\n\nDouble a number.\n"
    )
    missing = run_app(APP, "docs", "markdown", "nothing")
    assert (missing.code, missing.error["code"]) == (2, "E1905")


def test_a_man_page_has_the_day_of_the_build(run_app: RunApp) -> None:
    page = run_app(APP, "docs", "man", env={"SOURCE_DATE_EPOCH": "1763164800"}).stdout
    assert page.startswith('.TH "APP" "1" "2025-11-15" "app 1.0.0" "User Commands"\n')
    assert run_app(APP, "docs", "man", "--date", "2026-01-02").stdout.startswith('.TH "APP" "1" "2026-01-02"')
