"""The step that brings in what configuration files say: of settings, and of the command's params."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from tooli.config.configuration import Configuration

if TYPE_CHECKING:
    from tooli.execute import Call, Outcome
    from tooli.execute.pipeline import Flow


def configure(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Give a call the values of its files; a file that is wrong may have meant to forbid it, so it fails."""
    runtime = call.runtime
    config = runtime.config
    if config is None:  # nothing for the framework; `.env` may hold a variable that the command declares
        assert runtime.dotenv is not None
        config = Configuration(
            [("dotenv", runtime.dotenv)], runtime.name, runtime.environ, runtime.settings, runtime.catalog
        )
        call.runtime = runtime.replace(environ=config.environ())
    if config.error is not None:
        raise config.error
    call.warnings += config.warnings
    if not call.remote:
        for name, found in config.values_of(call.command).items():
            call.configured[name] = found.value
            call.sources.setdefault(name, found.place)
    return (yield from inner(call))
