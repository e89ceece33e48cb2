"""The entries of a log: read one by one; what is no entry is reported and passed over."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Literal, TypedDict

from tooli import AgentContext, StdinOr

Level = Literal["critical", "error", "warning", "info", "debug", "unknown"]
WORST_FIRST: tuple[Level, ...] = ("critical", "error", "warning", "info", "debug", "unknown")
LINE_BYTES = 1_000_000
"""What is longer is cut into pieces: data without line ends must not fill the memory."""
NAMED_BADS = 5
"""So many lines that are no entries are reported one by one."""


class Entry(TypedDict):
    time: datetime
    level: Level
    source: str
    message: str


class LevelCount(TypedDict):
    level: Level
    count: int
    first: datetime
    last: datetime


class Gap(TypedDict):
    line: int
    after: datetime
    before: datetime
    seconds: float


def in_utc(time: datetime | None) -> datetime | None:
    """Return a time that has a zone: UTC, if it had none."""
    return time.replace(tzinfo=UTC) if time is not None and time.tzinfo is None else time


def read(log: StdinOr[str], ctx: AgentContext, year: int | None = None) -> Iterator[tuple[int, Entry]]:
    """Give each entry with the number of its line; fail if not one line is an entry."""
    from formats import Parser

    parse = Parser(year, datetime.now(UTC)).parse
    good = bad = 0
    for number, line in enumerate(lines(log), 1):
        if not line.strip():
            continue
        entry = parse(line)
        if entry is not None:
            good += 1
            yield number, entry
        else:
            bad += 1
            if bad <= NAMED_BADS:
                ctx.log(f"line {number} is no log entry", level="warning", text=repr(line[:40]))
    if bad and not good:
        raise log.malformed("not one line has a time in a known format", lines=bad)
    if bad > NAMED_BADS:
        ctx.log(f"{bad} lines are no log entries", level="warning")


def lines(log: StdinOr[str]) -> Iterator[str]:
    """Give the lines as they arrive, or with `--null` the records.

    Bytes that are not UTF-8 do not end a log, they are escaped.
    """
    rest, end = b"", b"\0" if log.null else b"\n"
    for chunk in log.stream():
        *whole, rest = (rest + chunk).split(end)
        for line in whole:
            yield line.decode("utf-8", "backslashreplace").removesuffix("\r")
        if len(rest) > LINE_BYTES:
            yield rest.decode("utf-8", "backslashreplace")
            rest = b""
    if rest:
        yield rest.decode("utf-8", "backslashreplace")
