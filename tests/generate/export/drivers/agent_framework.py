"""Tools used by an agent of the Microsoft Agent Framework, whose model follows a script."""

import json

from agent_framework import (
    Agent,
    BaseChatClient,
    ChatResponse,
    Content,
    FunctionInvocationLayer,
    Message,
)


class Scripted(FunctionInvocationLayer, BaseChatClient):
    """Calls one tool, then answers."""

    def __init__(self, name, arguments):
        super().__init__()
        self.call = (name, arguments)

    def _inner_get_response(self, *, messages, stream, options, **rest):
        async def answer():
            if any(content.type == "function_result" for message in messages for content in message.contents):
                return ChatResponse(messages=[Message("assistant", ["done"])])
            name, arguments = self.call
            call = Content.from_function_call("c1", name, arguments=json.dumps(arguments))
            return ChatResponse(messages=[Message("assistant", [call])])

        return answer()


def schemas(tools):
    return {tool.name: tool.parameters() for tool in tools}


async def use(tools, name, arguments, agrees=None):
    agent = Agent(Scripted(name, arguments), "x", tools=tools)
    session = agent.create_session()
    ran = await agent.run("go", session=session)
    asked = [request.function_call.name for request in ran.user_input_requests]
    if asked:
        answer = ran.user_input_requests[0].to_function_approval_response(bool(agrees))
        ran = await agent.run(Message("user", [answer]), session=session)
    assert ran.text == "done"
    contents = [content for message in ran.messages for content in message.contents]
    (result,) = [content for content in contents if content.type == "function_result"]
    try:
        return {"result": json.loads(result.result), "asked": asked}
    except ValueError:
        return {"error": result.result, "asked": asked}
