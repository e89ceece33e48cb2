"""Secrets in files and in the lines that a diff adds. Plain Python; the shapes of secrets are Tooli's own."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypedDict

from tooli.policy.redact import find_secrets, redact_secrets

LONGEST = 2_000_000
"""Bytes of a file that is looked at; what is larger was not written by hand."""
SHOWN = 100
_HUNK = re.compile(r"@@ -\d+(?:,\d+)? \+(\d+)")


class Finding(TypedDict):
    """A secret: where it stands, what it is, and its line without it."""

    file: str
    line: int
    kind: str
    text: str


def files_below(folder: Path, pattern: str, hidden: bool) -> Iterator[Path]:
    """Give the files to look at, in order."""
    for at, names, files in os.walk(folder):
        names[:] = sorted(name for name in names if name != ".git" and (hidden or not name.startswith(".")))
        for name in sorted(files):
            if Path(name).match(pattern) and (hidden or not name.startswith(".")):
                yield Path(at, name)


def in_file(path: Path) -> Iterator[Finding]:
    """Give the secrets in a file; one that is binary, or too large, has none."""
    with path.open("rb") as stream:
        data = stream.read(LONGEST + 1)
    if len(data) <= LONGEST and b"\0" not in data:
        yield from in_text(data.decode("utf-8", "replace"), str(path))


def in_text(text: str, name: str, first: int = 1) -> Iterator[Finding]:
    """Give the secrets in a text whose lines are counted from `first`."""
    for found in find_secrets(text):
        begin = text.rfind("\n", 0, found.start) + 1
        line = redact_secrets(text[begin : max(found.end, text.find("\n", found.end))]).strip()
        yield Finding(
            file=name,
            line=first + text.count("\n", 0, found.start),
            kind=found.kind,
            text=line if len(line) <= SHOWN else line[: SHOWN - 1] + "…",
        )


def in_diff(lines: Iterable[str]) -> Iterator[Finding]:
    """Give the secrets in the lines that a diff adds."""
    name, number, added = "", 0, list[str]()
    for line in (*lines, "@@"):
        if line.startswith("+") and not line.startswith("+++ "):
            added.append(line[1:])
            continue
        if added:  # together: a key has many lines
            yield from in_text("\n".join(added), name, number)
            number += len(added)
            added = []
        if line.startswith("+++ "):
            name = line[4:].removeprefix("b/")
        elif hunk := _HUNK.match(line):
            number = int(hunk[1])
        elif not line.startswith("-"):
            number += 1
