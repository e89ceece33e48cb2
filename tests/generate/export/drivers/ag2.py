"""Tools used by an agent of AG2, whose model follows a script."""

import json

from ag2 import Agent
from ag2.events import ToolCallEvent, ToolErrorEvent, ToolResultEvent
from ag2.testing import TestConfig


def schemas(tools):
    return {tool.name: tool.schema.function.parameters for tool in tools}


async def use(tools, name, arguments, agrees=None):
    asked = []

    def person(request):
        asked.append(name)
        return "yes" if agrees else "no"

    call = ToolCallEvent(name=name, arguments=json.dumps(arguments))
    script = TestConfig(call, "done", raise_tool_errors=False)
    agent = Agent("tester", "x", tools=tools, config=script, hitl_hook=person)
    reply = await agent.ask("go")
    assert reply.body == "done"
    (event,) = [one for one in await reply.history.get_events() if isinstance(one, ToolResultEvent)]
    (part,) = event.result.parts
    if isinstance(event, ToolErrorEvent) or (asked and not agrees):
        return {"error": part.content, "asked": asked}
    return {"result": json.loads(part.content), "asked": asked}
