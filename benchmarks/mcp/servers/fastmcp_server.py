"""Ten tools, served by FastMCP as its documentation shows."""

from __future__ import annotations

from typing import Any

from fastmcp import FastMCP

server: Any = FastMCP("bench", version="1.0")


def make(number: int) -> None:
    @server.tool(name=f"add_{number}")  # type: ignore[untyped-decorator]
    def add(a: int, b: int) -> int:
        """Add two numbers."""
        return a + b


for number in range(10):
    make(number)

if __name__ == "__main__":
    server.run(show_banner=False, log_level="ERROR")
