"""File tools: paths that must exist, switches, lists, a group one deep."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any, Literal

from tooli import Annotated, Argument, Option, Tooli
from tooli.annotations import Destructive, Idempotent, ReadOnly

app = Tooli(name="files", description="Find, copy, pack and remove files", version="1.0.0")
Existing = Annotated[Path, Argument(help="An existing path", exists=True)]
ExistingFile = Annotated[Path, Argument(help="An existing file", exists=True, dir_okay=False)]


@app.command(annotations=ReadOnly | Idempotent)
def find(
    pattern: Annotated[str, Argument(help="Glob pattern")],
    *,
    root: Annotated[
        Path, Option("--root", "-r", help="Where to search", exists=True, file_okay=False)
    ] = Path("."),
    max_depth: Annotated[int, Option("--max-depth", "-d", help="How deep to look", min=0, max=20)] = 5,
    kind: Annotated[Literal["file", "folder", "any"], Option(help="What to find")] = "any",
    hidden: bool = False,
    newer_than: date | None = None,
) -> dict[str, Any]:
    """Find files matching a glob pattern."""
    return {"command": "find", "arguments": locals()}


@app.command(annotations=ReadOnly)
def search(
    text: str,
    paths: Annotated[list[Path], Argument(help="Where to search", exists=True)],
    context: Annotated[int, Option("--context", "-c", min=0, max=50)] = 0,
    ignore_case: Annotated[bool, Option("--ignore-case/--no-ignore-case", "-i")] = False,
) -> dict[str, Any]:
    """Search files for a text."""
    return {"command": "search", "arguments": locals()}


@app.command(annotations=ReadOnly)
def list_files(
    folder: Existing,
    sort_by: Literal["name", "size", "modified"] = "name",
    reverse: bool = False,
) -> dict[str, Any]:
    """List the files of a folder."""
    return {"command": "list-files", "arguments": locals()}


@app.command(annotations=ReadOnly)
def read_lines(
    file: ExistingFile,
    start_line: Annotated[int, Option(min=1)] = 1,
    line_count: Annotated[int, Option("--line-count", "-n", min=1, max=10_000)] = 100,
) -> dict[str, Any]:
    """Read some lines of a file."""
    return {"command": "read-lines", "arguments": locals()}


@app.command(annotations=ReadOnly)
def checksum(file: ExistingFile, algorithm: Literal["md5", "sha1", "sha256"] = "sha256") -> dict[str, Any]:
    """Compute the checksum of a file."""
    return {"command": "checksum", "arguments": locals()}


@app.command(
    capabilities=["state:mutate"],
    examples=[{"args": ["copy", "notes.txt", "copy.txt"], "description": "Copy one file"}],
)
def copy(source: Existing, target: Path, overwrite: bool = False, keep_times: bool = True) -> dict[str, Any]:
    """Copy a file or folder."""
    return {"command": "copy", "arguments": locals()}


@app.command(annotations=Destructive)
def remove(
    path: Existing, recursive: Annotated[bool, Option("--recursive/--no-recursive", "-r")] = False
) -> dict[str, Any]:
    """Remove a file or folder."""
    return {"command": "remove", "arguments": locals()}


@app.command("create", group="archive", capabilities=["state:mutate"])
def archive_create(
    name: str,
    files: Annotated[list[Path], Argument(exists=True)],
    format: Annotated[Literal["zip", "tar", "tgz"], Option("--format", "-f")] = "zip",
    level: Annotated[int, Option(min=0, max=9)] = 6,
) -> dict[str, Any]:
    """Pack files into an archive."""
    return {"command": "archive create", "arguments": locals()}


@app.command("extract", group="archive", capabilities=["state:mutate"])
def archive_extract(file: ExistingFile, into: Path = Path("."), strip: bool = False) -> dict[str, Any]:
    """Unpack an archive."""
    return {"command": "archive extract", "arguments": locals()}


if __name__ == "__main__":
    app()
