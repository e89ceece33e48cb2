"""A git history as commits, read one by one; plain Python."""

import subprocess
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TypedDict

from tooli.errors import DataFormatError, DependencyError, InputError

MARK = "@@"
FORMAT = f"--pretty=format:{MARK}%h%x09%aI%x09%aN%x09%s"
"""One line for each commit, followed by the lines of --numstat."""


class Change(TypedDict):
    """What a commit did to one file."""

    path: str
    added: int
    removed: int


class Commit(TypedDict):
    """One commit."""

    id: str
    time: datetime
    author: str
    subject: str
    changes: list[Change]


def commits(repository: Path, since: str | None) -> Iterator[Commit]:
    """Give the commits of a repository, the newest first."""
    words = ["git", "-C", str(repository), "log", "--numstat", FORMAT]
    try:
        process = subprocess.Popen(
            words + ([f"--since={since}"] if since else []),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
    except FileNotFoundError:
        raise DependencyError("git is not installed", suggestion="Install git.") from None
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        yield from parse(process.stdout, "git log")
        if process.wait():
            raise InputError(f"repo: {process.stderr.read().strip()}", field="repo")
    finally:
        process.kill()
        process.stdout.close()
        process.stderr.close()
        process.wait()


def parse(lines: Iterable[str], name: str) -> Iterator[Commit]:
    """Give the commits of a log in the format above."""
    commit: Commit | None = None
    for number, line in enumerate(lines, 1):
        text = line.rstrip("\n")
        if text.startswith(MARK):
            if commit is not None:
                yield commit
            commit = _commit(text.removeprefix(MARK), f"{name}:{number}")
        elif text and commit is not None:
            added, removed, path = text.split("\t", 2)
            # Of a binary file no lines are counted.
            commit["changes"].append({"path": path, "added": _count(added), "removed": _count(removed)})
    if commit is not None:
        yield commit


def _count(text: str) -> int:
    return 0 if text == "-" else int(text)


def _commit(text: str, place: str) -> Commit:
    parts = text.split("\t", 3)
    if len(parts) != 4:
        raise DataFormatError(f"{place}: this is no commit: {text!r}", field="log")
    return {
        "id": parts[0],
        "time": datetime.fromisoformat(parts[1]),
        "author": parts[2],
        "subject": parts[3],
        "changes": [],
    }
