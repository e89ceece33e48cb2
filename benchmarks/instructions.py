"""Instruction counts by valgrind's cachegrind, which repeat to the digit on a busy machine too."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

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
        done = subprocess.run(
            [str(VALGRIND), *OPTIONS, *self._workspace.command(subject)],
            cwd=self._workspace.project,
            env=self._workspace.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=False,
        )
        found = TOTAL.search(done.stderr)
        if found is None or done.returncode != subject.status:
            return None
        return int(found[1].replace(b",", b""))
