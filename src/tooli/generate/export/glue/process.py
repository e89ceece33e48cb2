"""Commands run as processes of the app, without a shell."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from tooli.generate.export.glue.failure import CommandError
from tooli.generate.export.glue.given import given

PROGRAM: tuple[str, ...] = ()
CALLER = ""


def run_command(
    name: str,
    arguments: dict[str, Any],
    *,
    keep: tuple[str, ...] = (),
    yes: bool = False,
    approval: str | None = None,
) -> Any:
    """Run a command of the app and return its result."""
    try:
        done = subprocess.run(
            command_line(name, "--tooli-json", yes, approval),
            input=json.dumps(given(arguments, keep)).encode(),
            capture_output=True,
            env=environment(),
            check=False,
        )
    except (OSError, ValueError) as error:
        raise not_started(error) from error
    return read_answer(done.stdout, done.stderr)


def stream_command(
    name: str,
    arguments: dict[str, Any],
    *,
    keep: tuple[str, ...] = (),
    yes: bool = False,
    approval: str | None = None,
) -> Iterator[Any]:
    """Run a command of the app and give its items as they come."""
    try:
        process = subprocess.Popen(
            command_line(name, "--tooli-jsonl", yes, approval),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
    except (OSError, ValueError) as error:
        raise not_started(error) from error
    with process:
        try:
            if process.stdin is not None:
                with suppress(OSError), process.stdin as pipe:  # it may have ended
                    pipe.write(json.dumps(given(arguments, keep)).encode())
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


def command_line(name: str, output: str, yes: bool, approval: str | None) -> list[str]:
    """Return the words that run a command, which reads its arguments from stdin."""
    line = [*PROGRAM, *name.split(), output, "--tooli-no-input", "--tooli-arguments=-"]
    if yes:
        line.append("--tooli-yes")
    if approval is not None:
        line.append(f"--tooli-approval={approval}")
    return line


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
