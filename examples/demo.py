"""`make demo`: one example as a person, an agent and a program use it."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
APP = "examples/docq/app.py"


def show(title: str, *args: str, terminal: bool = False) -> None:
    """Run the example and show the command and what it prints."""
    print(f"\n\033[1m{title}\033[0m\n$ python {APP} {shlex.join(args)}", flush=True)
    command = [sys.executable, APP, *args]
    if terminal and hasattr(os, "openpty"):
        print(_on_terminal(command), end="", flush=True)
    else:
        subprocess.run(command, cwd=ROOT, check=False)


def _on_terminal(command: list[str]) -> str:
    """Run a command as if its output were a terminal, which is how a person sees it."""
    ours, theirs = os.openpty()
    environ = {**os.environ, "TOOLI_CALLER": "human", "COLUMNS": "100"}
    subprocess.run(command, cwd=ROOT, stdout=theirs, env=environ, check=False)
    os.close(theirs)
    output = b""
    try:
        while chunk := os.read(ours, 65536):
            output += chunk
    except OSError:
        pass  # Linux reports the closed terminal as an error
    os.close(ours)
    return output.decode().replace("\r\n", "\n")


async def _as_mcp_tool() -> str:
    """Serve the example as an agent's host would, and say what the client sees."""
    from mcp import Client, StdioServerParameters, stdio_client

    started = StdioServerParameters(command=sys.executable, args=[APP, "mcp", "serve"], cwd=ROOT)
    async with Client(stdio_client(started)) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        answer = await client.call_tool("stats", {"path": "examples/docq/sample"})
        wrong = await client.call_tool("stats", {"path": "examples/docq/sampel"})
    return (
        f"tools: {', '.join(tools)}\n"
        f"stats: {json.dumps(answer.structured_content)}\n"
        f"a mistake: {json.dumps(wrong.structured_content)}"
    )


def main() -> None:
    """Show the surfaces one after the other."""
    show("A person at a terminal sees a table", "stats", "examples/docq/sample", terminal=True)
    show("An agent gets one JSON envelope", "stats", "examples/docq/sample", "--json")
    show("Streams come as one JSON line per item", "search", "lantern", "examples/docq/sample", "--jsonl")
    show("Every command has a schema", "outline", "--schema")
    show("A mistake is data, and says how to repair it", "stats", "examples/docq/sampel", "--json")
    print("\n\033[1mThe same from Python\033[0m")
    code = (
        "import sys; sys.path.insert(0, 'examples/docq')\n"
        "from app import app\n"
        "result = app.call('stats', path='examples/docq/sample')\n"
        "print(result.ok, [row['words'] for row in result.unwrap()], result.meta['tool'])\n"
    )
    print(f'$ python -c "\n{code}"', flush=True)
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    print(f"\n\033[1mThe same as an MCP tool, called by the official client\033[0m\n$ python {APP} mcp serve")
    print(asyncio.run(_as_mcp_tool()), flush=True)


if __name__ == "__main__":
    main()
