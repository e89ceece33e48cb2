"""Commands run as processes of the app, awaited."""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import PIPE
from typing import Any

from tooli.generate.export.glue.given import given
from tooli.generate.export.glue.process import (
    command_line,
    environment,
    not_started,
    read_answer,
)


async def run_command(
    name: str,
    arguments: dict[str, Any],
    *,
    keep: tuple[str, ...] = (),
    yes: bool = False,
    approval: str | None = None,
) -> Any:
    """Run a command of the app and return its result."""
    line = command_line(name, "--tooli-json", yes, approval)
    try:
        process = await asyncio.create_subprocess_exec(
            *line, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment()
        )
    except (OSError, ValueError) as error:
        raise not_started(error) from error
    try:
        text = json.dumps(given(arguments, keep))
        output, log = await process.communicate(text.encode())
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return read_answer(output, log)
