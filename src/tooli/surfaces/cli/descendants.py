"""The processes a call started, ended with it."""

from __future__ import annotations

import os
import signal
import subprocess


def end_descendants() -> None:
    """End every process that descends from this one."""
    for pid in descendants(os.getpid(), _parents()):
        try:
            os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        except OSError:
            pass  # it has ended by itself


def descendants(root: int, parents: dict[int, int]) -> list[int]:
    """Return the children of a process, their children, and so on."""
    found: list[int] = []
    front = [root]
    while front:
        front = [pid for pid, parent in parents.items() if parent in front]
        found += front
    return found


def _parents() -> dict[int, int]:
    """Return the parent of every process, as this platform tells it."""
    if os.path.isdir("/proc/self"):
        return dict(filter(None, map(_from_proc, os.listdir("/proc"))))
    command = ["ps", "-axo", "pid=,ppid="]
    if os.name == "nt":
        query = 'Get-CimInstance Win32_Process | % { "$($_.ProcessId) $($_.ParentProcessId)" }'
        command = ["powershell", "-NoProfile", "-Command", query]
    try:
        listed = subprocess.run(command, capture_output=True, text=True, check=False, timeout=5).stdout
    except (OSError, subprocess.TimeoutExpired):
        return {}
    return {
        int(pid): int(parent)
        for pid, parent in (line.split() for line in listed.splitlines() if line.strip())
    }


def _from_proc(name: str) -> tuple[int, int] | None:
    if not name.isdigit():
        return None
    try:
        with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
            # The name of the program may hold spaces and brackets; the state follows the last bracket.
            return int(name), int(file.read().rpartition(")")[2].split()[1])
    except OSError:
        return None
