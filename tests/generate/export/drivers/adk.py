"""Tools used by an agent of Google's ADK, whose model follows a script."""

import json

from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmResponse
from google.adk.runners import InMemoryRunner
from google.genai import types

CONFIRMATION = "adk_request_confirmation"


class Scripted(BaseLlm):
    call: types.FunctionCall

    async def generate_content_async(self, request, stream=False):
        answered = any(
            part.function_response and part.function_response.name == self.call.name
            for content in request.contents
            for part in content.parts
        )
        part = types.Part(text="done") if answered else types.Part(function_call=self.call)
        yield LlmResponse(content=types.Content(role="model", parts=[part]))


def schemas(tools):
    return {tool.name: tool._get_declaration().parameters_json_schema for tool in tools}


async def use(tools, name, arguments, agrees=None):
    model = Scripted(model="scripted", call=types.FunctionCall(name=name, args=arguments))
    runner = InMemoryRunner(agent=LlmAgent(name="tester", model=model, instruction="x", tools=tools))
    session = await runner.session_service.create_session(app_name=runner.app_name, user_id="u")
    told = types.Content(role="user", parts=[types.Part(text="go")])
    events = await run(runner, session, told)
    asked = [call for event in events for call in event.get_function_calls() if call.name == CONFIRMATION]
    if asked:
        answer = types.FunctionResponse(
            id=asked[0].id, name=CONFIRMATION, response={"confirmed": bool(agrees)}
        )
        told = types.Content(role="user", parts=[types.Part(function_response=answer)])
        events = await run(runner, session, told)
    responses = [one for event in events for one in event.get_function_responses() if one.name == name]
    answer = json.loads(json.dumps(responses[-1].response))
    return {**answer, "asked": [name] if asked else []}


async def run(runner, session, told):
    return [event async for event in runner.run_async(user_id="u", session_id=session.id, new_message=told)]
