"""`StdinOr`: one input, wherever it comes from, read once from front to back and no further than asked.

Recognised in annotations by its mark. Where an input comes from is decided in `inputs`; how it is read, here.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, TypeVar

from tooli.errors import AuthError, DataFormatError, InputError
from tooli.execute.handed_on import unpacked

if TYPE_CHECKING:
    from pathlib import Path

    from tooli.errors import ToolError

T_co = TypeVar("T_co", covariant=True)
Bytes = bytes

CHUNK_BYTES = 65_536
LINE_BYTES = 16 * 1024 * 1024
"""A longer line is no line: data without line ends must not fill the memory."""


class StdinOr(Generic[T_co]):
    """Input from a path, a URL, `-` or a pipe. Every method goes on where the last one stopped."""

    __tooli_input__ = "stdin"

    def __init__(
        self,
        opened: Callable[[], BinaryIO],
        *,
        source: str,
        name: str,
        field: str = "input",
        expected: Any = str,
    ) -> None:
        self.source = source
        """Where it comes from: `file`, `url`, `stdin` or `value`."""
        self.name = name
        """The path or URL, as it was given; `stdin`; or `value`."""
        self.null = False
        """Whether NUL ends its lines."""
        self._opened = opened
        self._field = field
        self._expected = expected
        self._file: BinaryIO | None = None
        self._offset = 0
        self._ended = False
        self._copy: Path | None = None

    @classmethod
    def of(cls, data: str | Bytes) -> StdinOr[Any]:
        """Return input that is the data itself: for callers in Python, and for tests."""
        held = data.encode() if isinstance(data, str) else bytes(data)
        return StdinOr(_Held(held), source="value", name="value")

    def meant_for(self, field: str, expected: Any) -> StdinOr[T_co]:
        """Say which param it fills and what `read` returns."""
        self._field, self._expected = field, expected
        return self

    def __repr__(self) -> str:
        return f"StdinOr(source={self.source!r}, name={self.name!r})"

    def read(self) -> T_co:
        """Return the input as the type in `StdinOr[...]`: text, bytes, lines, JSON, or an iterator."""
        from tooli.execute.typed_input import read_as

        return read_as(self, self._expected)  # type: ignore[no-any-return] # the annotation says what comes

    def text(self, most: int | None = None) -> str:
        """Return what is left, as text; more than `most` bytes are an error."""
        start = self._offset
        return self._decoded(self.bytes(most), start)

    def bytes(self, most: int | None = None) -> Bytes:
        """Return what is left, as it is; more than `most` bytes are an error."""
        data = self._begin().read(-1 if most is None else most + 1)
        if most is not None and len(data) > most:
            raise self.malformed(f"it has more than {most} bytes")
        self._offset += len(data)
        self._ended = True
        return data

    def stream(self, size: int = CHUNK_BYTES) -> Iterator[Bytes]:
        """Give what is left in pieces of at most `size` bytes, as they arrive."""
        file = self._begin()
        read = getattr(file, "read1", file.read)
        while chunk := read(size):
            self._offset += len(chunk)
            yield chunk
        self._ended = True

    def lines(self) -> Iterator[str]:
        """Give the lines that are left, without their ends, as they arrive."""
        file, number = self._begin(), 0
        while True:
            number += 1
            start = self._offset
            line = file.readline(LINE_BYTES + 1)
            if not line:
                self._ended = True
                return
            self._offset += len(line)
            if len(line) > LINE_BYTES:
                raise self.malformed(f"line {number} is longer than {LINE_BYTES} bytes", line=number)
            text = self._decoded(line, start)
            if self.null:
                yield text.removesuffix("\0")
            else:
                yield text.removesuffix("\n").removesuffix("\r") if text.endswith("\n") else text

    def json(self) -> Any:
        """Return what is left, read as one JSON document; another command's envelope as its result."""
        return unpacked(self.parsed(self.text()), self.name)

    def jsonl(self) -> Iterator[Any]:
        """Give the JSON documents that are left, one a line, as they arrive; empty lines are passed over."""
        return self.documents(self.lines())

    def documents(self, lines: Iterable[str]) -> Iterator[Any]:
        """Give the JSON documents that lines hold."""
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            item = self.parsed(line, number)
            held = unpacked(item, self.name, line=number)
            if held is item:
                yield item
            elif isinstance(held, list):
                yield from held
            elif held is not None:
                yield held

    def path(self) -> Path:
        """Return a file that holds the input: its own, or a copy that lasts as long as the call."""
        from pathlib import Path

        if self.source == "file":
            return Path(self.name)
        if self._copy is None:
            from tempfile import NamedTemporaryFile

            with NamedTemporaryFile("wb", prefix="tooli-", delete=False) as copy:
                self._copy = Path(copy.name)
                for chunk in self.stream():
                    copy.write(chunk)
        return self._copy

    def hold(self) -> None:
        """Read everything now, for a call that runs in another process."""
        self._file = self._parted(io.BytesIO(self._begin().read()))
        self._opened = _Held(b"")

    def close(self) -> None:
        """Let go of the file or the connection, and of a copy."""
        if self._file is not None and self.source != "stdin":
            self._file.close()
        if self._copy is not None:
            self._copy.unlink(missing_ok=True)
            self._copy = None

    def parsed(self, text: str, line: int | None = None) -> Any:
        """Return what JSON text says, or raise what is wrong with it; `line` is where the text stands."""
        import json

        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            number = error.lineno if line is None else line
            raise self.malformed(
                f"not valid JSON: {error.msg} at line {number}, column {error.colno}",
                line=number,
                column=error.colno,
            ) from None
        except RecursionError:
            raise self.malformed("not valid JSON: it is nested too deep") from None

    def malformed(self, what: str, **details: Any) -> DataFormatError:
        """Return the error of data that cannot be read."""
        return DataFormatError(
            f"{self._field}: {self.name}: {what}", field=self._field, details={"input": self.name, **details}
        )

    def _begin(self) -> BinaryIO:
        """Return the open input; refuse one that was read to its end, which would look empty."""
        if self._ended:
            raise RuntimeError(f"{self.name} was read to its end already: keep what it gave")
        if self._file is None:
            try:
                self._file = self._parted(self._opened())
            except OSError as error:
                raise _refusal(error, self.name, self._field) from None
        return self._file

    def _parted(self, file: BinaryIO) -> BinaryIO:
        if not self.null:
            return file
        from tooli.execute.nul_lines import NulLines

        return NulLines(file)  # type: ignore[return-value] # all that is asked of a file here

    def _decoded(self, data: Bytes, start: int) -> str:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            place = start + error.start
            raise self.malformed(
                f"not valid UTF-8: byte 0x{data[error.start]:02x} at offset {place}", offset=place
            ) from None
        return text.removeprefix("\ufeff") if start == 0 else text


def _refusal(error: OSError, name: str, field: str) -> ToolError:
    message = f"{field}: {name}: {(error.strerror or str(error)).lower()}"
    if isinstance(error, PermissionError):
        return AuthError(message, field=field, details={"value": name})
    code = "E1907" if isinstance(error, FileNotFoundError) else "E1903"
    return InputError(message, code=code, field=field, details={"value": name})


class _Held:
    """Opens data that is there already; unlike a closure it can go to another process."""

    def __init__(self, data: Bytes) -> None:
        self._data = data

    def __call__(self) -> BinaryIO:
        return io.BytesIO(self._data)
