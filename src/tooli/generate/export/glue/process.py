"""Commands run as processes of the app, without a shell."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from typing import Any

from tooli.generate.export.glue.failure import CommandError

PROGRAM: tuple[str, ...] = ()
CALLER = ""


def run_command(
    name: str,
    options: dict[str, object],
    *flags: str | None,
    stdin: str | None = None,
) -> Any:
    """Run a command of the app and return its result."""
    line = command_line(name, options, flags, "--tooli-json")
    try:
        done = subprocess.run(
            line,
            input=(stdin or "").encode(),
            capture_output=True,
            env=environment(),
            check=False,
        )
    except (OSError, ValueError) as error:
        raise not_started(error) from error
    return read_answer(done.stdout, done.stderr)


def stream_command(
    name: str,
    options: dict[str, object],
    *flags: str | None,
) -> Iterator[Any]:
    """Run a command of the app and give its items as they come."""
    line = command_line(name, options, flags, "--tooli-jsonl")
    try:
        process = subprocess.Popen(
            line,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
    except (OSError, ValueError) as error:
        raise not_started(error) from error
    with process:
        try:
            for item in map(json.loads, process.stdout or ()):
                if isinstance(item, dict) and "$tooli" in item:
                    if not item["$tooli"]["ok"]:
                        raise CommandError(item["$tooli"]["error"])
                else:
                    yield item
            if process.wait() != 0:
                message = f"{PROGRAM[-1]} ended with {process.returncode}"
                raise CommandError({"code": "E4902", "message": message})
        finally:
            process.terminate()


def command_line(
    name: str,
    options: dict[str, object],
    flags: tuple[str | None, ...],
    output: str,
) -> list[str]:
    """Return the words that run a command."""
    line = [*PROGRAM, *name.split(), output, "--tooli-no-input"]
    for option, given in options.items():
        for value in given if isinstance(given, list | tuple) else (given,):
            if value is not None:
                text = value if isinstance(value, str) else json.dumps(value)
                line.append(f"{option}={text}")
    return [*line, *(flag for flag in flags if flag is not None)]


def environment() -> dict[str, str]:
    """Return the environment of the app, which is told who calls."""
    return {**os.environ, "TOOLI_CALLER": CALLER}


def not_started(error: Exception) -> CommandError:
    """Return the error of a command that did not even start."""
    message = f"{PROGRAM[-1]} cannot be run: {error}"
    return CommandError({"code": "E4902", "message": message})


def read_answer(output: bytes, log: bytes) -> Any:
    """Return the result in what the app printed."""
    try:
        answer = json.loads(output)
    except ValueError:
        said = log.decode(errors="replace")[-500:].strip()
        message = f"{PROGRAM[-1]} gave no answer: {said}"
        raise CommandError({"code": "E4902", "message": message}) from None
    if not answer["ok"]:
        raise CommandError(answer["error"])
    return answer["result"]
