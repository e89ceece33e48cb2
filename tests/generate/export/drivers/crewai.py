"""Tools used by an agent of CrewAI, whose model follows a script."""

import asyncio
import io
import json
import os
import sys

os.environ.update(CREWAI_DISABLE_TELEMETRY="true", OTEL_SDK_DISABLED="true", CREWAI_TRACING_ENABLED="false")

from crewai import Agent, BaseLLM
from crewai.hooks import after_tool_call
from crewai.utilities.agent_utils import convert_tools_to_openai_schema

RESULTS = []
SHOWN = io.StringIO()
sys.stdout = SHOWN  # it shows panels whenever it likes


@after_tool_call
def keep(context):
    RESULTS.append((context.tool_result, context.raw_tool_result))


class Scripted(BaseLLM):
    """Calls one tool, then answers."""

    tool: str
    arguments: dict

    def supports_function_calling(self):
        return True

    def call(self, messages, tools=None, callbacks=None, available_functions=None, **options):
        if any(message.get("role") == "tool" for message in messages):
            return "done"
        function = {"name": self.tool, "arguments": json.dumps(self.arguments)}
        return [{"id": "c1", "type": "function", "function": function}]


def schemas(tools):
    found, _, _ = convert_tools_to_openai_schema(tools)
    return {one["function"]["name"]: one["function"]["parameters"] for one in found}


async def use(tools, name, arguments, agrees=None):
    return await asyncio.to_thread(called, tools, name, arguments, agrees)


def called(tools, name, arguments, agrees):
    RESULTS.clear()
    SHOWN.truncate(0)
    sys.stdin = io.StringIO("yes\n" if agrees else "no\n" if agrees is not None else "")
    model = Scripted(model="scripted", tool=name, arguments=arguments)
    answer = Agent(role="r", goal="g", backstory="b", llm=model, tools=tools).kickoff("go")
    assert answer.raw == "done"
    asked = [name] if f"Run {name} " in SHOWN.getvalue() else []
    ((told, raw),) = RESULTS
    try:
        assert json.loads(told) == raw
    except ValueError:
        return {"error": told, "asked": asked}
    return {"result": raw, "asked": asked}
