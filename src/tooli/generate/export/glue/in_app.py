"""Commands run in this process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tooli import CallOptions, ToolError, Tooli, TooliResult
from tooli.generate.export.glue.failure import CommandError

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
    given = {
        key: value
        for key, value in arguments.items()
        if value is not None or key in keep
    }
    options = CallOptions(yes=yes, approval=approval)
    try:
        result = app.call(name, options=options, **given)
        result.unwrap()
        return result.model_dump()["result"]
    except ToolError as error:
        raise CommandError(error.to_dict()) from None


def stream_command(
    name: str,
    arguments: dict[str, Any],
    *,
    keep: tuple[str, ...] = (),
    yes: bool = False,
    approval: str | None = None,
) -> Iterator[Any]:
    """Run a command of the app and give its items as they come."""
    given = {
        key: value
        for key, value in arguments.items()
        if value is not None or key in keep
    }
    options = CallOptions(yes=yes, approval=approval)
    try:
        yield from map(to_plain, app.stream(name, options=options, **given))
    except ToolError as error:
        raise CommandError(error.to_dict()) from None


def to_plain(item: Any) -> Any:
    """Return an item as JSON data."""
    return TooliResult(True, item).model_dump()["result"]
