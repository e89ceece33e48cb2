"""A file whose lines end with NUL: what `find -print0` writes and `xargs -0` reads."""

from __future__ import annotations

from typing import BinaryIO

CHUNK = 65_536


class NulLines:
    """As much of a binary file as an input needs, with lines that end with NUL."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._held = b""
        self._at = 0

    def readline(self, size: int) -> bytes:
        """Return what comes up to the next NUL, and the NUL; no more than `size` bytes of it."""
        parts: list[bytes] = []
        length = 0
        while length < size:
            end = self._held.find(b"\0", self._at, self._at + size - length)
            stop = end + 1 if end >= 0 else min(len(self._held), self._at + size - length)
            parts.append(self._held[self._at : stop])
            length += stop - self._at
            self._at = stop
            if end >= 0:
                break
            if self._at == len(self._held) and not self._fetch():
                break
        return b"".join(parts)

    def read(self, size: int = -1) -> bytes:
        """Return so many bytes, or all that are left."""
        held, self._held, self._at = self._held[self._at :], b"", 0
        if size < 0:
            return held + self._file.read()
        if held:
            self._held = held
            return self.read1(size)
        return self._file.read(size)

    def read1(self, size: int = -1) -> bytes:
        """Return at most so many bytes, as they come."""
        if self._at == len(self._held) and not self._fetch():
            return b""
        stop = len(self._held) if size < 0 else self._at + size
        data = self._held[self._at : stop]
        self._at += len(data)
        return data

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _fetch(self) -> bool:
        read = getattr(self._file, "read1", self._file.read)
        self._held, self._at = read(CHUNK), 0
        return bool(self._held)
