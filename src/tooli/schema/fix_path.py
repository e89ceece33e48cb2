"""The path that was meant: one's home folder written out, or the nearest name in the same folder."""

from __future__ import annotations

import os

from tooli.schema.closeness import closest
from tooli.schema.fix import Fix


def fix_path(text: str) -> Fix | None:
    """Return the fix of a path that does not exist, or None when no name is near."""
    home = os.path.expanduser(text)
    if home != text and os.path.exists(home):
        return Fix(kind="format", words="Write the home folder out.", value=home)
    folder, name = os.path.split(text.rstrip("/"))
    if folder and not os.path.isdir(folder):
        outer = fix_path(folder)
        if outer is None:
            return None
        folder = outer.value
        if os.path.exists(os.path.join(folder, name)):
            return Fix(kind="guess", words=f"Use {folder}/{name}.", value=os.path.join(folder, name))
    try:
        names = os.listdir(folder or ".")
    except OSError:
        return None
    found = closest(name, names[:10_000])
    if found is None:
        return None
    path = os.path.join(folder, found[0])
    return Fix(kind="guess", words=f"Use {path}, the nearest path.", value=path)
