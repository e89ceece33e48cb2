"""Calls one server over many connections, each of which sends its next request when it has its answer."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

ITEMS = [{"sku": f"a{number}", "count": number, "price": 1.5} for number in range(5)]
BODY = json.dumps({"order": {"customer": "Ann", "items": ITEMS}}).encode()


class Server:
    """A server in a process of its own."""

    def __init__(self, command: list[str]) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            self.port = taken.getsockname()[1]
        line = [sys.executable, *(part.format(port=self.port) for part in command)]
        self._process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                break
            except ConnectionRefusedError:
                if self._process.poll() is not None:
                    raise RuntimeError(f"{line} ended") from None
                time.sleep(0.02)

    def load(self, path: str, calls: int, connections: int) -> tuple[float, float]:
        """Return calls a second, and the milliseconds that one in a hundred calls exceeds."""
        return asyncio.run(_load(self.port, path, calls, connections))

    def megabytes(self) -> float:
        """Return the memory it has."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024

    def cpu_seconds(self) -> float:
        """Return the processor time it has used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait()


async def _load(port: int, path: str, calls: int, connections: int) -> tuple[float, float]:
    head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: application/json\r\n"
    request = f"{head}content-length: {len(BODY)}\r\n\r\n".encode() + BODY
    took: list[float] = []
    left = calls

    async def client() -> None:
        nonlocal left
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while left > 0:
            left -= 1
            start = time.perf_counter()
            writer.write(request)
            answer = await reader.readuntil(b"\r\n\r\n")
            assert answer.startswith(b"HTTP/1.1 200"), answer
            length = int(answer.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
            await reader.readexactly(length)
            took.append(time.perf_counter() - start)
        writer.close()

    start = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(connections)))
    speed = len(took) / (time.perf_counter() - start)
    return speed, sorted(took)[int(len(took) * 0.99)] * 1e3
