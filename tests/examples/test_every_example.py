"""Every example holds what the framework promises of every app: help, schemas, its own examples, repairs.

An example is a folder of `examples` in which one file makes an app.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from rich.text import Text

from tooli import Tooli
from tooli.model import Command
from tooli.model.prompt import prompts
from tooli.model.resource import resources
from tooli.surfaces.cli.borrowed import CapturedStreams, run_contained
from tooli.surfaces.cli.flags import SCHEMA_FORMATS

ROOT = Path(__file__).parents[2]
SCRIPTS = [
    path for path in sorted(ROOT.glob("examples/*/*.py")) if "\napp = Tooli(" in path.read_text("utf-8")
]
"""Variables that say who calls, or how, beside the framework's own."""


def loaded(script: Path) -> Tooli:
    """Import an example as a program would that uses it: through its own folder."""
    if str(script.parent) not in sys.path:
        sys.path.append(str(script.parent))
    spec = spec_from_file_location(f"example_{script.parent.name}", script)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    app = module.app
    assert isinstance(app, Tooli)
    return app


APPS = {script: loaded(script) for script in SCRIPTS}
COMMANDS = [(script, command) for script, app in APPS.items() for command in app.runtime.catalog.commands()]
EXAMPLES = [
    (script, command, list(example["args"])) for script, command in COMMANDS for example in command.examples
]

every_app = pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.parent.name)
every_command = pytest.mark.parametrize(
    ("script", "command"),
    COMMANDS,
    ids=[f"{script.parent.name}-{command.name}" for script, command in COMMANDS],
)
every_declared_example = pytest.mark.parametrize(
    ("script", "command", "args"),
    EXAMPLES,
    ids=[f"{script.parent.name}-{command.name}-{shlex.join(args)}" for script, command, args in EXAMPLES],
)


def said(script: Path, *words: str, tty: bool = False, columns: int = 80) -> tuple[int, str]:
    """Run a command line inside the test; return its status and stdout."""
    streams = CapturedStreams(tty=tty, columns=columns)
    app = APPS[script]
    status = run_contained(app.runtime.replace(program=(app.name,)), list(words), streams)
    return status, streams.stdout.decode()


def words_of(script: Path, command: Command) -> tuple[str, ...]:
    """Return the words that name a command on the command line."""
    return () if APPS[script].runtime.catalog.single else command.path


def long_options(command: Command) -> list[str]:
    """Return the long options that a command's help has to name."""
    options = [param for param in command.params if not param.positional]
    return [name for param in options for name in (*param.names, *param.negatives) if name.startswith("--")]


def line_with_option(command: Command) -> tuple[list[str], str]:
    """Return an example's arguments and a long option in them; without one, positions get their names."""
    for example in command.examples:
        for word in example["args"]:
            if word in long_options(command):
                return list(example["args"]), word
    positional = [param.names[0] for param in command.params if param.positional]
    args = command.examples[0]["args"]
    assert len(positional) == len(args)
    return [word for pair in zip(positional, args, strict=True) for word in pair], positional[0]


def without_duration(envelope: str) -> dict[str, Any]:
    """Read an envelope; how long it took differs from run to run."""
    document: dict[str, Any] = json.loads(envelope)
    assert document["meta"].pop("duration_ms") >= 0
    return document


def test_there_are_examples() -> None:
    assert {script.parent.name for script in SCRIPTS} >= {"docq", "envdoctor", "logslice"}
    folders = [path.parent for path in ROOT.glob("examples/*/README.md")]
    assert sorted(folders) == [script.parent for script in SCRIPTS], "one app, and a README, in each folder"


@every_app
def test_the_app_introduces_itself(script: Path) -> None:
    names = [command.name for command in APPS[script].runtime.catalog.commands()]
    for words in (["--help"], ["--help", "--plain"], ["--help-agent"]):
        status, page = said(script, *words)
        assert status == 0
        assert [name for name in names if name not in page] == []
    status, page = said(script, "--schema")
    assert status == 0
    assert [command["name"] for command in json.loads(page)["commands"]] == names


@every_app
def test_an_unknown_command_is_named(script: Path) -> None:
    app = APPS[script]
    result = app.call("no-such-command")
    assert (result.ok, result.error is not None and result.error.code) == (False, "E1905")
    name = next(app.runtime.catalog.commands()).name
    nearly = app.call(name[:-1])
    assert nearly.error is not None
    assert nearly.error.code == "E1905"
    assert nearly.error.suggestion is not None
    assert name in nearly.error.suggestion.fix


