"""Commands run in this process, awaited."""

from __future__ import annotations

from typing import Any

from tooli import CallOptions, ToolError, Tooli
from tooli.generate.export.glue.failure import CommandError

app = Tooli("app")


async def run_command(
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
        result = await app.acall(name, options=options, **given)
        result.unwrap()
        return result.model_dump()["result"]
    except ToolError as error:
        raise CommandError(error.to_dict()) from None
