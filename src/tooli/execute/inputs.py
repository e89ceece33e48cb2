"""Inputs resolved: what a caller named becomes a `StdinOr` to read from, or a `SecretInput` with its value.

Of all the inputs of a call one can come from stdin: the one that says `-`, else the first that is left out.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tooli.errors import DataFormatError, InputError, Suggestion
from tooli.execute.piped import arrives, is_piped, is_terminal, patience
from tooli.execute.pipeline import Invoke, start_clock
from tooli.execute.scrub import Masking, scrub
from tooli.execute.stdin_or import StdinOr
from tooli.model.secret import SecretInput
from tooli.schema import shape_converter
from tooli.schema.input_values import is_url
from tooli.schema.invalid import Invalid, InvalidMany
from tooli.schema.mistakes import to_error
from tooli.types import Unset

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import BinaryIO

    from tooli.execute import Call
    from tooli.model import Param

SECRET_BYTES = 1_000_000
"""No secret is longer; a file that is was not meant."""


class Inputs:
    """The inputs of one call.

    public_only: whether URLs of private addresses are refused, as for callers from elsewhere.
    """

    def __init__(self, call: Call, *, public_only: bool = False) -> None:
        self._call = call
        self._public_only = public_only
        self._open: list[StdinOr[Any]] = []
        self._secrets: list[Any] = []
        self._reader: str | None = None
        """The param that reads stdin."""

    def fill(self) -> Generator[Any, Any, None]:
        """Put what can be read in the place of what was named."""
        call = self._call
        start_clock(call)
        params = [param for param in call.command.inputs if param.name in call.arguments]
        for param in params:
            for _ in range(_dashes(call.arguments[param.name])):
                self._claim(param)
        for param in params:
            value = call.arguments[param.name]
            if param.shape.input == "secret":
                call.arguments[param.name] = yield from self._secret(param, value)
            else:
                call.arguments[param.name] = yield from self._input(param, value)

    def stdin_for(self, param: Param) -> Generator[Any, Any, StdinOr[Any]]:
        """Return stdin as the input of a param that piped items fill."""
        for other in self._call.command.inputs:
            for _ in range(_dashes(self._call.raw.get(other.name))):
                self._claim(other)
        self._claim(param)
        return (yield from self._made(param, "-"))

    def close(self) -> None:
        """Let go of files and connections."""
        for given in self._open:
            given.close()

    def scrub(self, error: BaseException) -> None:
        """Take the call's secrets out of an error."""
        if self._secrets:
            scrub(error, Masking(self._secrets))

    def _is_named(self, param: Param) -> bool:
        """Whether the caller, or a variable, gave the param."""
        return param.name in self._call.raw or param.name in self._call.sources

    def _claim(self, param: Param) -> None:
        """Let a param have stdin, which only one can."""
        if self._reader is not None:
            raise InputError(
                f"{self._reader} and {param.name} cannot both be read from stdin",
                code="E1909",
                field=param.name,
                suggestion="Give one of them as a path.",
            )
        self._reader = param.name

    def _input(self, param: Param, value: Any) -> Generator[Any, Any, Any]:
        call = self._call
        if not self._is_named(param) and not param.shape.inner.multiple:
            if call.textual and self._reader is None and (yield from self._is_fed(param)):
                self._claim(param)
                value = "-"
            elif isinstance(value, Unset):
                raise self._no_input(param, "no input was given")
        if not isinstance(value, (list, tuple)):
            return None if value is None else (yield from self._made(param, value))
        made = []
        for item in value:
            made.append((yield from self._made(param, item)))
        return type(value)(made)

    def _is_fed(self, param: Param) -> Generator[Any, Any, bool]:
        """Whether something was piped in; silence is an error, unless there is a default to use."""
        stream = self._stdin()
        if stream is None or not is_piped(stream):
            return False
        seconds = patience(self._call.caller, self._call.runtime.environ)
        if seconds is None or (yield Invoke(arrives, (stream, seconds))):
            return True
        if isinstance(self._call.arguments[param.name], Unset):
            raise self._silence(param, seconds)
        self._call.warnings.append(f"{param.name}: nothing came on stdin within {seconds:g} s; not read")
        return False

    def _made(self, param: Param, value: Any) -> Generator[Any, Any, StdinOr[Any]]:
        """Return what reads from the place a value names."""
        expected = _expected(param)
        if isinstance(value, StdinOr):
            given = value.meant_for(param.name, expected)
        elif isinstance(value, bytes):
            given = StdinOr.of(value).meant_for(param.name, expected)
        elif value == "-":
            stream = yield from self._ready(param)
            given = StdinOr(lambda: stream, source="stdin", name="stdin", field=param.name, expected=expected)
        else:
            given = self._placed(param, os.fspath(value), expected)
        given.null = self._call.options.null
        self._open.append(given)
        if self._call.command.isolate:
            yield Invoke(given.hold)
        return given

    def _placed(self, param: Param, place: str, expected: Any) -> StdinOr[Any]:
        field, public_only = param.name, self._public_only

        def opened() -> BinaryIO:
            if not is_url(place):
                return open(place, "rb")
            from tooli.execute.fetch import open_url

            return open_url(place, field, public_only=public_only)

        source = "url" if is_url(place) else "file"
        return StdinOr(opened, source=source, name=place, field=field, expected=expected)

    def _stdin(self) -> BinaryIO | None:
        given = self._call.runtime.stdin
        return None if given is None else given()

    def _ready(self, param: Param) -> Generator[Any, Any, BinaryIO]:
        """Return stdin, for a param that was given as `-` or has been found to be fed."""
        stream = self._stdin()
        if stream is None or stream.closed:
            raise self._no_input(param, "stdin is closed")
        seconds = patience(self._call.caller, self._call.runtime.environ)
        if seconds is not None and not (yield Invoke(arrives, (stream, seconds))):
            raise self._silence(param, seconds)
        return stream

    def _silence(self, param: Param, seconds: float) -> InputError:
        return self._no_input(param, f"nothing came on stdin within {seconds:g} s")

    def _no_input(self, param: Param, why: str) -> InputError:
        secret = param.shape.input == "secret"
        ways = "a path" if secret else "a path or a URL"
        pipe = ", or pipe data in" if self._call.textual else ""
        return InputError(
            f"{param.name}: {why}",
            code="E1906",
            field=param.name,
            suggestion=Suggestion(fix=f"Give {param.name} as {ways}{pipe}."),
        )

    def _secret(self, param: Param, value: Any) -> Generator[Any, Any, SecretInput[Any] | None]:
        """Return a secret: from the file a flag names, or the value that came another way."""
        if value is None:
            return None
        if isinstance(value, SecretInput):
            secret: SecretInput[Any] = value
        else:
            from_flag = self._call.textual and self._call.sources.get(param.name) == "flag"
            if from_flag or isinstance(value, os.PathLike):
                value = yield from self._read_secret(param, os.fspath(value))
            elif self._call.textual and isinstance(value, str):
                value = _converted(param, value)
            secret = SecretInput(value)
        self._secrets.append(secret.reveal())
        return secret

    def _read_secret(self, param: Param, path: str) -> Generator[Any, Any, Any]:
        """Read a secret from a file, or from stdin. Its path is not told: it may be the secret, misplaced."""
        if path == "-" and self._reader == param.name:
            stream = yield from self._ready(param)
            if is_terminal(stream):
                raise self._no_input(param, "stdin is the terminal, where a secret would be seen")
            data = yield Invoke(stream.read, (SECRET_BYTES + 1,))
        else:
            data = yield Invoke(_content, (path, param.name))
        if len(data) > SECRET_BYTES:
            raise DataFormatError(
                f"{param.name}: longer than {SECRET_BYTES} bytes", field=param.name, exit_code=65
            )
        if not data.strip():
            raise self._no_input(param, "the secret is empty")
        if param.shape.inner.items[0].kind == "bytes":
            return data
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise DataFormatError(
                f"{param.name}: not valid UTF-8 at offset {error.start}",
                field=param.name,
                details={"offset": error.start},
            ) from None
        return _converted(param, text.removesuffix("\n").removesuffix("\r"))


def _dashes(value: Any) -> int:
    """Return how often a value says `-`."""
    if isinstance(value, (list, tuple)):
        return sum(_dashes(item) for item in value)
    return int(isinstance(value, str) and value == "-")


def _expected(param: Param) -> Any:
    """Return the type in `StdinOr[...]`; text when none is given."""
    shape = param.shape.inner
    if shape.multiple:
        shape = shape.items[0].inner
    return getattr(shape.annotation, "__args__", (str,))[0]


def _converted(param: Param, text: str) -> Any:
    """Return a secret's text as its type."""
    shape = param.shape.inner.items[0]
    if shape.kind == "bytes":
        return text.encode("utf-8", "surrogateescape")
    try:
        return shape_converter(shape)(text, True)
    except (Invalid, InvalidMany) as error:
        raise to_error(param, error.mistakes[0]) from None


def _content(path: str, field: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(SECRET_BYTES + 1)
    except (OSError, ValueError) as error:
        code = "E1907" if isinstance(error, FileNotFoundError) else "E1903"
        reason = (getattr(error, "strerror", None) or "that is no path").lower()
        raise InputError(f"{field}: its file cannot be read: {reason}", code=code, field=field) from None
