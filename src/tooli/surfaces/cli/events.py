"""Progress and log lines as JSON lines, to a file or an open descriptor, for programs that watch."""

from __future__ import annotations

import contextlib
import os
from typing import Any

from tooli.errors import InputError
from tooli.execute.encode import encode
from tooli.schema.invalid import cut


class Events:
    """Writes one JSON object for each thing a running command reports."""

    def __init__(self, target: str) -> None:
        self._owned = not target.isdigit()
        try:
            self._to = (
                os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644) if self._owned else int(target)
            )
            os.fstat(self._to)
        except OSError as error:
            raise InputError(
                f"events: {cut(target)} cannot be written: {error.strerror}", field="events"
            ) from None

    def progress(self, done: float, total: float | None, message: str) -> None:
        """Write how far the work is."""
        self._write({"event": "progress", "done": done, "total": total, "message": message})

    def log(self, level: str, message: str, fields: dict[str, Any]) -> None:
        """Write a line about the work."""
        self._write({"event": "log", "level": level, "message": message, **fields})

    def _write(self, event: dict[str, Any]) -> None:
        with contextlib.suppress(OSError):  # whoever watched has gone: the work goes on
            os.write(self._to, (encode(event, []) + "\n").encode())

    def close(self) -> None:
        """Close the file that was opened here."""
        if self._owned:
            self._owned = False
            os.close(self._to)
