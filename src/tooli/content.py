"""Results that are files: `Image`, `Audio`, `File`, and `Document` for text that is printed as it is.

A command returns one of these, made of a path or of the bytes themselves. JSON holds it as an object; the
command line saves it with `--write FILE`; servers send it as content of its type.
"""

from __future__ import annotations

import errno
import io
import mimetypes
import os
import stat
from base64 import b64encode
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

__all__ = ["Audio", "Document", "File", "Image"]

_BEGINNINGS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"BM", "image/bmp"),
    (b"<svg", "image/svg+xml"),
    (b"ID3", "audio/mpeg"),
    (b"\xff\xfb", "audio/mpeg"),
    (b"OggS", "audio/ogg"),
    (b"fLaC", "audio/flac"),
)
LARGEST = 1 << 28
"""Bytes of a file that are read as a whole."""
_TEXTUAL = ("application/json", "application/xml", "application/yaml", "application/toml", "image/svg+xml")


class File:
    """A file as a result: `File("report.pdf")`, or `File(data, media_type=…, name=…)`."""

    __tooli_content__ = True
    kind: ClassVar[str] = "file"
    unknown: ClassVar[str] = "application/octet-stream"
    """The media type of content that does not say what it is."""

    def __init__(
        self,
        source: bytes | bytearray | memoryview | str | os.PathLike[str],
        *,
        media_type: str | None = None,
        name: str | None = None,
        uri: str | None = None,
    ) -> None:
        in_memory = isinstance(source, (bytes, bytearray, memoryview))
        self.path: Path | None = None if in_memory else Path(os.fspath(source))  # type: ignore[arg-type]
        """The file it stands in; None when it is in memory."""
        self._data = bytes(source) if in_memory else None  # type: ignore[arg-type] # both were asked for
        self.name = name if name is not None else (self.path.name if self.path is not None else None)
        self._media_type = media_type
        self.uri = uri
        """Where it can be read again, such as an app's resource; servers say it beside the content."""

    def open(self) -> BinaryIO:
        """Return the content as a stream; a device or a pipe, which may have no end, is an `OSError`."""
        if self.path is None:
            return io.BytesIO(self._data or b"")
        mode = self.path.stat().st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):  # opening a folder has an error of its own
            raise OSError(errno.EINVAL, "Not a regular file", str(self.path))
        return self.path.open("rb")

    def read(self) -> bytes:
        """Return the content; a file too large to be held in memory is an `OSError`."""
        with self.open() as stream:
            if self.path is not None and os.fstat(stream.fileno()).st_size > LARGEST:
                reason = f"Larger than {LARGEST >> 20} MiB; return its path instead"
                raise OSError(errno.EFBIG, reason, str(self.path))
            return stream.read()

    @property
    def media_type(self) -> str:
        """What it is: as declared, else by its name, else by its first bytes."""
        if self._media_type is None:
            by_name = mimetypes.guess_type(self.name)[0] if self.name else None
            self._media_type = by_name or self._by_beginning()
        return self._media_type

    def _by_beginning(self) -> str:
        with self.open() as stream:
            data = stream.read(16)
        if data[:4] == b"RIFF":
            return {b"WAVE": "audio/wav", b"WEBP": "image/webp"}.get(data[8:12], self.unknown)
        return next((found for start, found in _BEGINNINGS if data.startswith(start)), self.unknown)

    @property
    def text(self) -> str | None:
        """The content as text, if that is what it is."""
        if not self.media_type.startswith("text/") and self.media_type not in _TEXTUAL:
            return None
        try:
            return self.read().decode()
        except UnicodeDecodeError:
            return None

    def about(self) -> dict[str, Any]:
        """Return what there is to say of it beside its content."""
        told = {"media_type": self.media_type}
        return told if self.name is None else {**told, "name": self.name}

    def to_plain(self) -> dict[str, Any]:
        """Return it as JSON holds it: text as text, anything else in base64."""
        said = self.about()
        text = self.text
        return (
            {**said, "text": text} if text is not None else {**said, "data": b64encode(self.read()).decode()}
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name or self.media_type!r})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        return core_schema.is_instance_schema(cls)

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {
                "media_type": {"type": "string"},
                "name": {"type": "string"},
                "text": {"type": "string"},
                "data": {"type": "string", "contentEncoding": "base64"},
            },
            "required": ["media_type"],
        }


class Image(File):
    """An image as a result."""

    kind = "image"
    unknown = "image/png"


class Audio(File):
    """A sound as a result."""

    kind = "audio"
    unknown = "audio/wav"


class Document(File):
    """Text as a result, printed as it is on the command line."""

    kind = "document"

    def __init__(self, text: str, *, media_type: str = "text/plain", name: str | None = None) -> None:
        super().__init__(text.encode("utf-8", "replace"), media_type=media_type, name=name)
