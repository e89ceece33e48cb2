"""A million JSONL items: constant memory, and how much of a bare loop's speed is left."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.harness import Harness
from benchmarks.markdown import NOTHING, Table, Target, number
from benchmarks.subject import Subject

LOOP = "bare generator, encoder and flush"
HEADERS = ("subject", "items/s", "instructions/item", "peak MB", "growth MB", "result", "target", "verdict")
FEW, SOME, ALL = 1_000, 11_000, 1_000_000
MEMORY_TARGET = Target(1.0, "constant (≤ 1 MB more)")
SPEED_TARGET = Target(0.6, "≥ 0.6× the loop", at_least=True)


@dataclass(frozen=True)
class Stream:
    """What a program did with a thousand items and with a million."""

    items_per_second: float
    peak_megabytes: float
    growth_megabytes: float
    instructions_per_item: float | None


def table(harness: Harness) -> Table:
    """Our stream beside a generator, an encoder and a flush for every item."""
    loop = _stream(harness, LOOP, ("stream_alone.py",), ())
    ours = _stream(harness, "tooli `--jsonl`", ("stream_app.py", "items"), ("--jsonl",))
    speed = None if loop is None or ours is None else ours.items_per_second / loop.items_per_second
    growth = None if ours is None else ours.growth_megabytes
    return Table(
        "Streaming 1,000,000 JSONL items",
        "Every item is flushed. Speed is items per second of CPU time, start-up aside; growth is the peak "
        "memory with 1,000,000 items less the peak with 1,000.",
        HEADERS,
        [
            [LOOP, *_cells(loop), NOTHING, NOTHING, NOTHING if loop else "FAILED"],
            [
                "**tooli**, speed",
                *_cells(ours),
                number(speed, "{:.2f}× the loop"),
                SPEED_TARGET.text,
                SPEED_TARGET.verdict(speed),
            ],
            [
                "**tooli**, memory",
                *[NOTHING] * 4,
                number(growth, "{:+.1f} MB"),
                MEMORY_TARGET.text,
                MEMORY_TARGET.verdict(growth),
            ],
        ],
    )


def _stream(harness: Harness, name: str, before: tuple[str, ...], after: tuple[str, ...]) -> Stream | None:
    few, some, everything = (
        Subject(f"{name}, {count:,} items", (*before, str(count), *after), '"item-1"')
        for count in (FEW, SOME, ALL)
    )
    little = harness.usage(few)
    much = None if little is None else harness.usage(everything, runs=2)
    if little is None or much is None:
        return None
    counts = harness.count(few), harness.count(some)
    per_item = None if counts[0] is None or counts[1] is None else (counts[1] - counts[0]) / (SOME - FEW)
    return Stream(
        (ALL - FEW) / (much.cpu_seconds - little.cpu_seconds),
        much.megabytes,
        much.megabytes - little.megabytes,
        per_item,
    )


def _cells(stream: Stream | None) -> list[str]:
    if stream is None:
        return [NOTHING] * 4
    return [
        f"{stream.items_per_second:,.0f}",
        number(stream.instructions_per_item, "{:,.0f}"),
        f"{stream.peak_megabytes:.1f}",
        f"{stream.growth_megabytes:+.1f}",
    ]
