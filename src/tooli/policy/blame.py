"""Whose doing it is: the watched function's, or an import's, or the framework's own.

Told from the frames of the code that is running, so it is no defence against code that forges them.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import all_suffixes
from types import FrameType

from tooli.policy.audit_events import Use
from tooli.policy.sandbox import inside

OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
HOSTS = frozenset(
    OURS + name.replace("/", os.sep)
    for name in (
        "execute/awaited.py",
        "execute/context.py",
        "execute/dependencies.py",
        "execute/emit.py",
        "execute/host.py",
        "execute/loop.py",
        "execute/pipeline.py",
        "execute/steps/__init__.py",
        "execute/steps/guard.py",
        "execute/watched.py",
        "execute/worker.py",
        "policy/audit_hook.py",
    )
)
"""The framework's files that run the developer's code: what happens directly in them is that code's doing."""
STANDARD = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
INSTALLED = (
    STANDARD,
    *(entry + os.sep for entry in sys.path if os.path.basename(entry) in ("site-packages", "dist-packages")),
)
_IMPORTING = ("<frozen importlib.", "<frozen zipimport>", os.path.join(STANDARD, "importlib") + os.sep)
_ARCHIVES = (".zip", ".egg", ".whl", ".pyz")
_CODE = (*all_suffixes(), *_ARCHIVES)
_FREE = tuple(
    os.path.realpath(folder)
    for folder in (*INSTALLED, "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo")
)
_DEVICES = frozenset({"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", os.devnull})


def is_free(use: Use) -> bool:
    """Whether something needs no capability: to read what is installed, and the devices that hold nothing."""
    path = use.target
    if path is None or not use.kinds[0].startswith("fs:"):
        return False
    return path in _DEVICES or (use.kinds == ("fs:read",) and any(inside(folder, path) for folder in _FREE))


def is_blameless(frame: FrameType | None, event: str, use: Use) -> bool:
    """Whether an import or the framework does something, rather than the function."""
    if _is_importing(frame):
        return _is_import(event, use)
    return _is_ours(frame) or _is_source(use)


def _is_import(event: str, use: Use) -> bool:
    """Whether the import system works on code; it could be asked to read anything."""
    path = use.target or ""
    return event == "os.listdir" or path.endswith(_CODE) or "__pycache__" in path.split(os.sep)


def _is_ours(frame: FrameType | None) -> bool:
    """Whether the framework does it, or the import of an installed module, by means of installed code."""
    while frame is not None:
        file, outer = frame.f_code.co_filename, frame.f_back
        if file.startswith(OURS):
            return file not in HOSTS
        if not file.startswith((*INSTALLED, "<frozen ")):
            return False
        if frame.f_code.co_name == "<module>" and _is_importing(outer):
            return True
        frame = outer
    return False


def _is_importing(frame: FrameType | None) -> bool:
    return frame is not None and frame.f_code.co_filename.startswith(_IMPORTING)


def _is_source(use: Use) -> bool:
    """Whether the source of a loaded module is read, for a traceback say, or an archive that has modules."""
    path = use.target
    if path is None or use.kinds != ("fs:read",) or not path.endswith((".py", *_ARCHIVES)):
        return False
    files = [getattr(module, "__file__", None) for module in list(sys.modules.values())] + sys.path
    return any(isinstance(file, str) and os.path.realpath(file) == path for file in files)
