"""The processes a call started, ended with it."""

from __future__ import annotations

import contextlib
import os
import signal
import sys

PASSES = 3
"""How often to look: a process may start another one while it is being ended."""
PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """Become the parent of grandchildren whose parent ends, where the platform can: so they are found."""
    if sys.platform == "linux":
        try:
            import ctypes

            ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        except (ImportError, OSError, AttributeError):
            pass  # an unusual build: children of children that have ended are not found


def end_descendants() -> None:
    """End every process that descends from this one."""
    for _ in range(PASSES):
        found = descendants(os.getpid(), _parents())
        for pid in found:
            with contextlib.suppress(OSError):  # it may have ended by itself
                os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        if not found:
            return


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
    import subprocess

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
            state, parent = file.read().rpartition(")")[2].split()[:2]
            return None if state == "Z" else (int(name), int(parent))
    except (OSError, ValueError):
        return None
