"""Completion in bash, zsh, fish and PowerShell: the answer to a shell that asks, and the script that asks.

The scripts and the protocol are Click's; here is where they are shown, installed and answered.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tooli.errors import InputError, ToolRuntimeError
from tooli.schema.invalid import shown
from tooli.surfaces.cli.flags import SHELLS
from tooli.types import Record

if TYPE_CHECKING:
    from click.shell_completion import ShellComplete

    from tooli.execute import Runtime
    from tooli.surfaces.cli.main import Session


def variable(name: str) -> str:
    """Return the environment variable with which a shell asks the app of that name."""
    return f"_{name}_COMPLETE".upper().replace("-", "_").replace(".", "_")


def answer_completion(runtime: Runtime) -> int:
    """Answer the shell's question on stdout, and return the exit status."""
    import click

    shell, _, instruction = runtime.environ[variable(runtime.name)].partition("_")
    if shell not in SHELLS or instruction not in ("source", "complete"):
        return 2
    completer = _completer(runtime, shell)
    if instruction == "source":
        text = completer.source()
    else:
        args, incomplete = completer.get_completion_args()
        if shell == "bash":  # which takes `--kind=file` for three words
            args = [word for place, word in enumerate(args) if word != "=" or not _is_option(args, place - 1)]
        items = completer.get_completions(args, incomplete)
        text = "".join(completer.format_completion(item) + "\n" for item in items)
    click.echo(text.encode(), nl=False)  # as bytes, so that Windows leaves the line ends alone
    return 0


def _is_option(words: list[str], place: int) -> bool:
    return place >= 0 and words[place].startswith("--")


def completion_text(session: Session) -> str:
    """Return the script of a shell, or install it and return what was done."""
    flags = session.parsed.flags
    name = "install-completion" if "install-completion" in flags else "show-completion"
    shell = _shell(name, flags[name], session.runtime.environ, sys.platform)
    script = _completer(session.runtime, shell).source()
    if name == "show-completion":
        return script
    place = find_place(shell, session.runtime.name, session.runtime.environ, sys.platform)
    return install(place, script, dry_run="dry-run" in flags)


def _shell(flag: str, asked: str, environ: Mapping[str, str], platform: str) -> str:
    """Return the shell that was named, or the one the person uses."""
    shell = asked
    if asked == "auto":
        shell = Path(environ.get("SHELL", "")).name.removesuffix(".exe")
        shell = shell or ("powershell" if platform == "win32" else "")
    shell = {"pwsh": "powershell"}.get(shell, shell)
    if shell not in SHELLS:
        reason = f"{shown(shell)} is not one of {', '.join(SHELLS)}" if shell else "the shell is not known"
        raise InputError(
            f"{flag}: {reason}",
            code="E1904",
            field=flag.replace("-", "_"),
            suggestion=f"Name a shell: --{flag} {SHELLS[0]}",
            details={"value": shell, "choices": list(SHELLS)},
        )
    return shell


def _completer(runtime: Runtime, shell: str) -> ShellComplete:
    from click.shell_completion import get_completion_class

    from tooli.surfaces.cli.click_app import to_click

    found = get_completion_class(shell)
    assert found is not None  # Click knows all our shells
    return found(to_click(runtime), {}, runtime.name, variable(runtime.name))


class Place(Record):
    """Where a shell looks for the completion of a program."""

    script: Path
    """The file of the script."""
    startup: Path | None = None
    """The file that loads it, if the shell does not find it by itself."""
    line: str = ""
    """The line in that file."""


def find_place(shell: str, name: str, environ: Mapping[str, str], platform: str) -> Place:
    """Return where the script of a program belongs in a person's home."""
    home = Path(environ.get("HOME") or environ.get("USERPROFILE") or Path.home())
    data = Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    config = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    if shell == "fish":
        return Place(script=config / "fish" / "completions" / f"{name}.fish")
    if shell == "bash":
        script = data / "bash-completion" / "completions" / name
        return Place(script=script, startup=home / ".bashrc", line=f"source {_quoted(script)}")
    if shell == "zsh":
        folder = data / "zsh" / "site-functions"
        return Place(
            script=folder / f"_{name}",
            startup=Path(environ.get("ZDOTDIR") or home) / ".zshrc",
            line=f"fpath=({_quoted(folder)} $fpath); autoload -Uz compinit; compinit",
        )
    profile = _profile(environ) or _usual_profile(home, config, platform)
    script = profile.parent / "completions" / f"{name}.ps1"
    return Place(script=script, startup=profile, line=f". '{str(script).replace(chr(39), chr(39) * 2)}'")


def _quoted(path: Path) -> str:
    from shlex import quote

    return quote(str(path))


def _profile(environ: Mapping[str, str]) -> Path | None:
    """Ask PowerShell where its profile is."""
    import shutil
    import subprocess

    path = environ.get("PATH")
    program = shutil.which("pwsh", path=path) or shutil.which("powershell", path=path)
    if program is None:
        return None
    asked = [program, "-NoProfile", "-NonInteractive", "-Command", "$PROFILE"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    return Path(found.stdout.strip()) if found.returncode == 0 and found.stdout.strip() else None


def _usual_profile(home: Path, config: Path, platform: str) -> Path:
    folder = home / "Documents" / "PowerShell" if platform == "win32" else config / "powershell"
    return folder / "Microsoft.PowerShell_profile.ps1"


def install(place: Place, script: str, *, dry_run: bool) -> str:
    """Write the script and the line that loads it, where they are not there yet; say what was done."""
    done = []
    try:
        if _text(place.script) != script:
            done.append(f"{'would write' if dry_run else 'wrote'} {place.script}")
            if not dry_run:
                place.script.parent.mkdir(parents=True, exist_ok=True)
                place.script.write_text(script, encoding="utf-8", newline="\n")
        if place.startup is not None and place.line not in _text(place.startup).splitlines():
            done.append(f"{'would add' if dry_run else 'added'} a line to {place.startup}: {place.line}")
            if not dry_run:
                _append(place.startup, place.line)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise ToolRuntimeError(
            f"{error.filename} cannot be written: {reason}", code="E4906", exit_code=74
        ) from None
    if not done:
        return f"completion is set up already: {place.script}\n"
    if not dry_run:
        done.append("completion works in every new shell")
    return "".join(line + "\n" for line in done)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ""


def _append(path: Path, line: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = _text(path)
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(f"{'' if text.endswith(chr(10)) or not text else chr(10)}{line}\n")
