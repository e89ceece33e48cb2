"""The processes of a Windows machine, as far as one snapshot tells: names and parents, no words."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tooli.caller.process_tree import Process

SNAP_PROCESSES = 0x2


class Entry(ctypes.Structure):
    """PROCESSENTRY32W."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("usage", ctypes.c_uint32),
        ("process", ctypes.c_uint32),
        ("heap", ctypes.c_size_t),
        ("module", ctypes.c_uint32),
        ("threads", ctypes.c_uint32),
        ("parent", ctypes.c_uint32),
        ("priority", ctypes.c_int32),
        ("flags", ctypes.c_uint32),
        ("file", ctypes.c_wchar * 260),
    )


def snapshot(kernel: Any = None) -> dict[int, Process]:
    """Return every process of the machine; none where the system does not say."""
    from tooli.caller.process_tree import Process

    if kernel is None:
        kernel = getattr(ctypes, "WinDLL")("kernel32")  # noqa: B009 - there only on Windows
    kernel.CreateToolhelp32Snapshot.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(kernel.CreateToolhelp32Snapshot(SNAP_PROCESSES, 0))
    entry = Entry(size=ctypes.sizeof(Entry))
    table = {}
    more = kernel.Process32FirstW(handle, ctypes.byref(entry))
    while more:
        table[entry.process] = Process(name=entry.file.lower().removesuffix(".exe"), parent=entry.parent)
        more = kernel.Process32NextW(handle, ctypes.byref(entry))
    kernel.CloseHandle(handle)
    return table
