"""Commands as tools of LlamaIndex."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from llama_index.core.tools import FunctionTool, ToolMetadata
from llama_index.core.workflow import Context, HumanResponseEvent, InputRequiredEvent

from tooli.generate.export.glue.failure import check_arguments, describe


@dataclass
class CommandMetadata(ToolMetadata):
    """What is known of a tool, with its schema as it is."""

    schema: dict[str, Any] = field(default_factory=dict)

    def get_parameters_dict(self) -> dict[str, Any]:
        """Return the schema of its arguments."""
        return self.schema


class ApprovalRequest(InputRequiredEvent):
    """A question to a person, about a call."""

    call: str


def tool(
    schema: dict[str, Any],
    *,
    name: str | None = None,
    needs_approval: bool = False,
) -> Callable[[Callable[..., Awaitable[Any]]], FunctionTool]:
    """Make a tool of a function; what it raises is told to the model."""

    def make(function: Callable[..., Awaitable[Any]]) -> FunctionTool:
        label = name or function.__name__

        async def run(workflow: Any = None, **arguments: Any) -> Any:
            check_arguments(function, arguments)
            if needs_approval:
                await ask(workflow, label, arguments)
            return await function(**arguments)

        about = describe(function)[:1024]  # more is refused
        made = FunctionTool(
            async_fn=run,
            metadata=CommandMetadata(description=about, name=label, schema=schema),
            async_callback=as_json,
        )
        if needs_approval:
            made.requires_context = True
            made.ctx_param_name = "workflow"
        return made

    return make


async def ask(workflow: Context, label: str, arguments: dict[str, Any]) -> None:
    """Wait for `HumanResponseEvent(call=..., approved=True)`."""
    call = f"{label} {json.dumps(arguments, ensure_ascii=False)}"
    answer = await workflow.wait_for_event(
        HumanResponseEvent,
        waiter_event=ApprovalRequest(call=call),
        waiter_id=call,
        requirements={"call": call},
        timeout=None,
    )
    if answer.get("approved") is not True:
        raise PermissionError("A person did not agree to this call.")


async def as_json(result: Any) -> str:
    """Return what the model reads of a result."""
    return json.dumps(result, ensure_ascii=False)
