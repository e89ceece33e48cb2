"""What a session has called before: one marker file a session, in the app's state directory."""

from __future__ import annotations

import hashlib
import sys
import time
from typing import TYPE_CHECKING

from tooli.execute.state_dir import state_dir

if TYPE_CHECKING:
    from pathlib import Path

    from tooli.execute import Call

KEPT = 7 * 24 * 3600
"""Seconds a session is remembered after its last new command."""


def is_first_call(call: Call) -> bool:
    """Whether the caller's session calls this command for the first time; it is remembered from now on.

    Where nothing can be kept, no call counts as the first: an answer must not grow with every call.
    """
    directory = state_dir(call.runtime.name, call.runtime.environ, sys.platform)
    if directory is None:
        return False
    folder = directory / "sessions"
    marker = folder / hashlib.sha256(str(call.caller.session_id).encode()).hexdigest()[:32]
    try:
        known = marker.read_text(encoding="utf-8").splitlines() if marker.exists() else []
        if call.command.name in known:
            return False
        if not known:
            _make_room(folder)
        with marker.open("a", encoding="utf-8") as file:
            file.write(call.command.name + "\n")
    except OSError:
        return False
    return True


def _make_room(folder: Path) -> None:
    """Make the folder, and forget sessions that ended long ago."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for old in folder.iterdir():
        if old.stat().st_mtime < time.time() - KEPT:
            old.unlink(missing_ok=True)
