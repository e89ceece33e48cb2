"""Commands run as processes of the app, awaited."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import PIPE
from typing import Any

from tooli.generate.export.glue.process import (
    command_line,
    environment,
    not_started,
    read_answer,
)


async def run_command(
    name: str,
    options: dict[str, object],
    *flags: str | None,
    stdin: str | None = None,
) -> Any:
    """Run a command of the app and return its result."""
    line = command_line(name, options, flags, "--tooli-json")
    try:
        process = await asyncio.create_subprocess_exec(
            *line, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment()
        )
    except (OSError, ValueError) as error:
        raise not_started(error) from error
    try:
        output, log = await process.communicate((stdin or "").encode())
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return read_answer(output, log)
