"""secretscan: find secrets before others do. Try `python secretscan.py --help`."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import scan

from tooli import Annotated, Argument, Option, StdinOr, Tooli
from tooli.annotations import Idempotent, ReadOnly
from tooli.errors import StateError, Suggestion

app = Tooli(
    name="secretscan",
    description="Find secrets in files and diffs",
    version="1.0.0",
    permissions={"filesystem": "read", "network": "none"},
)

Check = Annotated[bool, Option("--check", help="A secret is an error, with status 1")]
FOUND = {"E3001": "there are secrets"}


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[
        {"args": ["sample"], "description": "Everything in a folder"},
        {"args": ["sample", "--pattern", "*.ini"], "description": "Only some files"},
    ],
    error_codes=FOUND,
)
def folder(
    path: Annotated[Path, Argument(help="Where to look", exists=True, file_okay=False)],
    pattern: Annotated[str, Option(help="Names of the files to look at")] = "*",
    hidden: Annotated[bool, Option(help="Look at hidden files too")] = False,
    check: Check = False,
) -> Iterator[scan.Finding]:
    """Find the secrets in the files of a folder."""
    found = (one for file in scan.files_below(path, pattern, hidden) for one in scan.in_file(file))
    yield from _checked(found, check)


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[{"args": ["sample/change.diff"], "description": "What a change adds"}],
    error_codes=FOUND,
    when_to_use="before a commit: git diff --staged | secretscan diff --check",
)
def diff(
    source: Annotated[StdinOr[str], Argument(help="A diff")], check: Check = False
) -> Iterator[scan.Finding]:
    """Find the secrets that a diff adds."""
    yield from _checked(scan.in_diff(source.text().splitlines()), check)


def _checked(found: Iterable[scan.Finding], check: bool) -> Iterator[scan.Finding]:
    """Give findings, and fail after the last one where that was asked for."""
    count = 0
    for one in found:
        count += 1
        yield one
    if count and check:
        raise StateError(
            f"secrets found: {count}",
            code="E3001",
            exit_code=1,
            suggestion=Suggestion("Take them out, and make new ones: these may be known.", action="fix"),
        )


if __name__ == "__main__":
    app()
