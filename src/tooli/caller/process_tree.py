"""From the line of parent processes to an agent: /proc on Linux, `ps` on macOS, a snapshot on Windows."""

from __future__ import annotations

import os

from tooli.caller.caller import Caller
from tooli.caller.known_agents import AGENTS
from tooli.types import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from collections.abc import Callable

    Reader = Callable[[int], "Process | None"]

DEPTH = 64
"""How far up to look; a line of processes is never that long."""
CONFIDENCE = 0.7
NAMES = {name: agent.id for agent in AGENTS for name in agent.processes}
RUNNERS = ("node", "MainThread", "bun", "deno", "python")
"""What runs agents that are scripts; Node's main thread has a name of its own."""


class Process(Record):
    """A process: its name, its parent, and the words it was started with."""

    name: str
    parent: int
    words: tuple[str, ...] = ()


def agent_process(process: int, read: Reader) -> Caller | None:
    """Return the agent that is a process, or above it."""
    for _ in range(DEPTH):
        found = read(process) if process > 1 else None
        if found is None:
            return None
        name = _own_name(found)
        if name in NAMES:
            return Caller(
                category="ai_agent",
                confidence=CONFIDENCE,
                caller_id=NAMES[name],
                signals=(f"process {name}",),
            )
        process = found.parent
    return None


def _own_name(process: Process) -> str:
    """Return what a process is: its name, or that of the script it runs."""
    if not process.name.startswith(RUNNERS):
        return process.name
    script = next((word for word in process.words[1:] if not word.startswith("-")), "")
    return os.path.splitext(os.path.basename(script))[0]


def reader(platform: str) -> Reader:
    """Return what reads processes on a platform."""
    if platform == "linux":
        return read_proc
    if platform == "win32":
        from tooli.caller.windows_processes import snapshot

        return snapshot().get
    return _ps_table().get


def read_proc(process: int) -> Process | None:
    """Read a process from /proc."""
    try:
        with open(f"/proc/{process}/stat", "rb") as stat, open(f"/proc/{process}/cmdline", "rb") as line:
            name, _, rest = stat.read().partition(b"(")[2].rpartition(b") ")
            words = os.fsdecode(line.read()).rstrip("\0").split("\0")
        return Process(name=os.fsdecode(name), parent=int(rest.split()[1]), words=tuple(words))
    except (OSError, ValueError, IndexError):
        return None


def _ps_table() -> dict[int, Process]:
    import subprocess

    line = ["ps", "-axo", "pid=,ppid=,command="]
    try:
        done = subprocess.run(
            line,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=2,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return {}
    return parse_ps(done.stdout)


def parse_ps(text: str) -> dict[int, Process]:
    """Read what `ps -axo pid=,ppid=,command=` prints."""
    table = {}
    for line in text.splitlines():
        fields = line.split(None, 2)
        if len(fields) == 3 and fields[0].isdigit() and fields[1].isdigit():
            words = tuple(fields[2].split())
            name = os.path.basename(words[0])
            table[int(fields[0])] = Process(name=name, parent=int(fields[1]), words=words)
    return table
