"""The whole result, in a file beside the answer."""

from __future__ import annotations

from typing import Any

from tooli.execute.encode import encode


class Spill:
    """A file that takes a result: a stream's items line by line, anything else as one JSON document."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._file = open(path, "w", encoding="utf-8")  # noqa: SIM115 - open as long as the call runs
        self._items = 0
        self._bytes = 0

    def add(self, item: Any) -> None:
        """Write one item of a stream."""
        self._write(item)
        self._items += 1

    def whole(self, value: Any) -> None:
        """Write a finished result."""
        self._write(value)
        self._items = len(value) if isinstance(value, list) else 1

    def _write(self, value: Any) -> None:
        text = encode(value, []) + "\n"
        self._file.write(text)
        self._bytes += len(text.encode())

    def close(self) -> dict[str, Any]:
        """Close the file and say what is in it."""
        self._file.close()
        return {"path": self._path, "items": self._items, "bytes": self._bytes}
