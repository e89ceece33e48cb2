"""The gate before commands that destroy: somebody has to say yes."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute.call import Call
    from tooli.execute.outcome import Outcome
    from tooli.execute.pipeline import Flow


def confirm(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Let a destructive command pass only with a yes: in the call, or from the person who is calling."""
    command = call.command
    if command.destructive and not call.options.yes and not call.options.dry_run:
        if call.ask is None:
            from tooli.errors import InputError, Suggestion

            raise InputError(
                f"{command.name} is destructive and needs --yes",
                code="E1010",
                field="yes",
                suggestion=Suggestion(
                    fix="Ask a person, then repeat the call with --yes.", action="ask_human"
                ),
            )
        if not call.ask(f"{command.name} is destructive. Go on?"):
            from tooli.errors import CancelledError

            raise CancelledError("not confirmed")
    return (yield from inner(call))
