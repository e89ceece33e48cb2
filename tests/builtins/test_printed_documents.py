"""Documents that are printed, and those that are kept fresh in a file, without a process for each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tooli import Tooli
from tooli.surfaces.cli.borrowed import CapturedStreams, run_contained


def said(*words: str) -> tuple[int, str]:
    """Run a command line of a tiny app; return its status and stdout."""
    app = Tooli(name="app", version="1.0.0")

    @app.command()
    def one() -> int:
        """Give one."""
        return 1

    @app.command()
    def two() -> int:
        """Give two."""
        return 2

    streams = CapturedStreams()
    status = run_contained(app.runtime.replace(environ={"TOOLI_AGENT_MODE": "0"}), list(words), streams)
    return status, streams.stdout.decode()


def test_llms_txt_links_to_commands_and_the_full_one_holds_them() -> None:
    status, short = said("docs", "llms", "--base", "https://example.org/")
    assert status == 0
    assert "https://example.org/commands/one.md" in short
    status, full = said("docs", "llms", "--full")
    assert status == 0
    assert "Give one." in full
    assert "Give two." in full
    assert "https://" not in full


def test_the_reference_of_the_whole_app_has_every_command() -> None:
    status, text = said("docs", "markdown")
    assert status == 0
    assert "Give one." in text
    assert "Give two." in text


def test_hints_can_be_printed_alone() -> None:
    status, text = said("generate-source-hints")
    assert status == 0
    assert all(line.startswith("#") for line in text.splitlines())
    assert "one" in text


def test_an_agents_md_is_written_and_found_fresh_until_it_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    line = ("generate-agents-md", "--write", "AGENTS.md", "--program", "app")
    assert said(*line)[0] == 0
    page = tmp_path / "AGENTS.md"
    assert "Give one." in page.read_text()
    assert said(*line, "--check")[0] == 0
    page.write_text(page.read_text().replace("Give one.", "Give none."))
    assert said(*line, "--check")[0] == 20


def test_the_schema_of_a_command_that_is_not_there_is_an_error_that_says_so() -> None:
    status, text = said("schema", "show", "onne", "--json")
    error = json.loads(text)["error"]
    assert (status, error["code"], error["message"]) == (2, "E1905", "there is no command 'onne'")
    assert "one" in str(error)
    assert "diff" not in str(error)
