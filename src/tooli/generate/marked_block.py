"""An app's part of a file that others write too: between two marks, replaced as a whole."""

from __future__ import annotations

import re


def marks(name: str) -> tuple[str, str]:
    """Return the lines between which an app's part stands."""
    label = re.sub(r"[^A-Za-z0-9_.-]+", "-", name).strip("-") or "app"
    return f"<!-- begin:{label} -->", f"<!-- end:{label} -->"


def with_block(text: str, name: str, block: str) -> str:
    """Return a file with an app's part put in, or replaced where it stands."""
    begin, end = marks(name)
    body = f"{begin}\n{block.strip()}\n{end}"
    before, found, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if found and closed:
        return before + body + after
    return f"{text.rstrip()}\n\n{body}\n" if text.strip() else f"{body}\n"
