"""What the peers' commands print: their name and the arguments they received, as ours do."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def show(command: str, arguments: Mapping[str, Any]) -> None:
    """Print a command and its arguments; `yes` is no argument of ours."""
    shown = {name: value for name, value in arguments.items() if name != "yes"}
    sys.stdout.write(json.dumps({"command": command, "arguments": shown}, default=_plain) + "\n")


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return getattr(value, "value", None) or (value.isoformat() if hasattr(value, "isoformat") else str(value))


def number_map(text: str) -> dict[str, int]:
    """Read `{"v1": 80}`."""
    data = json.loads(text)
    return {str(name): int(value) for name, value in data.items()}


def pairs(texts: list[str] | tuple[str, ...] | None) -> dict[str, str] | None:
    """Read `key=value` pairs."""
    return dict(text.split("=", 1) for text in texts) if texts else None


def existing(text: str) -> Path:
    """Read a path that has to exist, for argparse, which has no such type."""
    if not Path(text).exists():
        raise argparse.ArgumentTypeError(f"path {text!r} does not exist")
    return Path(text)
