"""Completion: the answer to a shell that asks, and the script that makes it ask."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import RunApp

from tooli import Tooli
from tooli.errors import ToolError
from tooli.surfaces.cli.borrowed import CapturedStreams, run_contained
from tooli.surfaces.cli.completion import Place, find_place, install, variable

SOURCE = """
from pathlib import Path
from typing import Literal

@app.command()
def greet(name: str, mode: Literal["fast", "slow"] = "fast", root: Path = Path(".")) -> str:
    "Greet somebody."
    return name

@app.command()
def grow(by: int) -> int:
    return by
"""


def test_bash_is_answered(run_app: RunApp) -> None:
    ran = run_app(SOURCE, env={"_APP_COMPLETE": "bash_complete", "COMP_WORDS": "app gr", "COMP_CWORD": "1"})
    assert (ran.code, ran.stdout, ran.stderr) == (0, "plain,greet\nplain,grow\n", "")


def test_bash_gives_an_option_and_its_value_as_three_words(run_app: RunApp) -> None:
    env: dict[str, str | None] = {"_APP_COMPLETE": "bash_complete"}
    ran = run_app(SOURCE, env={**env, "COMP_WORDS": "app greet --mode = s", "COMP_CWORD": "4"})
    assert ran.stdout == "plain,slow\n"
    ran = run_app.again(env={**env, "COMP_WORDS": "app greet --mode =", "COMP_CWORD": "3"})
    assert ran.stdout == "plain,fast\nplain,slow\n"


def test_zsh_is_answered(run_app: RunApp) -> None:
    ran = run_app(SOURCE, env={"_APP_COMPLETE": "zsh_complete", "COMP_WORDS": "app gre", "COMP_CWORD": "1"})
    assert ran.stdout == "plain\ngreet\nGreet somebody.\n"


def test_fish_is_answered(run_app: RunApp) -> None:
    ran = run_app(
        SOURCE, env={"_APP_COMPLETE": "fish_complete", "COMP_WORDS": "app greet --ro", "COMP_CWORD": "--ro"}
    )
    assert ran.stdout == "plain,--root\n"


def test_powershell_is_answered(run_app: RunApp) -> None:
    env: dict[str, str | None] = {"_APP_COMPLETE": "powershell_complete", "COMP_WORDS": "app greet --mode "}
    ran = run_app(SOURCE, env={**env, "COMP_CWORD": "3"})
    assert ran.stdout == "plain\nfast\n_\nplain\nslow\n_\n"


def test_file_names_are_left_to_the_shell(run_app: RunApp) -> None:
    env: dict[str, str | None] = {"_APP_COMPLETE": "bash_complete", "COMP_WORDS": "app greet x --root s"}
    assert run_app(SOURCE, env={**env, "COMP_CWORD": "4"}).stdout == "file,s\n"


@pytest.mark.parametrize("asked", ["tcsh_complete", "bash_dance", "bash"])
def test_a_question_that_no_shell_asks_is_a_usage_error(run_app: RunApp, asked: str) -> None:
    ran = run_app(SOURCE, env={"_APP_COMPLETE": asked})
    assert (ran.code, ran.stdout) == (2, "")


def test_an_empty_question_is_none(run_app: RunApp) -> None:
    assert run_app(SOURCE, "greet", "x", env={"_APP_COMPLETE": ""}).result == "x"


def test_a_plain_call_loads_nothing_for_completion(run_app: RunApp) -> None:
    launch = ("-X", "importtime", "app.py")
    ran = run_app(
        SOURCE.replace("Path", "str").replace("from pathlib import str", ""), "grow", "3", launch=launch
    )
    assert "tooli.surfaces.cli.completion" not in ran.stderr
    assert "click" not in ran.stderr


@pytest.mark.parametrize(
    ("name", "expected"), [("app", "_APP_COMPLETE"), ("my-app.py", "_MY_APP_PY_COMPLETE")]
)
def test_the_variable_is_named_for_the_app(name: str, expected: str) -> None:
    assert variable(name) == expected


def test_the_process_and_the_script_agree_on_the_variable(run_app: RunApp) -> None:
    source = SOURCE + '\napp.name = "my-app.x"\n'
    env: dict[str, str | None] = {variable("my-app.x"): "bash_complete"}
    ran = run_app(source, env={**env, "COMP_WORDS": "my-app.x gre", "COMP_CWORD": "1"})
    assert ran.stdout == "plain,greet\n"


def test_bash_completes_with_the_script(run_app: RunApp) -> None:
    """Source the script as a person's shell does, and press the key."""
    run_app.write(SOURCE)
    program = run_app.folder / "app"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} {run_app.folder}/app.py "$@"\n')
    program.chmod(0o755)
    line = (
        'PATH="$PWD:$PATH"; source <(app --show-completion bash); complete -p app; compopt() { :; };'
        'ask() { COMPREPLY=(); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _app_completion "$1";'
        ' echo "${COMPREPLY[@]}"; };'
        'ask app gr; ask app greet --mode ""; ask app greet --mode = s; '
        'ask app greet --no-; ask app greet x --root ""'
    )
    ran = run_app.shell(line)
    assert ran.stdout.splitlines() == [
        "complete -o nosort -F _app_completion app",
        "greet grow",
        "fast slow",
        "slow",
        "--no-color --no-input --no-untrusted",
        "",
    ]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_accept_their_script(run_app: RunApp, shell: str) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not here")
    script = run_app(SOURCE, "--show-completion", shell).stdout
    subprocess.run([program, "-n"], input=script, text=True, check=True)


