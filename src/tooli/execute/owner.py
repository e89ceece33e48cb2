"""Which process runs something, and whether it still does.

A process is named by its machine, its number and the moment it began: numbers are used again. Machines are
told apart by host name and, on Linux, by the space in which process numbers are counted, so that containers
do not take each other's processes for their own.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys

from tooli.types import Record


class Owner(Record):
    """A process, as it can be found again."""

    machine: str
    pid: int
    born: str

    def is_alive(self) -> bool | None:
        """Whether the process still runs; None when it ran on another machine."""
        if self.machine != machine():
            return None
        return born(self.pid) == self.born


def this_process() -> Owner:
    """Return the running process."""
    pid = os.getpid()
    return Owner(machine=machine(), pid=pid, born=born(pid) or "")


def machine() -> str:
    """Return the name of this machine, or of this container."""
    space = ""
    with contextlib.suppress(OSError):
        space = os.readlink("/proc/self/ns/pid")
    return f"{socket.gethostname()} {space}".strip()


def born(pid: int, platform: str = sys.platform) -> str | None:
    """Return when a process began, as its system counts it; None when it does not run."""
    if platform == "win32":
        return _born_on_windows(pid)
    if platform == "linux":
        return _born_on_linux(pid)
    told = subprocess.run(
        ["ps", "-o", "stat=", "-o", "lstart=", "-p", str(pid)],
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C"},
        check=False,
    ).stdout.split(maxsplit=1)
    return None if len(told) < 2 or told[0].startswith("Z") else told[1].strip()


def _born_on_linux(pid: int) -> str | None:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            state, *fields = file.read().rpartition(")")[2].split()
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            boot = file.read().strip()
    except OSError:
        return None
    return None if state in "ZX" else f"{boot} {fields[18]}"  # one that was killed waits for its parent


def _born_on_windows(pid: int) -> str | None:
    import ctypes
    from ctypes import wintypes

    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - it is there on Windows only
    limited, running = 0x1000, 259
    handle = kernel.OpenProcess(limited, False, pid)
    if not handle:
        return None
    try:
        times = [wintypes.FILETIME() for _ in range(4)]
        status = wintypes.DWORD()
        kernel.GetExitCodeProcess(handle, ctypes.byref(status))
        if status.value != running or not kernel.GetProcessTimes(handle, *map(ctypes.byref, times)):
            return None
        return f"{times[0].dwHighDateTime} {times[0].dwLowDateTime}"
    finally:
        kernel.CloseHandle(handle)
