"""Tools used by an agent of Pydantic AI, whose model follows a script."""

import json

from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel


def schemas(tools):
    return {tool.name: tool.tool_def.parameters_json_schema for tool in tools}


async def use(tools, name, arguments, agrees=None):
    def model(messages, info):
        if len(messages) == 1:
            return ModelResponse(parts=[ToolCallPart(name, arguments, tool_call_id="c1")])
        return ModelResponse(parts=[TextPart("done")])

    agent = Agent(FunctionModel(model), tools=tools, output_type=[str, DeferredToolRequests])
    ran = await agent.run("go")
    asked = []
    if isinstance(ran.output, DeferredToolRequests):
        asked = [call.tool_name for call in ran.output.approvals]
        answer = DeferredToolResults(approvals={"c1": bool(agrees)})
        ran = await agent.run(message_history=ran.all_messages(), deferred_tool_results=answer)
    assert ran.output == "done"
    parts = [part for message in ran.all_messages() for part in message.parts]
    (answer,) = [part for part in parts if part.part_kind == "tool-return"]
    if answer.outcome != "success":
        return {"error": str(answer.content), "asked": asked, "outcome": answer.outcome}
    return {"result": json.loads(json.dumps(answer.content)), "asked": asked}
