"""Results in TOON, a notation between YAML and CSV that writes the keys of uniform rows once.

The encoder is the package toon-format, which the extra `tooli[toon]` installs; it is imported when a result
is to be written. Values are plain: what `execute.plain` and a JSON decoder give.
"""

from __future__ import annotations

from tooli.errors import DependencyError, InternalError, Suggestion

__all__ = ["toon"]


def toon(value: object) -> str:
    """Return a plain value as a TOON document, without a newline at its end."""
    try:
        from toon_format import dumps
    except ModuleNotFoundError as missing:
        raise DependencyError(
            "TOON output needs the package toon-format, which is not installed",
            suggestion=Suggestion(
                fix='Install it with: pip install "tooli[toon]", or use --output json',
                action="fix",
            ),
            is_retryable=False,
            details={"package": "toon-format", "extra": "toon"},
        ) from missing
    try:
        return dumps(value)
    except ValueError as fault:
        raise InternalError(f"the result cannot be written as TOON: {fault}", code="E5902") from fault
