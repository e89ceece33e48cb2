"""logslice: cut log files by time, level and text. Try `python logslice.py --help`."""

from collections.abc import Iterator
from datetime import datetime

import entries

from tooli import AgentContext, Annotated, Argument, Option, StdinOr, Tooli
from tooli.annotations import Idempotent, ReadOnly
from tooli.errors import InputError, Suggestion

app = Tooli(name="logslice", description="Cut log files by time, level and text", version="1.0.0")

Log = Annotated[StdinOr[str], Argument(help="A log file, a URL, or - for stdin")]
Year = Annotated[int | None, Option(min=1970, max=9998, help="Year of syslog times; the latest that fits")]
READS = ["fs:read", "net:read"]


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=READS,
    examples=[
        {"args": ["sample/service.log", "-l", "error", "-l", "critical"], "description": "What failed"},
        {
            "args": ["sample/worker.jsonl", "--since", "2026-03-14T09:03:00Z"],
            "description": "What happened from then on",
        },
    ],
    handoffs=[{"command": "gaps", "when": "nothing was logged for a while"}],
)
def slice_(
    log: Log,
    ctx: AgentContext,
    since: Annotated[datetime | None, Option(help="The first moment; UTC unless it says otherwise")] = None,
    until: Annotated[datetime | None, Option(help="The last moment")] = None,
    level: Annotated[
        tuple[entries.Level, ...], Option("--level", "-l", help="Only this level; may be repeated")
    ] = (),
    grep: Annotated[str, Option("--grep", "-g", help="Only messages with this text, in any case")] = "",
    year: Year = None,
) -> Iterator[entries.Entry]:
    """Give the entries of a log that fit, as they are read."""
    first, last = entries.in_utc(since), entries.in_utc(until)
    if first and last and first > last:
        meant = {"log": "-" if log.source == "stdin" else log.name, "since": until, "until": since}
        raise InputError(
            f"since: {since} is after {until}",
            field="since",
            suggestion=Suggestion("Swap --since and --until.", arguments=meant),
        )
    wanted = grep.casefold()
    for _, entry in entries.read(log, ctx, year):
        if (first and entry["time"] < first) or (last and entry["time"] > last):
            continue
        if (not level or entry["level"] in level) and wanted in entry["message"].casefold():
            yield entry


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=READS,
    examples=[{"args": ["sample/service.log"], "description": "How much of what is in a log"}],
    handoffs=[{"command": "slice", "when": "the entries of one level are worth reading"}],
)
def levels(log: Log, ctx: AgentContext, year: Year = None) -> list[entries.LevelCount]:
    """Count the entries of each level, the worst first."""
    counts: dict[str, entries.LevelCount] = {}
    for _, entry in entries.read(log, ctx, year):
        name, time = entry["level"], entry["time"]
        row = counts.setdefault(name, {"level": name, "count": 0, "first": time, "last": time})
        row["count"] += 1
        row["first"], row["last"] = min(row["first"], time), max(row["last"], time)
    return [counts[name] for name in entries.WORST_FIRST if name in counts]


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=READS,
    examples=[{"args": ["sample/service.log", "--seconds", "120"], "description": "Two minutes of silence"}],
    handoffs=[{"command": "slice", "when": "the entries around a silence are worth reading"}],
)
def gaps(
    log: Log,
    ctx: AgentContext,
    seconds: Annotated[float, Option("--seconds", "-s", min=0, help="Only silences longer than this")] = 60.0,
    year: Year = None,
) -> Iterator[entries.Gap]:
    """Give the silences between entries, as they are found."""
    latest: datetime | None = None
    for line, entry in entries.read(log, ctx, year):
        time = entry["time"]
        if latest is not None and (silence := (time - latest).total_seconds()) > seconds:
            yield {"line": line, "after": latest, "before": time, "seconds": silence}
        latest = time if latest is None else max(latest, time)


if __name__ == "__main__":
    app()
