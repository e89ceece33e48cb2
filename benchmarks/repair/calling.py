"""Runs calls of the command sets in this process, with captured streams."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from benchmarks.repair.command_sets import app_of
from benchmarks.repair.fixture import at_home
from benchmarks.repair.mistake import Given
from tooli.surfaces.cli.borrowed import CapturedStreams, run_contained


@dataclass(frozen=True)
class Answer:
    """How a call ended: what the command received, the error, or the exception that must not be."""

    received: Mapping[str, Any] | None = None
    error: Mapping[str, Any] | None = None
    raised: str | None = None


def run(app: str, given: Given, home: str) -> Answer:
    """Run a call; the answer is what a caller would see."""
    try:
        with patch("sys.argv", [f"{app}.py"]):
            envelope = _call(app, given) if given.command else _command_line(app, list(given.argv))
    except Exception as error:
        return Answer(raised=f"{type(error).__name__}: {error}")
    if not envelope.get("ok"):
        return Answer(error=envelope["error"])
    return Answer(received=at_home(envelope["result"], home))  # type: ignore[arg-type] # a dict stays one


def _command_line(app: str, argv: list[str]) -> dict[str, Any]:
    streams = CapturedStreams()
    run_contained(app_of(app).runtime, argv, streams)
    out = streams.stdout.decode()
    try:
        envelope = json.loads(out)
    except ValueError:
        envelope = None
    if isinstance(envelope, dict) and "ok" in envelope:
        return envelope
    # A page of text or bare lines: nothing ran that a caller could read the answer of.
    return {"ok": True, "result": {"command": None, "arguments": {}, "printed": out[:200]}}


def _call(app: str, given: Given) -> dict[str, Any]:
    return app_of(app).call(given.command, **given.arguments).model_dump()
