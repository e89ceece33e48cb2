"""Asking a person on the terminal, even when stdin is taken by data."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable


def ask_terminal(prompt: str, hide: bool) -> str:
    """Ask on the controlling terminal and return the line typed."""
    if hide:
        from getpass import getpass

        return getpass(prompt, stream=sys.stderr)
    name = "CON" if os.name == "nt" else "/dev/tty"
    sys.stderr.write(prompt)
    sys.stderr.flush()
    with open(name, encoding="utf-8", errors="replace") as terminal:
        line = terminal.readline()
    if not line:
        raise EOFError("the terminal was closed")
    return line.rstrip("\r\n")


def confirm(question: str, ask: Callable[[str, bool], str]) -> bool:
    """Ask until the answer is yes or no; an empty one is no."""
    while True:
        answer = ask(f"{question} [y/N]: ", False).strip().lower()
        if answer in ("y", "yes"):
            return True
        if answer in ("", "n", "no"):
            return False


def ask_value(label: str, ask: Callable[[str, bool], str], *, hide: bool, confirmation: bool | str) -> str:
    """Ask for a param's value, twice when it has to be confirmed."""
    while True:
        value = ask(f"{label}: ", hide)
        if not value:
            continue
        if not confirmation:
            return value
        again = confirmation if isinstance(confirmation, str) else f"Repeat {label.lower()}"
        if ask(f"{again}: ", hide) == value:
            return value
        sys.stderr.write("The two values differ.\n")
