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
    return data_of(app.call(name, **call_with(arguments, keep, yes, approval)))


def stream_command(
    name: str,
    arguments: dict[str, Any],
    *,
    keep: tuple[str, ...] = (),
    yes: bool = False,
    approval: str | None = None,
) -> Iterator[Any]:
    """Run a command of the app and give its items as they come."""
    try:
        for item in app.stream(name, **call_with(arguments, keep, yes, approval)):
            yield data_of(TooliResult(True, item))
    except ToolError as error:
        raise CommandError(error.to_dict()) from None


def call_with(
    arguments: dict[str, Any], keep: tuple[str, ...], yes: bool, approval: str | None
) -> dict[str, Any]:
    """Return what the app is called with; a param may be named options, too."""
    options = CallOptions(yes=yes, approval=approval)
    return {"options": options, **given(arguments, keep)}


def data_of(result: TooliResult[Any]) -> Any:
    """Return a result as JSON data, or raise why there is none."""
    try:
        result.unwrap()
        return result.model_dump()["result"]
    except ToolError as error:
        raise CommandError(error.to_dict()) from None
