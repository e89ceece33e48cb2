"""A million JSONL items: constant memory, and how much of a bare loop's speed is left."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.harness import Harness
from benchmarks.markdown import NOTHING, Table, Target, number
from benchmarks.subject import Subject

HEADERS = ("subject", "items/s", "instructions/item", "peak MB", "growth MB", "result", "target", "verdict")
FEW, SOME, MANY, ALL = 1_000, 11_000, 200_000, 1_000_000
ROUNDS = 5
MEMORY_TARGET = Target(1.0, "constant (≤ 1 MB more)")
SPEED_TARGET = Target(0.6, "≥ 0.6× the loop", at_least=True)


@dataclass(frozen=True)
class Program:
    """A program that prints as many items as it is told."""

    name: str
    before: tuple[str, ...]
    after: tuple[str, ...] = ()

    def printing(self, count: int) -> Subject:
        """The program with so many items."""
        return Subject(f"{self.name}, {count:,} items", (*self.before, str(count), *self.after), '"item-1"')


@dataclass(frozen=True)
class Stream:
    """What a program did with its items."""

    items_per_second: float
    peak_megabytes: float
    growth_megabytes: float
    instructions_per_item: float | None


LOOP = Program("bare generator, encoder and flush", ("stream_alone.py",))
OURS = Program("**tooli** `--jsonl`", ("stream_app.py", "items"), ("--jsonl",))


def table(harness: Harness) -> Table:
    """Our stream beside a generator, an encoder and a flush for every item."""
    speeds = _items_per_second(harness)
    loop, ours = (_stream(harness, program, speeds.get(program)) for program in (LOOP, OURS))
    speed = None if loop is None or ours is None else _speed(ours, loop)
    growth = None if ours is None else ours.growth_megabytes
    return Table(
        "Streaming 1,000,000 JSONL items",
        f"Every item is flushed. Items/s is by CPU time, start-up aside, the best of {ROUNDS} runs of "
        f"{MANY:,} items taken in turns; the result compares instructions per item where they are known. "
        f"Growth is the peak memory with {ALL:,} items less the peak with {FEW:,}.",
        HEADERS,
        [
            [LOOP.name, *_cells(loop), NOTHING, NOTHING, NOTHING if loop else "FAILED"],
            [OURS.name, *_cells(ours), *_judged(speed, "{:.2f}× the loop", SPEED_TARGET)],
            ["its memory", *[NOTHING] * 4, *_judged(growth, "{:+.1f} MB", MEMORY_TARGET)],
        ],
    )


def _items_per_second(harness: Harness) -> dict[Program, float]:
    seconds: dict[Program, list[tuple[float, float]]] = {LOOP: [], OURS: []}
    for _ in range(ROUNDS):
        for program, taken in seconds.items():
            few, many = (harness.usage(program.printing(count), runs=1) for count in (FEW, MANY))
            if few is not None and many is not None:
                taken.append((few.cpu_seconds, many.cpu_seconds))
    speeds = {}
    for program, taken in seconds.items():
        if taken:
            least_few, least_many = (min(each) for each in zip(*taken, strict=True))
            speeds[program] = (MANY - FEW) / (least_many - least_few)
    return speeds


def _stream(harness: Harness, program: Program, items_per_second: float | None) -> Stream | None:
    if items_per_second is None:
        return None
    little, much = harness.usage(program.printing(FEW)), harness.usage(program.printing(ALL), runs=1)
    if little is None or much is None:
        return None
    few, some = harness.count(program.printing(FEW)), harness.count(program.printing(SOME))
    per_item = None if few is None or some is None else (some - few) / (SOME - FEW)
    return Stream(items_per_second, much.megabytes, much.megabytes - little.megabytes, per_item)


def _speed(ours: Stream, loop: Stream) -> float:
    if ours.instructions_per_item is None or loop.instructions_per_item is None:
        return ours.items_per_second / loop.items_per_second
    return loop.instructions_per_item / ours.instructions_per_item


def _cells(stream: Stream | None) -> list[str]:
    if stream is None:
        return [NOTHING] * 4
    return [
        f"{stream.items_per_second:,.0f}",
        number(stream.instructions_per_item, "{:,.0f}"),
        f"{stream.peak_megabytes:.1f}",
        f"{stream.growth_megabytes:+.1f}",
    ]


def _judged(value: float | None, shown: str, target: Target) -> list[str]:
    return [number(value, shown), target.text, target.verdict(value)]
