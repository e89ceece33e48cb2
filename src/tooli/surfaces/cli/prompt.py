"""Asking a person on the terminal, even when stdin is taken by data."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable


def ask_terminal(prompt: str, hide: bool) -> str:
    """Ask on the controlling terminal and return the line typed."""
    try:
        line = _read_hidden(prompt) if hide else _read(prompt)
    except EOFError:
        line = ""
    if not line:
        from tooli.errors import CancelledError

        raise CancelledError("nothing was typed: the input has ended")
    return line.rstrip("\r\n")


TERMINAL = "CON" if os.name == "nt" else "/dev/tty"


def has_terminal() -> bool:
    """Whether this process has a terminal, whatever its streams are."""
    try:
        os.close(os.open(TERMINAL, os.O_RDWR))
    except OSError:
        return False
    return True


def _read(prompt: str) -> str:
    sys.stderr.write(prompt)
    sys.stderr.flush()
    with open(TERMINAL, encoding="utf-8", errors="replace") as terminal:
        return terminal.readline()


def _read_hidden(prompt: str) -> str:
    from getpass import getpass

    return getpass(prompt, stream=sys.stderr) + "\n"


def confirm(question: str, ask: Callable[[str, bool], str]) -> bool:
    """Ask until the answer is yes or no; an empty one is no."""
    while True:
        answer = ask(f"{question} [y/N]: ", False).strip().lower()
        if answer in ("y", "yes"):
            return True
        if answer in ("", "n", "no"):
            return False


def approve(question: str, ask: Callable[[str, bool], str]) -> bool:
    """Show a random word and say whether it was typed."""
    import secrets

    word = "".join(secrets.choice("bdfgklmnprstvz") + secrets.choice("aeiou") for _ in range(3))
    return ask(f"{question}\nTo approve, type {word}: ", False).strip().lower() == word


def ask_value(
    label: str,
    ask: Callable[[str, bool], str],
    *,
    hide: bool,
    confirmation: bool | str,
    default: str | None = None,
) -> str | None:
    """Ask for a param's value, twice when it has to be confirmed; None takes the default."""
    shown = f" [{default}]" if default and not hide else ""
    while True:
        value = ask(f"{label}{shown}: ", hide)
        if not value and default is not None:
            return None
        if not value:
            continue
        if not confirmation:
            return value
        again = confirmation if isinstance(confirmation, str) else f"Repeat {label.lower()}"
        if ask(f"{again}: ", hide) == value:
            return value
        sys.stderr.write("The two values differ.\n")
