"""`prompt`: the texts for a model that an app writes."""

from __future__ import annotations

from typing import Annotated, Any

from tooli.annotations import ReadOnly
from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.execute.context import AgentContext
from tooli.execute.offered import prompt_call, run_within
from tooli.message import Message
from tooli.model.markers import Argument
from tooli.model.prompt import prompts

app = Tooli("prompt", "Texts for a model that the app writes")


@app.command("list", annotations=ReadOnly, capabilities=["none"])
def list_prompts(host: Host) -> list[dict[str, Any]]:
    """List the prompts and what they take."""
    return [
        {
            "name": name,
            "description": command.summary,
            "arguments": [
                {"name": param.name, "description": command.param_help(param), "required": param.required}
                for param in command.params
            ],
        }
        for name, command in prompts(host.catalog).items()
        if not command.hidden
    ]


@app.command("render", annotations=ReadOnly, capabilities=["none"])
def render_prompt(
    name: Annotated[str, Argument(help="A name of `prompt list`")],
    arguments: Annotated[dict[str, Any] | None, Argument(help="name=value, or one JSON object")] = None,
    *,
    host: Host,
    ctx: AgentContext,
) -> list[Message]:
    """Write the messages of a prompt."""
    messages: list[Message] = run_within(ctx, prompt_call(host, name, arguments or {}, ctx.caller))
    return messages
