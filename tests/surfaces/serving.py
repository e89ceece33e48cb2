"""A real server for tests: an app started on a free port, and ended as its operator would."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def serving(app: Path, surface: str, *args: str, env: dict[str, str] | None = None) -> Iterator[str]:
    """Start `app SURFACE serve` and give the address it tells; it prints nothing and ends when asked to."""
    process = subprocess.Popen(
        [sys.executable, str(app), surface, "serve", "--port", "0", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        env=env,
    )
    assert process.stderr is not None
    with process:
        try:
            told = process.stderr.readline()
            assert f" serves {SPOKEN[surface]} at " in told, told + process.stderr.read()
            yield told.rsplit(" ", 1)[1].strip()
        finally:
            process.terminate()
            out, err = process.communicate(timeout=40)
    assert (process.returncode, out) == (0, ""), err


SPOKEN = {"api": "HTTP", "mcp": "MCP"}
