"""A client of few instructions: messages written to a server's stdin, answers counted on its stdout."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

VERSION = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
}
OPENING = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}


def line(method: str, number: int | None = None, **params: Any) -> bytes:
    """One message."""
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
    if number is not None:
        message["id"] = number
    return json.dumps(message).encode() + b"\n"


def opening(modern: bool) -> bytes:
    """What a client writes first."""
    return line("tools/list", 0, _meta=META) if modern else line("initialize", 0, **OPENING)


class Server:
    """A server's process, from its start to its first answer and on."""

    def __init__(self, command: list[str], modern: bool, folder: str) -> None:
        self._modern = modern
        self._number = 0
        started = perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, *command],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        assert isinstance(self.process.stdout, io.FileIO)
        assert isinstance(self.process.stdin, io.FileIO)
        self._answers = io.BufferedReader(self.process.stdout)
        self._write = self.process.stdin.write
        self._write(opening(modern))
        self._read()
        self.first_answer = perf_counter() - started
        if not modern:
            self._write(line("notifications/initialized"))

    def _read(self) -> None:
        while True:
            answer = json.loads(self._answers.readline())
            if "id" in answer:
                assert "result" in answer, answer
                return

    def _call(self) -> None:
        self._number += 1
        params: dict[str, Any] = {
            "name": f"add_{self._number % 10}",
            "arguments": {"a": self._number, "b": 1},
        }
        if self._modern:
            params["_meta"] = META
        self._write(line("tools/call", self._number, **params))

    def calls_a_second(self, calls: int, at_once: int) -> float:
        """Make calls, so many at a time, and return how many a second were answered."""
        started = perf_counter()
        for _ in range(at_once):
            self._call()
        for answered in range(calls):
            self._read()
            if answered + at_once < calls:
                self._call()
        return calls / (perf_counter() - started)

    def cpu_seconds(self) -> float:
        """The time the process has computed so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """The memory it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(row for row in status.splitlines() if row.startswith("VmRSS")).split()[1]) / 1024

    def close(self) -> None:
        """Let it end."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._answers.close()