@pytest.mark.parametrize(
    ("shell", "words"),
    [
        ("bash", "complete -o nosort -F _app_completion app"),
        ("zsh", "#compdef app"),
        ("fish", "complete --no-files --command app"),
        ("powershell", "Register-ArgumentCompleter -Native -CommandName app"),
    ],
)
def test_the_script_of_every_shell_can_be_shown(run_app: RunApp, shell: str, words: str) -> None:
    ran = run_app(SOURCE, "--show-completion", shell)
    assert ran.code == 0
    assert words in ran.stdout
    assert f"_APP_COMPLETE={shell}" in ran.stdout.replace(" = '", "=")
    found = run_app.again("--show-completion", env={"SHELL": f"/usr/bin/{shell}"})
    assert found.stdout == ran.stdout
    env: dict[str, str | None] = {"_APP_COMPLETE": f"{shell}_source"}
    assert run_app.again(env=env).stdout == ran.stdout


@pytest.mark.parametrize("flag", ["show-completion", "install-completion"])
@pytest.mark.parametrize("shell", ["/bin/tcsh", None])
def test_an_unknown_shell_is_an_error_that_names_the_choices(
    run_app: RunApp, flag: str, shell: str | None
) -> None:
    ran = run_app(SOURCE, f"--{flag}", env={"SHELL": shell})
    assert ran.code == 2
    assert ran.error["code"] == "E1904"
    assert ran.error["field"] == flag.replace("-", "_")
    assert ran.error["details"]["choices"] == ["bash", "zsh", "fish", "powershell"]


def test_a_shell_that_does_not_exist_is_refused_in_an_app_of_one_command() -> None:
    app = Tooli(name="app")
    app.command("go")(lambda: None)
    streams = CapturedStreams()
    runtime = app.runtime.replace(environ={})
    assert run_contained(runtime, ["--show-completion=tcsh"], streams) == 2
    assert json.loads(streams.stdout)["error"]["code"] == "E1904"


def test_completion_is_installed_once(run_app: RunApp) -> None:
    script = run_app.folder / ".local/share/bash-completion/completions/app"
    startup = run_app.folder / ".bashrc"
    startup.write_text("alias ll='ls -l'")
    first = run_app(SOURCE, "--install-completion", "bash")
    assert first.stdout == (
        f"wrote {script}\nadded a line to {startup}: source {script}\ncompletion works in every new shell\n"
    )
    assert script.read_text() == run_app.again("--show-completion", "bash").stdout
    assert startup.read_text() == f"alias ll='ls -l'\nsource {script}\n"
    second = run_app.again("--install-completion", "bash")
    assert second.stdout == f"completion is set up already: {script}\n"
    assert startup.read_text() == f"alias ll='ls -l'\nsource {script}\n"


def test_a_dry_run_installs_nothing(run_app: RunApp) -> None:
    ran = run_app(SOURCE, "--install-completion", "fish", "--dry-run")
    script = run_app.folder / ".config/fish/completions/app.fish"
    assert ran.stdout == f"would write {script}\n"
    assert not script.exists()


def test_an_outdated_script_is_replaced(tmp_path: Path) -> None:
    place = Place(script=tmp_path / "app.fish")
    place.script.write_text("old")
    assert install(place, "new", dry_run=False).startswith(f"wrote {place.script}\n")
    assert place.script.read_text() == "new"


def test_a_place_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ToolError, match="cannot be written") as caught:
        install(Place(script=tmp_path / "file" / "app.fish"), "x", dry_run=False)
    assert (caught.value.code, caught.value.exit_code) == ("E4906", 74)


@pytest.mark.parametrize(
    ("shell", "platform", "script", "startup"),
    [
        ("bash", "linux", "/h/.local/share/bash-completion/completions/app", "/h/.bashrc"),
        ("zsh", "darwin", "/h/.local/share/zsh/site-functions/_app", "/h/.zshrc"),
        ("fish", "linux", "/h/.config/fish/completions/app.fish", None),
        (
            "powershell",
            "linux",
            "/h/.config/powershell/completions/app.ps1",
            "/h/.config/powershell/Microsoft.PowerShell_profile.ps1",
        ),
        (
            "powershell",
            "win32",
            "/h/Documents/PowerShell/completions/app.ps1",
            "/h/Documents/PowerShell/Microsoft.PowerShell_profile.ps1",
        ),
    ],
)
def test_scripts_go_where_the_shell_looks(
    shell: str, platform: str, script: str, startup: str | None
) -> None:
    place = find_place(shell, "app", {"HOME": "/h", "PATH": "/nowhere"}, platform)
    assert place.script.as_posix() == script
    assert (place.startup.as_posix() if place.startup is not None else None) == startup


def test_a_person_s_own_places_are_respected() -> None:
    environ = {"HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c", "ZDOTDIR": "/z"}
    assert find_place("fish", "app", environ, "linux").script == Path("/c/fish/completions/app.fish")
    zsh = find_place("zsh", "app", environ, "linux")
    assert zsh.script == Path("/d/zsh/site-functions/_app")
    assert zsh.startup == Path("/z/.zshrc")
    assert zsh.line == "fpath=(/d/zsh/site-functions $fpath); autoload -Uz compinit; compinit"


def test_powershell_is_asked_for_its_profile(tmp_path: Path) -> None:
    program = tmp_path / "pwsh"
    program.write_text("#!/bin/sh\necho /p/profile.ps1\n")
    program.chmod(0o755)
    place = find_place("powershell", "it's", {"HOME": "/h", "PATH": str(tmp_path)}, "linux")
    assert place.startup == Path("/p/profile.ps1")
    assert place.line == ". '/p/completions/it''s.ps1'"
