r"""Where an app keeps what must outlive a process: keys, stored pages, markers.

Linux and others: `$XDG_STATE_HOME/tooli/APP`, else `~/.local/state/tooli/APP`.
macOS: `~/Library/Application Support/tooli/APP`. Windows: `%LOCALAPPDATA%\tooli\APP`.

Nothing is created here, and neither the environment nor the platform is looked up: both are given.
"""

from __future__ import annotations

import re
from pathlib import Path

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["state_dir"]


def state_dir(app: str, environ: Mapping[str, str], platform: str) -> Path | None:
    """Return an app's state directory; None when the environment names no home.

    platform: as `sys.platform` has it.
    """
    base = _base(environ, platform)
    if base is None:
        return None
    name = re.sub(r"[^\w.-]", "_", app).lstrip(".")
    return base / "tooli" / (name or "app")


def _base(environ: Mapping[str, str], platform: str) -> Path | None:
    if platform == "win32":
        local = environ.get("LOCALAPPDATA")
        profile = environ.get("USERPROFILE")
        return Path(local) if local else Path(profile) / "AppData" / "Local" if profile else None
    home = environ.get("HOME")
    if platform == "darwin":
        return Path(home) / "Library" / "Application Support" if home else None
    chosen = environ.get("XDG_STATE_HOME", "")
    if chosen.startswith("/"):  # the standard has relative ones ignored
        return Path(chosen)
    return Path(home) / ".local" / "state" if home else None
