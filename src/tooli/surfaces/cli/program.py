"""How this program was started, as words of a command line that can be repeated."""

from __future__ import annotations

import os
import sys

SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-")


def program_words(name: str, started: tuple[str, ...] = ()) -> list[str]:
    """Return the words that start the program: as told, or its name, or `python` and the script or module."""
    if started:
        return list(started)
    main = sys.modules.get("__main__")
    spec = getattr(main, "__spec__", None)
    file = getattr(main, "__file__", None)
    if spec is not None and file is not None:
        return ["python", "-m", spec.name.removesuffix(".__main__")]
    script = sys.argv[0] if sys.argv else ""
    if script.endswith(".py") and file is not None and os.path.basename(file) == os.path.basename(script):
        return ["python", script]
    return [name]


def quote(word: str) -> str:
    """Quote a word for the shell, where it needs it."""
    if word and SAFE.issuperset(word):
        return word
    return "'" + word.replace("'", "'\"'\"'") + "'"


def line(words: list[str]) -> str:
    """Return words as a line for the shell."""
    return " ".join(map(quote, words))
