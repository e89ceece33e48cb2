"""Commands as tools of smolagents."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from smolagents import Tool  # type: ignore[import-untyped]

from tooli.generate.export.glue.failure import describe


class CommandTool(Tool):  # type: ignore[misc]
    """A command as a tool; `approve` is asked before what a person has to agree to."""

    output_type = "any"
    skip_forward_signature_validation = True

    def __init__(
        self,
        function: Callable[..., Any],
        name: str,
        inputs: dict[str, Any],
        needs_approval: bool,
    ) -> None:
        super().__init__()
        self.function = function
        self.name = name
        self.description = describe(function)
        self.inputs = inputs
        self.approve: Callable[[str], bool] | None = ask if needs_approval else None

    def forward(self, *args: Any, **arguments: Any) -> Any:
        """Run the command; what it raises is told to the model."""
        given = {**dict(zip(self.inputs, args, strict=False)), **arguments}
        if len(given) < len(args) + len(arguments):
            raise TypeError(f"{self.name} takes each of {list(self.inputs)} once.")
        if self.approve is not None and not self.approve(f"{self.name} {given}"):
            raise PermissionError("A person did not agree to this call.")
        return self.function(**given)


def tool(
    schema: dict[str, Any],
    *,
    name: str | None = None,
    needs_approval: bool = False,
) -> Callable[[Callable[..., Any]], CommandTool]:
    """Make a tool of a function; `schema` has what smolagents calls inputs."""

    def make(function: Callable[..., Any]) -> CommandTool:
        label = name or function.__name__
        return CommandTool(function, label, schema, needs_approval)

    return make


def ask(call: str) -> bool:
    """Ask at the terminal whether a call may run; where there is none it may not."""
    return sys.stdin.isatty() and input(f"Run {call}? [y/N] ").lower() in {"y", "yes"}
