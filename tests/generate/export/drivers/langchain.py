"""Tools used by an agent of LangChain, on a graph of LangGraph, whose model follows a script."""

import json

from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command


class Scripted(GenericFakeChatModel):
    def bind_tools(self, tools, **options):
        return self


def schemas(tools):
    return {tool.name: tool.args_schema for tool in tools}


async def use(tools, name, arguments, agrees=None):
    call = {"name": name, "args": arguments, "id": "c1"}
    model = Scripted(messages=iter([AIMessage("", tool_calls=[call]), AIMessage("done")]))
    agent = create_agent(model, tools, checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "1"}}
    items = []
    told = {"messages": [("user", "go")]}
    async for mode, part in agent.astream(told, config, stream_mode=["custom", "values"]):
        if mode == "custom":
            items.append(part)
        else:
            ran = part
    asked = [one.value["tool"] for one in ran.get("__interrupt__", ())]
    if asked:
        ran = await agent.ainvoke(Command(resume=agrees), config)
    assert ran["messages"][-1].content == "done"
    message = ran["messages"][-2]
    if message.status == "error":
        return {"error": message.content, "asked": asked}
    assert message.artifact == json.loads(message.content)
    return {"result": message.artifact, "asked": asked, **({"items": items} if items else {})}
