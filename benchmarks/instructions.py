"""Instruction counts by valgrind's cachegrind, which repeat to the digit on a busy machine too."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.subject import Subject
from benchmarks.workspace import Workspace

VALGRIND = shutil.which("valgrind")
OPTIONS = ("--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
TOTAL = re.compile(rb"I\s+refs:\s+([\d,]+)")


class Counter:
    """Counts the instructions of subjects, each once, as many at a time as there are processors."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._known: dict[Subject, int] = {}

    def count(self, subjects: Iterable[Subject]) -> dict[Subject, int]:
        """The instructions of the subjects known so far; none at all without valgrind."""
        if VALGRIND is None:
            return {}
        missing = [subject for subject in subjects if subject not in self._known]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for subject, counted in zip(missing, pool.map(self._count_one, missing), strict=True):
                if counted is not None:
                    self._known[subject] = counted
        return self._known

    def _count_one(self, subject: Subject) -> int | None:
        command, environment = self._workspace.command(subject), self._workspace.environment
        return counted(command, self._workspace.project, environment, status=subject.status)


def counted(
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    *,
    given: bytes = b"",
    status: int = 0,
) -> int | None:
    """The instructions of a command from its start to its end; None without valgrind, or if it failed."""
    if VALGRIND is None:
        return None
    done = subprocess.run(
        [VALGRIND, *OPTIONS, *command],
        cwd=folder,
        env=environment,
        input=given,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    found = TOTAL.search(done.stderr)
    if found is None or done.returncode != status:
        return None
    return int(found[1].replace(b",", b""))