@every_command
def test_agents_get_help_in_few_words(script: Path, command: Command) -> None:
    status, page = said(script, *words_of(script, command), "--help-agent")
    assert status == 0
    assert command.summary in page
    assert "\x1b" not in page
    off = {name for param in command.params if param.default is False for name in param.negatives}
    assert [option for option in long_options(command) if option not in page and option not in off] == []


@every_command
def test_help_in_plain_text_names_every_option(script: Path, command: Command) -> None:
    status, page = said(script, *words_of(script, command), "--help", "--plain")
    assert status == 0
    assert page.startswith(f"Usage: {APPS[script].name} ")
    assert "\x1b" not in page
    assert [option for option in long_options(command) if option not in page] == []


@every_command
@pytest.mark.parametrize("columns", [60, 100])
def test_people_get_a_coloured_page_that_fits(
    script: Path, command: Command, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    status, page = said(script, *words_of(script, command), "--help", tty=True, columns=columns)
    assert status == 0
    assert "\x1b[" in page
    assert max(Text.from_ansi(line).cell_len for line in page.splitlines()) <= columns


@every_command
def test_help_is_json_where_that_is_asked_for(script: Path, command: Command) -> None:
    status, page = said(script, *words_of(script, command), "--help", "--json")
    assert status == 0
    assert isinstance(json.loads(page), dict)


@every_command
@pytest.mark.parametrize("form", SCHEMA_FORMATS)
def test_schemas_are_json(script: Path, command: Command, form: str) -> None:
    status, text = said(script, *words_of(script, command), "--schema", form)
    assert status == 0
    schema = json.loads(text)
    if form == "json":
        for part in ("input", "output"):
            Draft202012Validator.check_schema(schema[part])


@every_command
def test_every_command_shows_how_it_is_used(script: Path, command: Command) -> None:
    assert command.examples


@every_declared_example
def test_declared_examples_run_and_answer_alike(
    script: Path,
    command: Command,
    args: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(script.parent)
    line = [*words_of(script, command), *args, "--json"]
    ran = subprocess.run(
        [sys.executable, script.name, *line],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    outside = without_duration(ran.stdout)
    assert outside["ok"] is True
    status = APPS[script].main(line, standalone=False)
    inside = without_duration(capsys.readouterr().out)
    assert (status, inside["ok"]) == (0, True)
    if command.read_only:
        assert inside == outside
    Draft202012Validator(_output_schema(script, command)).validate(outside["result"])


@every_declared_example
def test_declared_examples_do_only_what_their_commands_declare(
    script: Path, command: Command, args: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(script.parent)
    monkeypatch.setenv("TOOLI_SECURITY_POLICY", "strict")
    status, text = said(script, *words_of(script, command), *args, "--json")
    assert (status, json.loads(text)["ok"]) == (0, True), text


@every_app
def test_resources_and_prompts_declare_what_they_do(script: Path) -> None:
    catalog = APPS[script].runtime.catalog
    offered = [*(resource.command for resource in resources(catalog).values()), *prompts(catalog).values()]
    assert [command.name for command in offered if not command.capabilities] == []


@every_command
def test_a_misspelt_option_comes_back_mended(
    script: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(script.parent)
    args, option = line_with_option(command)
    misspelt = option[:3] + option[4:]
    meant = [*words_of(script, command), *args, "--json"]
    line = [misspelt if word == option else word for word in meant]
    status, text = said(script, *line)
    document = json.loads(text)
    error = document["error"]
    assert (status, document["ok"], error["code"], text.count("\n")) == (2, False, "E1902", 1)
    assert error["details"]["token"] == misspelt
    assert error["suggestion"]["applicability"] == "machine_applicable"
    mended = shlex.split(error["suggestion"]["example"])[-len(line) :]
    assert mended == meant
    assert said(script, *mended)[0] == 0


@every_command
def test_an_option_unlike_any_other_is_refused(
    script: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(script.parent)
    args = command.examples[0]["args"]
    status, text = said(script, *words_of(script, command), *args, "--qqqqqqqq", "--json")
    error = json.loads(text)["error"]
    assert (status, error["code"], error["field"]) == (2, "E1902", "qqqqqqqq")
    assert error.get("suggestion", {}).get("applicability") != "machine_applicable"


def _output_schema(script: Path, command: Command) -> Any:
    return json.loads(said(script, *words_of(script, command), "--schema")[1])["output"]
