"""imagesort: sort pictures into folders by what their headers say. Try `python imagesort.py --help`."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, TypedDict

import journal
import pictures

from tooli import Annotated, Argument, Image, Option, Tooli, dry_run_support, record_dry_action
from tooli.annotations import Destructive, Idempotent, ReadOnly
from tooli.errors import ConflictError, InputError, NotFoundError

app = Tooli(
    name="imagesort",
    description="Sort pictures into folders by date, size or format",
    version="1.0.0",
    permissions={"filesystem": "read-write", "network": "none"},
    triggers=["a folder of photos has to be tidied up", "the same picture is there several times"],
    rules=["Run sort with --dry-run first, and show a person what would move where."],
)

app.map_error(
    journal.JournalError,
    code="E3003",
    suggestion=f"Look into {journal.NAME}. Without it, what was sorted before cannot be taken back.",
)
SCRATCH = ":sample:"
"""The name of a folder that is made anew for each call, to try things on."""
Folder = Annotated[Path, Argument(help="Where the pictures are", exists=True, file_okay=False)]
Tried = Annotated[Path, Argument(help=f"Where the pictures are; {SCRATCH} has some to try things on")]


class Duplicates(TypedDict):
    """Files that are the same, byte by byte."""

    bytes: int
    sha256: str
    paths: list[Path]


@app.command(
    "list",
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[
        {"args": ["sample"], "description": "What the headers say"},
        {"args": ["sample", "--filter", "taken == null"], "description": "Pictures without a date"},
    ],
    handoffs=[{"command": "sort", "when": "they lie in the wrong folders"}],
)
def list_pictures(folder: Folder) -> Iterator[pictures.Picture]:
    """List the pictures in a folder and below it: format, size, and when they were taken."""
    yield from filter(None, map(pictures.read, pictures.files_below(folder)))


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[{"args": ["sample"], "description": "What is there more than once"}],
    handoffs=[{"command": "show", "when": "a person has to choose which one stays"}],
)
def duplicates(folder: Folder) -> list[Duplicates]:
    """Find pictures that are the same, byte by byte, the largest first. Nothing is deleted."""
    sizes: dict[int, list[Path]] = {}
    for picture in list_pictures(folder):
        sizes.setdefault(picture["bytes"], []).append(picture["path"])
    same: dict[tuple[int, str], list[Path]] = {}
    for size, paths in sizes.items():
        for path in paths if len(paths) > 1 else ():
            same.setdefault((size, pictures.digest(path)), []).append(path)
    return [
        Duplicates(bytes=size, sha256=digest, paths=paths)
        for (size, digest), paths in sorted(same.items(), reverse=True)
        if len(paths) > 1
    ]


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[{"args": ["sample/wave.gif"], "description": "Look at a picture"}],
    error_codes={"E1001": "the file is no picture"},
)
def show(file: Annotated[Path, Argument(help="A picture", exists=True, dir_okay=False)]) -> Image:
    """Give a picture as it is, to look at."""
    picture = pictures.read(file)
    if picture is None or picture["format"] == "damaged":
        raise InputError(f"{file} is not a PNG, JPEG or GIF picture", code="E1001", field="file")
    return Image(file, media_type=f"image/{picture['format']}")


@app.command(
    annotations=Destructive | Idempotent,
    capabilities=["fs:read", "fs:write"],
    examples=[
        {"args": [SCRATCH, "--group-by", "format", "--yes"], "description": "One folder for each format"}
    ],
    error_codes={"E3003": "the journal is damaged"},
    handoffs=[{"command": "undo", "when": "it was not what the person wanted"}],
)
@dry_run_support
def sort(
    folder: Tried,
    group_by: Annotated[
        Literal["date", "size", "format"], Option(help="What the new folders stand for")
    ] = "date",
) -> list[journal.Move]:
    """Move pictures into folders by date taken (2026/03), size or format; undo takes it back.

    What is in its place stays there, damaged pictures too, and nothing is overwritten.
    """
    with _opened(folder) as root:
        moves = list(_moves(root, group_by))
        held = [_held(root, move) for move in moves]
        if moves and not any(held):
            journal.Journal(root).move(moves)
        return moves


@app.command(
    annotations=Destructive,
    capabilities=["fs:read", "fs:write", "fs:delete"],
    examples=[
        {"args": [SCRATCH, "--yes"], "description": "Back to where they were"},
        {"args": [SCRATCH, "--keep-folders", "--yes"], "description": "And leave the new folders"},
    ],
    error_codes={
        "E3001": "a picture is not where it was moved to",
        "E3002": "something is in its old place",
        "E3003": "the journal is damaged",
    },
)
@dry_run_support
def undo(
    folder: Tried,
    keep_folders: Annotated[bool, Option("--keep-folders", help="Leave folders that are empty then")] = False,
) -> list[journal.Move]:
    """Take the last sort of a folder back, all of it or nothing."""
    with _opened(folder) as root:
        written = journal.Journal(root)
        moves = written.last()
        for move in moves:
            if not (root / move["source"]).is_file():
                raise NotFoundError(f"{move['source']} is not there any more", code="E3001", field="folder")
            if (root / move["target"]).exists():
                raise ConflictError(f"{move['target']} is in the way", code="E3002", field="folder")
        held = [_held(root, move) for move in moves]
        if moves and not any(held):
            written.take_back(moves, keep_folders)
        return moves


@contextmanager
def _opened(folder: Path) -> Iterator[Path]:
    """Give the folder to work in; the sample's is a copy that is gone afterwards."""
    if folder.name != SCRATCH:
        if not folder.is_dir():
            raise NotFoundError(f"{folder} is not a folder", field="folder")
        yield folder
        return
    with TemporaryDirectory() as scratch:
        yield Path(shutil.copytree(Path(__file__).with_name("sample"), Path(scratch, "sample")))


def _held(root: Path, move: journal.Move) -> bool:
    """Whether a move stays in the plan of a dry run."""
    return record_dry_action("move", move["source"], before=root / move["source"], to=move["target"])


def _moves(root: Path, by: str) -> Iterator[journal.Move]:
    """Give the pictures that are not in their places, with names that nothing has yet."""
    taken: set[Path] = set()
    for picture in list_pictures(root):
        source, place = picture["path"], root / _place(picture, by)
        if picture["format"] == "damaged" or source.parent == place:
            continue
        for number in count():
            target = place / (f"{source.stem}-{number}{source.suffix}" if number else source.name)
            if target not in taken and not target.exists():
                break
        taken.add(target)
        yield journal.Move(
            source=source.relative_to(root).as_posix(), target=target.relative_to(root).as_posix()
        )


def _place(picture: pictures.Picture, by: str) -> str:
    if by == "format":
        return picture["format"]
    if by == "size":
        pixels = picture["width"] * picture["height"]
        return "small" if pixels < 500_000 else "medium" if pixels < 4_000_000 else "large"
    return picture["taken"].strftime("%Y/%m") if picture["taken"] else "undated"


if __name__ == "__main__":
    app()
