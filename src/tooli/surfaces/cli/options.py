"""The framework's flags and variables as the options of a call, and the parser's mistakes as errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.errors import InputError
from tooli.execute.call import CallOptions
from tooli.surfaces.cli.flags import FLAGS

if TYPE_CHECKING:
    from tooli.surfaces.cli.main import Session

_TRUE = ("1", "true", "yes", "on")


def read_options(session: Session) -> tuple[CallOptions, list[InputError]]:
    """Return the options of a command line, and everything that is wrong with it so far."""
    flags = session.parsed.flags
    mistakes = parse_errors(session)
    values: dict[str, Any] = {
        "yes": bool(flags.get("yes")) or session.runtime.environ.get("TOOLI_YES", "").lower() in _TRUE,
        "dry_run": bool(flags.get("dry-run")),
    }
    timeout = flags.get("timeout") or session.runtime.environ.get("TOOLI_TIMEOUT")
    if timeout is not None:
        seconds = _seconds(timeout)
        if seconds is None:
            mistakes.append(
                InputError(f"timeout: {timeout!r} is not a positive number of seconds", field="timeout")
            )
        else:
            values["timeout"] = seconds
    if "response-format" in flags:
        values["response_format"] = flags["response-format"]
    mistakes += _choice_errors(flags)
    return CallOptions(**values), mistakes


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if 0 < seconds < 1e9 else None


def _choice_errors(flags: dict[str, Any]) -> list[InputError]:
    errors = []
    for name, _, _, default, choices, _ in FLAGS:
        value = flags.get(name)
        if choices and value is not None and value not in (*choices, default):
            errors.append(
                InputError(
                    f"{name}: {value!r} is not one of {', '.join(choices)}",
                    code="E1904",
                    field=name.replace("-", "_"),
                    details={"value": value, "choices": list(choices)},
                )
            )
    return errors


def parse_errors(session: Session) -> list[InputError]:
    """Return the parser's mistakes as errors."""
    return [
        InputError(
            mistake.message,
            code=mistake.code,
            field=mistake.field.replace("-", "_").strip("_") or "arguments",
            details={"token": mistake.token} if mistake.token else None,
        )
        for mistake in session.parsed.mistakes
    ]
