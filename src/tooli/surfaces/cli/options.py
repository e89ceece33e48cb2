"""The framework's flags and variables as the options of a call, and the parser's mistakes as errors."""

from __future__ import annotations

from tooli.errors import InputError
from tooli.execute import CallOptions
from tooli.surfaces.cli.flags import FLAGS
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from tooli.schema.invalid import Invalid
    from tooli.surfaces.cli.main import Session
    from tooli.surfaces.cli.parser import Parsed

NUMBERS = ("limit", "max-items", "max-bytes", "max-tokens")
GIVEN = (
    *("approval", "cursor", "fields", "filter", "spill", "idempotency-key", "token-count", "null"),
    "no-untrusted",
)
"""Flags whose values are the options they set."""
TRUE = ("1", "true", "yes", "on")


def read_options(session: Session) -> tuple[CallOptions, list[InputError]]:
    """Return the options of a command line, and everything that is wrong with it so far."""
    flags, environ = session.parsed.flags, session.runtime.environ
    if "timeout" not in flags and environ.get("TOOLI_TIMEOUT") and session.runtime.builtins:
        flags = {**flags, "timeout": environ["TOOLI_TIMEOUT"]}
    values: dict[str, Any] = {
        "yes": bool(flags.get("yes")) or environ.get("TOOLI_YES", "").lower() in TRUE,
        "dry_run": bool(flags.get("dry-run")),
        "timeout": _seconds(flags["timeout"]) if "timeout" in flags else None,
    }
    if "response-format" in flags:
        values["response_format"] = flags["response-format"]
    for name in GIVEN:
        if name in flags:
            values[name.replace("-", "_")] = flags[name]
    for name in NUMBERS:
        if name in flags:
            values[name.replace("-", "_")] = _whole(flags[name])
    mistakes = parse_errors(session)
    if mistakes:
        _set_aside(session.parsed)
    mistakes += _nothing_to_write(session.parsed)
    for _, invalid in flag_mistakes(flags):
        field = str(invalid.where[0]).replace("-", "_")
        message = f"{field}: {invalid.message}"
        mistakes.append(InputError(message, code=invalid.code, field=field, details=invalid.details))
    return CallOptions(**values), mistakes


def _nothing_to_write(parsed: Parsed) -> Iterator[InputError]:
    """Give the mistake of saving a result that is no file."""
    command = parsed.command
    if "write" not in parsed.flags or command is None:
        return
    from tooli.surfaces.cli.content import returns_content

    if not returns_content(command):
        message = f"write: {command.name} returns no file; --spill FILE keeps any result"
        yield InputError(message, code="E1909", field="write")


def flag_mistakes(flags: Mapping[str, Any]) -> Iterator[tuple[None, Invalid]]:
    """Give what is wrong with the values of the framework's flags; `where` names the flag."""
    from tooli.schema.invalid import Invalid

    for name, _, _, default, choices, _ in FLAGS:
        value = flags.get(name)
        if choices and value is not None and value not in (*choices, default):
            details = {"value": value, "choices": list(choices)}
            yield None, Invalid(f"{value!r} is not one of {', '.join(choices)}", "E1904", (name,), details)
    for name in NUMBERS:
        value = flags.get(name)
        if value is not None and _whole(value) is None:
            message = f"{value!r} is not a positive whole number"
            yield None, Invalid(message, "E1903", (name,), {"value": value})
    timeout = flags.get("timeout")
    if timeout is not None and _seconds(timeout) is None:
        message = f"{timeout!r} is not a positive number of seconds"
        yield None, Invalid(message, "E1903", ("timeout",), {"value": timeout})


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and 0 < int(text) < 2**53 else None


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if 0 < seconds < 1e9 else None


def _open(session: Session, token: str) -> str:
    """Return a token; of a command that takes secrets without a value, which may be one."""
    command = session.parsed.command
    if command is not None and not any(param.secret for param in command.params):
        return token
    return token.partition("=")[0] if token.startswith("--") else token[:2]


def parse_errors(session: Session) -> list[InputError]:
    """Return the parser's mistakes as errors; words left over by an unknown option are not another one."""
    mistakes = session.parsed.mistakes
    unknown = {mistake.position for mistake in mistakes if mistake.code == "E1902"}
    extra = [mistake for mistake in mistakes if mistake.code == "E1900"]
    told = [
        InputError(
            mistake.message,
            code=mistake.code,
            field=mistake.field.replace("-", "_").strip("_") or "arguments",
            details={"token": _cut(_open(session, mistake.token))} if mistake.token else None,
        )
        for mistake in mistakes
        if mistake.code != "E1900"
    ]
    if extra and extra[0].position - 1 not in unknown:
        words = _cut(" ".join(mistake.token for mistake in extra))
        message = (
            f"{words!r} is one argument too many" if len(extra) == 1 else f"{words!r}: too many arguments"
        )
        told.append(InputError(message, code="E1900", field="arguments", details={"token": words}))
    return told


def _set_aside(parsed: Parsed) -> None:
    """Take a word that follows an unknown option out of the list it fell into: it is that option's value."""
    unknown = {mistake.position for mistake in parsed.mistakes if mistake.code == "E1902"}
    for name, places in parsed.places.items():
        values = parsed.raw.get(name)
        if isinstance(values, list) and len(values) == len(places) > 1:
            kept = [value for value, (at, _) in zip(values, places, strict=True) if at - 1 not in unknown]
            parsed.raw[name] = kept or values


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
