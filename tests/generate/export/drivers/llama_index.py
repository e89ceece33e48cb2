"""Tools used by an agent of LlamaIndex, whose model follows a script."""

import json

from llama_index.core.agent.workflow import FunctionAgent, ToolCallResult
from llama_index.core.base.llms.types import ChatMessage, MessageRole, ToolCallBlock
from llama_index.core.llms.mock import MockFunctionCallingLLM
from llama_index.core.workflow import HumanResponseEvent, InputRequiredEvent


def schemas(tools):
    return {tool.metadata.name: tool.metadata.to_openai_tool()["function"]["parameters"] for tool in tools}


async def use(tools, name, arguments, agrees=None):
    def model(messages, **options):
        if any(message.role == MessageRole.TOOL for message in messages):
            return ChatMessage(role="assistant", content="done")
        call = ToolCallBlock(tool_call_id="c1", tool_name=name, tool_kwargs=arguments)
        return ChatMessage(role="assistant", blocks=[call])

    llm = MockFunctionCallingLLM(response_generator=model, is_chat_model=True)
    running = FunctionAgent(tools=tools, llm=llm).run("go")
    asked, outputs = [], []
    async for event in running.stream_events():
        if isinstance(event, InputRequiredEvent):
            asked.append(name)
            running.ctx.send_event(HumanResponseEvent(call=event.call, approved=agrees))
        if isinstance(event, ToolCallResult):
            outputs.append(event.tool_output)
    await running
    (output,) = outputs
    if output.is_error:
        return {"error": output.content, "asked": asked}
    assert json.loads(output.content) == output.raw_output
    return {"result": output.raw_output, "asked": asked}
