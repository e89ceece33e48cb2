"""Commands run in this process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tooli import CallOptions, ToolError, Tooli, TooliResult
from tooli.generate.export.glue.failure import CommandError
from tooli.generate.export.glue.given import given

app = Tooli("app")


def run_command(
    name: str,
    arguments: dict[str, Any],
    *,
    keep: tuple[str, ...] = (),
    yes: bool = False,
    approval: str | None = None,
) -> Any:
    """Run a command of the app and return its result."""
    options = CallOptions(yes=yes, approval=approval)
    return data_of(app.call(name, options=options, **given(arguments, keep)))


def stream_command(
    name: str,
    arguments: dict[str, Any],
    *,
    keep: tuple[str, ...] = (),
    yes: bool = False,
    approval: str | None = None,
) -> Iterator[Any]:
    """Run a command of the app and give its items as they come."""
    options = CallOptions(yes=yes, approval=approval)
    try:
        for item in app.stream(name, options=options, **given(arguments, keep)):
            yield data_of(TooliResult(True, item))
    except ToolError as error:
        raise CommandError(error.to_dict()) from None


def data_of(result: TooliResult[Any]) -> Any:
    """Return a result as JSON data, or raise why there is none."""
    try:
        result.unwrap()
        return result.model_dump()["result"]
    except ToolError as error:
        raise CommandError(error.to_dict()) from None
