"""The framework's flags and variables as the options of a call, and the parser's mistakes as errors."""

from __future__ import annotations

from tooli.errors import InputError, Suggestion
from tooli.execute import CallOptions
from tooli.schema.invalid import cut, shown
from tooli.schema.mistakes import tellable
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
VARIABLES = ("output", "timeout", "yes")
"""Flags that a variable stands for where they are not given."""
TRUE = ("1", "true", "yes", "on")


def read_options(session: Session) -> tuple[CallOptions, list[InputError]]:
    """Return the options of a command line, and everything that is wrong with it so far."""
    flags, environ = session.parsed.flags, session.runtime.environ
    wrong = [*variable_mistakes(session)]
    if "timeout" not in flags and environ.get("TOOLI_TIMEOUT") and session.runtime.builtins and not wrong:
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
    mistakes = wrong + mistakes
    mistakes += _nothing_to_write(session.parsed)
    for _, invalid in flag_mistakes(flags):
        field = str(invalid.where[0]).replace("-", "_")
        message = f"{field}: {invalid.message}"
        details = {name: tellable(value) for name, value in (invalid.details or {}).items()}
        mistakes.append(InputError(message, code=invalid.code, field=field, details=details))
    return CallOptions(**values), mistakes


def variable_mistakes(session: Session) -> Iterator[InputError]:
    """Give what is wrong with the variables that stand for flags; one whose flag is given does not count."""
    for name in VARIABLES:
        variable = f"TOOLI_{name.upper()}"
        value = session.runtime.environ.get(variable)
        if not value or name in session.parsed.flags or (name == "timeout" and not session.runtime.builtins):
            continue
        from tooli.config.known import KNOWN

        wrong = KNOWN[name].check(value)
        if wrong is not None:
            yield InputError(
                f"{variable}: {wrong}",
                code="E1904" if name == "output" else "E1903",
                field=variable,
                suggestion=Suggestion(f"Correct {variable}, or unset it.", action="fix"),
                details={"value": cut(value)},
            )


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
            yield (
                None,
                Invalid(f"{shown(value)} is not one of {', '.join(choices)}", "E1904", (name,), details),
            )
    for name in NUMBERS:
        value = flags.get(name)
        if value is not None and _whole(value) is None:
            message = f"{shown(value)} is not a positive whole number"
            yield None, Invalid(message, "E1903", (name,), {"value": value})
    timeout = flags.get("timeout")
    if timeout is not None and _seconds(timeout) is None:
        message = f"{shown(timeout)} is not a positive number of seconds"
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
            cut(mistake.message, 120),
            code=mistake.code,
            field=cut(mistake.field.replace("-", "_").strip("_") or "arguments"),
            details={"token": cut(_open(session, mistake.token), 60)} if mistake.token else None,
        )
        for mistake in mistakes
        if mistake.code != "E1900"
    ]
    if extra and extra[0].position - 1 not in unknown:
        words = cut(" ".join(mistake.token for mistake in extra), 60)
        message = (
            f"{words!r} is one argument too many" if len(extra) == 1 else f"{words!r}: too many arguments"
        )
        named = _own_name(session)
        if named is not None:
            words = named
            message = f"{named} is the only command of {session.runtime.name}, which runs it without its name"
        told.append(InputError(message, code="E1900", field="arguments", details={"token": words}))
    return told


def _own_name(session: Session) -> str | None:
    """Return the name of the app's only command, if the line begins with it."""
    if session.runtime.catalog.single is None:
        return None
    from tooli.surfaces.cli.repair_words import own_name

    at = own_name(session.runtime.catalog, session.argv)
    return None if at is None else session.argv[at]


def _set_aside(parsed: Parsed) -> None:
    """Take a word that follows an unknown option out of the list it fell into: it is that option's value."""
    unknown = {mistake.position for mistake in parsed.mistakes if mistake.code == "E1902"}
    for name, places in parsed.places.items():
        values = parsed.raw.get(name)
        if isinstance(values, list) and len(values) == len(places) > 1:
            kept = [value for value, (at, _) in zip(values, places, strict=True) if at - 1 not in unknown]
            parsed.raw[name] = kept or values
