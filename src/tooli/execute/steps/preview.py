"""Dry runs: commands that change nothing run as usual; others only when they know how to hold back."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute.call import Call
    from tooli.execute.outcome import Outcome
    from tooli.execute.pipeline import Flow
    from tooli.model.command import Command


def preview(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Refuse a dry run of a command that would do its work all the same."""
    if call.options.dry_run and not (call.command.read_only or holds_back(call.command)):
        from tooli.errors import InputError

        raise InputError(
            f"{call.command.name} has no dry run",
            code="E1913",
            field="dry_run",
            suggestion="Leave out --dry-run to run the command.",
        )
    return (yield from inner(call))


def holds_back(command: Command) -> bool:
    """Whether the command looks at `ctx.dry_run`: it takes the context, so it can."""
    return any(getattr(param.injected, "__tooli_context__", False) for param in command.injected)
