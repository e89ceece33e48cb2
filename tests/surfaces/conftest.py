"""Every surface as one function: a command and its arguments in, the envelope out."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tooli import CallOptions, TooliResult

APP = Path(__file__).with_name("parity_app.py")
Envelope = dict[str, Any]
Surface = Callable[..., Envelope]


def _module() -> Any:
    import importlib.util

    spec = importlib.util.spec_from_file_location("parity_app", APP)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["parity_app"] = module
    spec.loader.exec_module(module)
    return module


APPLICATION = _module().app


def _words(arguments: dict[str, Any]) -> list[str]:
    """Return arguments as the command line spells them."""
    words = []
    for name, value in arguments.items():
        flag = f"--{name.replace('_', '-')}"
        if isinstance(value, bool):
            words.append(flag if value else f"--no-{flag[2:]}")
        elif isinstance(value, list):
            words += [f"{flag}={item}" for item in value]
        else:
            words.append(f"{flag}={json.dumps(value) if isinstance(value, dict) else value}")
    return words


def _flags(options: dict[str, Any]) -> list[str]:
    words = []
    for name, value in options.items():
        words.append(f"--{name.replace('_', '-')}")
        if value is not True:
            words.append(str(value))
    return words


def on_cli(command: str, arguments: dict[str, Any], **options: Any) -> Envelope:
    environ = {
        name: value for name, value in os.environ.items() if not name.startswith(("CI", "TOOLI", "AI_"))
    }
    environ.pop("GITHUB_ACTIONS", None)
    line = [sys.executable, str(APP), *command.split(), *_words(arguments), *_flags(options), "--json"]
    run = subprocess.run(line, capture_output=True, text=True, env=environ, check=False)
    assert run.stdout.count("\n") == 1
    envelope: Envelope = json.loads(run.stdout)
    return {**envelope, "exit": run.returncode}


def _told(result: TooliResult[Any]) -> Envelope:
    try:
        envelope = result.model_dump()
    except Exception as error:  # a result that cannot be told is found out when it is told
        return {"ok": False, "error": error.to_dict(), "exit": error.exit_code}  # type: ignore[attr-defined]
    return {**envelope, "exit": result.error.exit_code if result.error else 0}


def on_python(command: str, arguments: dict[str, Any], **options: Any) -> Envelope:
    return _told(APPLICATION.call(command, options=CallOptions(**options), **arguments))


def on_async_python(command: str, arguments: dict[str, Any], **options: Any) -> Envelope:
    return _told(asyncio.run(APPLICATION.acall(command, options=CallOptions(**options), **arguments)))


@pytest.fixture(params=[on_cli, on_python, on_async_python], ids=["cli", "python", "async"])
def surface(request: pytest.FixtureRequest) -> Surface:
    """A surface of the parity app."""
    return request.param  # type: ignore[no-any-return] # pytest types it as Any
