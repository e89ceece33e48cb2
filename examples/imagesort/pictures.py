"""What the headers of PNG, JPEG and GIF files say. Plain Python: it knows nothing of the framework."""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Literal, TypedDict

_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers of a JPEG's segments with its width and height."""
_EXIF, _TAKEN, _CHANGED = 0x8769, 0x9003, 0x0132
_TEXT, _LONG = 2, 4


class Picture(TypedDict):
    """A picture; `taken` is what its camera wrote. Of a damaged one nothing is known."""

    path: Path
    format: Literal["png", "jpeg", "gif", "damaged"]
    width: int
    height: int
    bytes: int
    taken: datetime | None


class DamagedError(ValueError):
    """A header that ends too early, or contradicts itself."""


def files_below(folder: Path) -> Iterator[Path]:
    """Give the files of a folder in order, hidden ones excepted."""
    for at, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(at, name) for name in sorted(files) if not name.startswith("."))


def read(path: Path) -> Picture | None:
    """Read a picture's header; None is something else."""
    with path.open("rb") as file:
        beginning = file.read(8)
        picture = Picture(
            path=path, format="damaged", width=0, height=0, bytes=path.stat().st_size, taken=None
        )
        try:
            if beginning == b"\x89PNG\r\n\x1a\n":
                _png(file, picture)
            elif beginning[:6] in (b"GIF87a", b"GIF89a"):
                file.seek(6)
                picture["width"], picture["height"] = struct.unpack("<HH", _exactly(file, 4))
                picture["format"] = "gif"
            elif beginning[:3] == b"\xff\xd8\xff":
                file.seek(2)
                _jpeg(file, picture)
            else:
                return None
        except DamagedError:
            return Picture(path=path, format="damaged", width=0, height=0, bytes=picture["bytes"], taken=None)
    return picture


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _png(file: BinaryIO, picture: Picture) -> None:
    length, kind, width, height = struct.unpack(">I4sII", _exactly(file, 16))
    if (length, kind) != (13, b"IHDR"):
        raise DamagedError("a PNG begins with IHDR")
    picture["width"], picture["height"], picture["format"] = width, height, "png"


def _jpeg(file: BinaryIO, picture: Picture) -> None:
    """Go through the segments until the one with the size; Exif comes before it."""
    while True:
        mark, marker, length = struct.unpack(">BBH", _exactly(file, 4))
        if mark != 0xFF or length < 2 or marker in (0xD9, 0xDA):
            raise DamagedError("there is no segment with the size")
        if marker == 0xFF:  # padding
            file.seek(-3, os.SEEK_CUR)
            continue
        body = _exactly(file, length - 2)
        if marker == 0xE1 and body.startswith(b"Exif\0\0"):
            picture["taken"] = _taken(body[6:])
        if marker in _SIZES:
            picture["height"], picture["width"] = _unpacked(">xHH", body, 0)
            picture["format"] = "jpeg"
            return


def _taken(tiff: bytes) -> datetime | None:
    """Return when a picture was taken, of its Exif data; damage in there only loses the date."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return None
    try:
        main = _directory(tiff, order, _unpacked(f"{order}I", tiff, 4)[0])
        exif = _directory(tiff, order, int(main[_EXIF])) if _EXIF in main else {}
        return datetime.strptime(str(exif.get(_TAKEN) or main.get(_CHANGED)), "%Y:%m:%d %H:%M:%S")
    except (DamagedError, ValueError):
        return None


def _directory(tiff: bytes, order: str, at: int) -> dict[int, int | str]:
    """Return the texts and numbers of a directory, by their tags."""
    found: dict[int, int | str] = {}
    for number in range(_unpacked(f"{order}H", tiff, at)[0]):
        tag, kind, count, value = _unpacked(f"{order}HHII", tiff, at + 2 + 12 * number)
        if kind == _TEXT and count > 4:
            found[tag] = tiff[value : value + count].rstrip(b"\0 ").decode("ascii", "replace")
        elif kind == _LONG:
            found[tag] = value
    return found


def _exactly(file: BinaryIO, count: int) -> bytes:
    data = file.read(count)
    if len(data) < count:
        raise DamagedError("the file ends too early")
    return data


def _unpacked(layout: str, data: bytes, at: int) -> tuple[int, ...]:
    try:
        return struct.unpack_from(layout, data, at)
    except struct.error as error:
        raise DamagedError("an offset leads nowhere") from error
