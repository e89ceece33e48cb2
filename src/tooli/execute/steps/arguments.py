"""All arguments in one JSON object, in place of options and words: its text, `@file`, or `-` for stdin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.errors import InputError
from tooli.execute.piped import arrives, patience
from tooli.execute.pipeline import Invoke, start_clock
from tooli.execute.stdin_or import StdinOr

if TYPE_CHECKING:
    from collections.abc import Generator

    from tooli.execute import Call, Outcome
    from tooli.execute.pipeline import Flow

FIELD = "arguments"
LARGEST = 1 << 26
"""Bytes that are read: a device may have no end."""


def arguments(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Read the arguments: from here on the values of the call are data, as those of a call in Python."""
    if call.raw:
        message = f"{FIELD}: {', '.join(call.raw)} cannot be given beside it"
        raise InputError(message, code="E1909", field=FIELD, suggestion="Put every argument into the object.")
    start_clock(call)
    source = yield from _source(call, str(call.packed))
    data = source.parsed((yield Invoke(source.text, (LARGEST,))))
    if not isinstance(data, dict):
        raise source.malformed("it is no JSON object")
    if source.source == "value":
        _refuse_secrets(call, data)
    call.raw, call.textual = data, False
    call.sources.update(dict.fromkeys(data, "flag"))
    return (yield from inner(call))


def _source(call: Call, given: str) -> Generator[Any, Any, StdinOr[Any]]:
    """Return what the arguments are read from."""
    if given[:1] == "@":
        return StdinOr(lambda: open(given[1:], "rb"), source="file", name=given[1:], field=FIELD)
    if given != "-":
        return StdinOr.of(given).meant_for(FIELD, str)
    stream = None if call.runtime.stdin is None else call.runtime.stdin()
    if stream is None or stream.closed:
        raise _no_input("stdin is closed")
    seconds = patience(call.caller, call.runtime.environ)
    if seconds is not None and not (yield Invoke(arrives, (stream, seconds))):
        raise _no_input(f"nothing came on stdin within {seconds:g} s")
    return StdinOr(lambda: stream, source="stdin", name="stdin", field=FIELD)


def _no_input(why: str) -> InputError:
    return InputError(f"{FIELD}: {why}", code="E1906", field=FIELD, suggestion="Pipe a JSON object in.")


def _refuse_secrets(call: Call, data: dict[str, Any]) -> None:
    """Refuse a secret in the text of an option, which others can see."""
    for param in call.command.inputs:
        if param.shape.inner.kind == "secret" and data.get(param.name) is not None:
            raise InputError(
                f"{param.name}: --{FIELD} TEXT would show a secret to others",
                field=param.name,
                suggestion=f"Give --{FIELD} @FILE, or --{FIELD} - to read it from stdin.",
            )
