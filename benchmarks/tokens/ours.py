"""What the tooli app prints: help for agents and people, schemas, answers, errors."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout

from benchmarks.tokens.app import app
from benchmarks.tokens.commands import PROGRAM
from benchmarks.tokens.fixtures import ANSWERS
from benchmarks.tokens.peers import Pages, paths

CALLS = {
    "server-list": ("compute", "server-list"),
    "log-search": ("monitor", "log-search", "payment", "--since", "2h"),
    "instance-show": ("database", "instance-show", "orders"),
    "bill-show": ("account", "bill-show", "2026-05-00417"),
}
"""A command line for each command that answers with a fixture."""

MISTAKES = {
    "unknown command": ("compute", "server-lst"),
    "unknown option": ("compute", "server-list", "--zoen", "eu-north-1"),
    "missing option": ("compute", "server-create", "web-1", "--image", "debian-13"),
    "not a number": ("compute", "server-list", "--limit", "many"),
    "not a choice": ("compute", "server-list", "--state", "runing"),
}


def printed(*words: str) -> str:
    """Run a command line and return what it prints on standard output."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with _called_as(PROGRAM), redirect_stdout(out), redirect_stderr(io.StringIO()):
        app.main(words, standalone=False)
        out.flush()
    return out.buffer.getvalue().decode()


@contextmanager
def _called_as(name: str) -> Iterator[None]:
    before = sys.argv
    sys.argv = [name]
    try:
        yield
    finally:
        sys.argv = before


def pages(*form: str) -> Pages:
    """All help pages in one form."""
    return {path: printed(*path, *form) for path in paths()}


def answers() -> list[str]:
    """The envelopes of the commands that answer with fixtures."""
    return [printed(*CALLS[name], "--json") for name in ANSWERS]


def errors() -> dict[str, str]:
    """The envelopes of some mistaken command lines."""
    return {name: printed(*words, "--json") for name, words in MISTAKES.items()}
