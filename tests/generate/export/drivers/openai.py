"""Tools used by an agent of the OpenAI Agents SDK, whose model follows a script."""

import json

from agents import Agent, RunConfig, Runner
from agents.testing import ScriptedModel, assistant_message, function_call


def schemas(tools):
    return {tool.name: tool.params_json_schema for tool in tools}


async def use(tools, name, arguments, agrees=None):
    script = [[function_call(name, arguments, call_id="c1")], [assistant_message("done")]]
    agent = Agent(name="tester", model=ScriptedModel(script), tools=tools)
    config = RunConfig(tracing_disabled=True)
    ran = await Runner.run(agent, "go", run_config=config)
    asked = [item.name for item in ran.interruptions]
    if asked:
        state = ran.to_state()
        (state.approve if agrees else state.reject)(ran.interruptions[0])
        ran = await Runner.run(agent, state, run_config=config)
    assert ran.final_output == "done"
    (output,) = [item.output for item in ran.new_items if item.type == "tool_call_output_item"]
    return read(output, asked)


def read(output, asked):
    try:
        return {"result": json.loads(output), "asked": asked}
    except ValueError:
        return {"error": output, "asked": asked}
