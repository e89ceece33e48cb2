"""The caller's raw values become the function's arguments."""

from __future__ import annotations

from tooli.schema.validate import validate as validate_values
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute.call import Call
    from tooli.execute.outcome import Outcome
    from tooli.execute.pipeline import Flow


def validate(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Check every value, fill defaults and environment variables, or fail with all mistakes at once."""
    runtime = call.runtime
    call.arguments = validate_values(
        call.command,
        call.raw,
        textual=call.textual,
        environ=runtime.environ,
        prefix=runtime.settings.get("env_prefix"),
        sources=call.sources,
        warnings=call.warnings,
        mistakes=call.mistakes,
    )
    return (yield from inner(call))
