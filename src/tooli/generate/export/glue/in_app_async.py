"""Commands run in this process, awaited."""

from __future__ import annotations

from typing import Any

from tooli.generate.export.glue.in_app import app, call_with, data_of


async def run_command(
    name: str,
    arguments: dict[str, Any],
    *,
    keep: tuple[str, ...] = (),
    yes: bool = False,
    approval: str | None = None,
) -> Any:
    """Run a command of the app and return its result."""
    return data_of(await app.acall(name, **call_with(arguments, keep, yes, approval)))
