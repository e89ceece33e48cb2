"""What is measured: one command line, and what its measurement found."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Subject:
    """One command line: the arguments of the interpreter, and how a healthy run of it ends."""

    name: str
    arguments: tuple[str, ...]
    expect: str = ""
    status: int = 0


BARE = Subject("`python -c pass`", ("-c", "pass"))


@dataclass(frozen=True)
class Measured:
    """What was found out about a subject; all empty when it failed."""

    subject: Subject
    instructions: int | None = None
    seconds: tuple[float, ...] = ()
    failure: str = ""

    @property
    def best(self) -> float:
        """The fastest run, the least disturbed one."""
        return min(self.seconds)

    @property
    def median(self) -> float:
        """The run in the middle."""
        return median(self.seconds)

    @property
    def p95(self) -> float:
        """The run that 95 of 100 do not exceed."""
        ranked = sorted(self.seconds)
        return ranked[min(len(ranked) - 1, round(0.95 * len(ranked)))]


def cost(measured: Measured) -> float | None:
    """What a subject costs, for comparing: instructions, or seconds where there is no valgrind."""
    if measured.failure:
        return None
    return measured.best if measured.instructions is None else float(measured.instructions)


def ratio(measured: Measured, base: Measured) -> float | None:
    """How many times the base a subject costs."""
    upper, lower = cost(measured), cost(base)
    return None if upper is None or lower is None else upper / lower


def excess(measured: Measured, base: Measured, unit: Measured) -> float | None:
    """How much a subject costs beyond the base, counted in units."""
    upper, lower, one = cost(measured), cost(base), cost(unit)
    return None if upper is None or lower is None or one is None else (upper - lower) / one
