"""How this program was started, as words of a command line that can be repeated."""

from __future__ import annotations

import os
import sys

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from tooli.execute import Runtime

SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-")


def program_words(runtime: Runtime) -> list[str]:
    """Return the words that start an app: as whoever loaded it says, or those of the running program."""
    return list(runtime.program) or running_words(runtime.name)


def running_words(name: str) -> list[str]:
    """Return the words that start the running program: its name, or `python` and the script or module."""
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
