"""Runs a peer's command line in this process and keeps what it prints."""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks.repair.fixture import at_home

PEERS = ("argparse", "click", "typer", "cyclopts")
APPS = ("files", "deploy")
BOX = re.compile(r"\x1b\[[0-9;]*m|[\u2500-\u257f]")


@dataclass(frozen=True)
class Said:
    """What a peer's command received, or what its error says."""

    received: Mapping[str, Any] | None = None
    message: str = ""


def missing(peer: str) -> bool:
    """Whether a peer is not installed here."""
    try:
        importlib.import_module(f"benchmarks.repair.peers.{peer}_apps")
    except ModuleNotFoundError:
        return True
    return False


def run(peer: str, app: str, argv: list[str], home: str) -> Said:
    """Run a command line of a peer."""
    out, err = io.StringIO(), io.StringIO()
    module = importlib.import_module(f"benchmarks.repair.peers.{peer}_apps")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            module.run(app, argv)
        except SystemExit:
            pass
        except Exception as error:  # a peer may fail in any way; the traceback is all its caller sees
            err.write(f"{type(error).__name__}: {error}")
    try:
        received = json.loads(out.getvalue())
    except ValueError:
        text = BOX.sub(" ", err.getvalue() + out.getvalue())
        return Said(message=re.sub(r"\s+", " ", text))
    return Said(received=at_home(received, home))  # type: ignore[arg-type] # a dict stays one
