"""The whole result, in a file beside the answer."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from tooli.errors import ToolRuntimeError
from tooli.execute.encode import encode
from tooli.schema.invalid import cut

if TYPE_CHECKING:
    from collections.abc import Iterator


class Spill:
    """A file that takes a result: a stream's items line by line, anything else as one JSON document."""

    def __init__(self, path: str) -> None:
        self._path = path
        with self._told():
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
        with self._told():
            self._file.write(text)
        self._bytes += len(text.encode())

    def close(self) -> dict[str, Any]:
        """Close the file and say what is in it."""
        with self._told():
            self._file.close()
        return {"path": self._path, "items": self._items, "bytes": self._bytes}

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Say that the file takes nothing; what it could not take is not tried again when it is closed."""
        try:
            yield
        except (OSError, ValueError) as error:  # the second for a path with a NUL
            if hasattr(self, "_file"):
                with suppress(OSError):
                    self._file.close()
            reason = getattr(error, "strerror", None) or str(error)
            raise ToolRuntimeError(
                f"{cut(self._path, 400)} cannot be written: {reason}", code="E4906", field="spill"
            ) from error
