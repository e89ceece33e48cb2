"""gitstory: who changed what in a git repository, and when. Try `python gitstory.py --help`."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Literal, TypedDict

import history

from tooli import Annotated, Argument, Option, StdinOr, Tooli
from tooli.annotations import Idempotent, ReadOnly

app = Tooli(name="gitstory", description="Who changed what in a git repository, and when", version="1.0.0")

Repository = Annotated[Path, Option("--repo", "-r", exists=True, file_okay=False, help="The repository")]
Log = Annotated[StdinOr[str] | None, Option(help="A saved log to read instead, or - for stdin")]
Since = Annotated[str | None, Option(help="Only commits after this, such as 2026-01-31 or '2 weeks ago'")]
GIT = ["fs:read", "proc:spawn"]
READS = [*GIT, "net:read"]
SAVED = ["--log", "sample/history.log"]


class Author(TypedDict):
    """What one person did."""

    author: str
    commits: int
    added: int
    removed: int
    first: date
    last: date


class Period(TypedDict):
    """What happened in a while."""

    period: str
    commits: int
    authors: int
    lines: int


class Hotspot(TypedDict):
    """A file that keeps changing."""

    path: str
    commits: int
    authors: int
    lines: int


def _commits(repo: Path, log: StdinOr[str] | None, since: str | None) -> Iterator[history.Commit]:
    if log is not None:
        return history.parse(log.lines(), log.name)
    return history.commits(repo, since)


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=READS,
    examples=[{"args": SAVED, "description": "Who worked on it"}],
    handoffs=[{"command": "hotspots", "when": "the files matter more than the people"}],
)
def authors(repo: Repository = Path(), log: Log = None, since: Since = None) -> list[Author]:
    """Count the commits and lines of each author, the busiest first."""
    rows: dict[str, Author] = {}
    for commit in _commits(repo, log, since):
        name, day = commit["author"], commit["time"].date()
        row = rows.setdefault(
            name, {"author": name, "commits": 0, "added": 0, "removed": 0, "first": day, "last": day}
        )
        row["commits"] += 1
        row["added"] += sum(change["added"] for change in commit["changes"])
        row["removed"] += sum(change["removed"] for change in commit["changes"])
        row["first"], row["last"] = min(row["first"], day), max(row["last"], day)
    return sorted(rows.values(), key=lambda row: (-row["commits"], row["author"]))


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=READS,
    examples=[{"args": [*SAVED, "--by", "month"], "description": "How busy each month was"}],
)
def activity(
    by: Annotated[Literal["day", "week", "month"], Option(help="How long a period is")] = "week",
    repo: Repository = Path(),
    log: Log = None,
    since: Since = None,
) -> list[Period]:
    """Count what happened in each day, week or month, the latest first."""
    rows: dict[str, Period] = {}
    people: dict[str, set[str]] = {}
    for commit in _commits(repo, log, since):
        period = commit["time"].strftime({"day": "%Y-%m-%d", "week": "%G-W%V", "month": "%Y-%m"}[by])
        row = rows.setdefault(period, {"period": period, "commits": 0, "authors": 0, "lines": 0})
        people.setdefault(period, set()).add(commit["author"])
        row["commits"] += 1
        row["lines"] += sum(change["added"] + change["removed"] for change in commit["changes"])
        row["authors"] = len(people[period])
    return sorted(rows.values(), key=lambda row: row["period"], reverse=True)


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=READS,
    examples=[{"args": [*SAVED, "--limit", "3"], "description": "The files that change most"}],
    handoffs=[{"command": "changes", "when": "one file is worth a closer look"}],
)
def hotspots(repo: Repository = Path(), log: Log = None, since: Since = None) -> list[Hotspot]:
    """Find the files that change most often: where mistakes are likely, and reviews pay."""
    touched: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    people: dict[str, set[str]] = {}
    for commit in _commits(repo, log, since):
        for change in commit["changes"]:
            touched[change["path"]] += 1
            lines[change["path"]] += change["added"] + change["removed"]
            people.setdefault(change["path"], set()).add(commit["author"])
    ordered = sorted(touched, key=lambda path: (-touched[path], -lines[path], path))
    return [
        {"path": path, "commits": touched[path], "authors": len(people[path]), "lines": lines[path]}
        for path in ordered
    ]


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=READS,
    examples=[{"args": ["api", *SAVED], "description": "What was done about the API"}],
)
def changes(
    text: Annotated[str, Argument(help="Part of a subject or of a file's path, in any case")],
    repo: Repository = Path(),
    log: Log = None,
    since: Since = None,
) -> Iterator[history.Commit]:
    """Give the commits whose subject or files contain a text, as they are found."""
    wanted = text.casefold()
    for commit in _commits(repo, log, since):
        where = [commit["subject"], *(change["path"] for change in commit["changes"])]
        if any(wanted in part.casefold() for part in where):
            yield commit


@app.resource(
    "gitstory://head",
    description="The newest commit here",
    media_type="application/json",
    capabilities=GIT,
)
def head() -> history.Commit | None:
    """Return the newest commit of the repository in the working directory."""
    return next(history.commits(Path(), None), None)


@app.prompt(description="Ask for release notes of what happened since a day", capabilities=GIT)
def release_notes(since: Annotated[str, Argument(help="The first day, such as 2026-01-31")]) -> str:
    """Ask for release notes."""
    subjects = [commit["subject"] for commit in history.commits(Path(), since)]
    return "Write release notes for people who use this project, from these commits:\n" + "\n".join(
        f"- {subject}" for subject in subjects
    )


if __name__ == "__main__":
    app()
