"""Peak memory and CPU time of a process, as the system accounts for them."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from benchmarks.subject import Subject
from benchmarks.workspace import Workspace

LAUNCHER = Path(__file__).parent / "launcher.py"
BYTES_PER_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Usage:
    """What the cheapest of some runs needed."""

    megabytes: float
    cpu_seconds: float


def usage(workspace: Workspace, subject: Subject, runs: int) -> Usage | None:
    """The least memory and the least CPU time of some runs, or nothing if one of them failed."""
    samples = [sample for _ in range(runs) if (sample := _one(workspace, subject))]
    if len(samples) < runs:
        return None
    return Usage(min(sample.megabytes for sample in samples), min(sample.cpu_seconds for sample in samples))


def _one(workspace: Workspace, subject: Subject) -> Usage | None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(LAUNCHER), *workspace.command(subject)],
        cwd=workspace.project,
        env=workspace.environment,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    if done.returncode != 0:
        return None
    peak, cpu, status = done.stdout.split()
    if int(status) != subject.status:
        return None
    return Usage(int(peak) * BYTES_PER_UNIT / 1e6, float(cpu))
