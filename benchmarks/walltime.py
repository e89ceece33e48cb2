"""Wall time of processes, taken in turns so that a slow moment of the machine strikes every subject alike."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from time import perf_counter

from benchmarks.subject import Subject
from benchmarks.workspace import Workspace


def round_robin(
    workspace: Workspace, subjects: Sequence[Subject], runs: int
) -> dict[Subject, tuple[float, ...]]:
    """The seconds of each run of each subject."""
    seconds: dict[Subject, list[float]] = {subject: [] for subject in subjects}
    for _ in range(runs):
        for subject, taken in seconds.items():
            taken.append(_one(workspace, subject))
    return {subject: tuple(taken) for subject, taken in seconds.items()}


def _one(workspace: Workspace, subject: Subject) -> float:
    command = workspace.command(subject)
    started = perf_counter()
    subprocess.run(
        command,
        cwd=workspace.project,
        env=workspace.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return perf_counter() - started
