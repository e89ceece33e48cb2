"""Tools used by agents of smolagents, whose model follows a script."""

import asyncio
import json

from smolagents import ActionStep, ChatMessage, CodeAgent, Model, ToolCallingAgent
from smolagents.agents import ToolOutput
from smolagents.models import (
    ChatMessageToolCall,
    ChatMessageToolCallFunction,
    MessageRole,
    get_tool_json_schema,
)
from smolagents.monitoring import LogLevel


class Scripted(Model):
    """Calls tools, or writes code, as told."""

    def __init__(self, script):
        super().__init__(model_id="scripted")
        self.script = list(script)

    def generate(self, messages, **options):
        step = self.script.pop(0)
        if isinstance(step, str):
            return ChatMessage(role=MessageRole.ASSISTANT, content=step)
        name, arguments = step
        function = ChatMessageToolCallFunction(name=name, arguments=arguments)
        call = ChatMessageToolCall(id="c1", type="function", function=function)
        return ChatMessage(role=MessageRole.ASSISTANT, content="", tool_calls=[call])


def schemas(tools):
    return {tool.name: get_tool_json_schema(tool)["function"]["parameters"] for tool in tools}


async def use(tools, name, arguments, agrees=None):
    return await asyncio.to_thread(called, tools, name, arguments, agrees)


def called(tools, name, arguments, agrees):
    asked = []
    (tool,) = [tool for tool in tools if tool.name == name]
    if tool.approve is not None:
        tool.approve = lambda call: asked.append(name) or bool(agrees)
    model = Scripted([(name, arguments), ("final_answer", {"answer": "done"})])
    agent = ToolCallingAgent(tools=tools, model=model, verbosity_level=LogLevel.OFF)
    outcome = {}
    for event in agent.run("go", stream=True):
        if isinstance(event, ToolOutput) and not event.is_final_answer:
            outcome = {"result": event.output}
        if isinstance(event, ActionStep) and event.error is not None:
            outcome = {"error": event.error.message}
    if "result" in outcome and not asked:
        assert in_code(tools, name, arguments) == outcome["result"]
    return {**outcome, "asked": asked}


def in_code(tools, name, arguments):
    code = f"<code>\nfinal_answer(standard_json.dumps({name}(**{arguments!r})))\n</code>"
    model = Scripted(["<code>\nimport json as standard_json\n</code>", code])
    agent = CodeAgent(
        tools=tools, model=model, verbosity_level=LogLevel.OFF, additional_authorized_imports=["json"]
    )
    return json.loads(agent.run("go"))
