"""Runs subjects: checks first that each one works, then measures those that do."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

from benchmarks.instructions import VALGRIND, Counter
from benchmarks.subject import Measured, Subject
from benchmarks.usage import Usage, usage
from benchmarks.walltime import round_robin
from benchmarks.workspace import Workspace

PATIENCE = 120.0


class Harness:
    """Everything a table needs to measure its subjects."""

    def __init__(self, workspace: Workspace, runs: int) -> None:
        self.runs = runs
        self.failures: dict[Subject, str] = {}
        self._workspace = workspace
        self._counter = Counter(workspace)
        self._checked: set[Subject] = set()
        self._batches: list[dict[Subject, Measured]] = []

    def measure(self, *subjects: Subject, runs: int | None = None) -> list[Measured]:
        """Instructions and wall times, in the order of the subjects; known ones if taken in one go before."""
        for batch in self._batches:
            if all(subject in batch for subject in subjects):
                return [batch[subject] for subject in subjects]
        self._batches.append(self._measure(subjects, runs or self.runs))
        return list(self._batches[-1].values())

    def count(self, subject: Subject) -> int | None:
        """The instructions of one subject, unless it failed or there is no valgrind."""
        return self._count([subject]).get(subject) if self.works(subject) else None

    def usage(self, subject: Subject, runs: int = 5) -> Usage | None:
        """Memory and CPU time of one subject, unless it failed."""
        if not self.works(subject):
            return None
        found = usage(self._workspace, subject, runs)
        if found is None:
            self.failures[subject] = "failed while its memory was measured"
        return found

    def output(self, subject: Subject) -> str | None:
        """What one subject prints, unless it failed."""
        return self._run(subject).stdout if self.works(subject) else None

    def works(self, subject: Subject) -> bool:
        """Whether the subject runs as expected; the first run also leaves its bytecode behind."""
        if subject not in self._checked:
            self._checked.add(subject)
            problem = self._problem(subject)
            if problem:
                self.failures[subject] = problem
        return subject not in self.failures

    def _measure(self, subjects: Sequence[Subject], runs: int) -> dict[Subject, Measured]:
        healthy = [subject for subject in subjects if self.works(subject)]
        counts = self._count(healthy)
        healthy = [subject for subject in healthy if subject not in self.failures]
        seconds = round_robin(self._workspace, healthy, runs)
        return {
            subject: Measured(subject, failure=self.failures[subject])
            if subject in self.failures
            else Measured(subject, counts.get(subject), seconds[subject])
            for subject in subjects
        }

    def _count(self, subjects: Sequence[Subject]) -> dict[Subject, int]:
        counts = self._counter.count(subjects)
        if VALGRIND:
            uncounted = [subject for subject in subjects if subject not in counts]
            self.failures.update(dict.fromkeys(uncounted, "failed under valgrind"))
        return counts

    def _problem(self, subject: Subject) -> str:
        try:
            done = self._run(subject)
        except subprocess.TimeoutExpired:
            return f"still running after {PATIENCE:.0f} s"
        if done.returncode != subject.status:
            said = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
            reason = f"exit status {done.returncode} instead of {subject.status}: {said[-1][:200]}"
            return self._workspace.anonymous(reason)
        if subject.expect not in done.stdout + done.stderr:
            return f"its output lacks {subject.expect!r}"
        return ""

    def _run(self, subject: Subject) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self._workspace.command(subject),
            cwd=self._workspace.project,
            env=self._workspace.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            encoding="utf-8",
            timeout=PATIENCE,
        )
