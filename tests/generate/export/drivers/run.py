"""Run in the environment of a framework: call tools the way an agent of it would, and print what came back.

The cases come as JSON on stdin: tool, arguments, and for commands that a person has to agree to the answer.
`python run.py FRAMEWORK FILE` takes the tools of an exported file, `FRAMEWORK MODULE:live` those of an app.
"""

import asyncio
import importlib
import importlib.util
import json
import sys
from pathlib import Path


def tools_of(place, framework):
    module, _, live = place.partition(":")
    if live:
        return importlib.import_module(module).app.tools(framework)
    spec = importlib.util.spec_from_file_location("exported_tools", place)
    loaded = importlib.util.module_from_spec(spec)
    sys.modules["exported_tools"] = loaded
    spec.loader.exec_module(loaded)
    return loaded.TOOLS


async def main():
    framework, place = sys.argv[1:]
    own = sys.path.pop(0)  # this folder has files named as the frameworks are
    tools = tools_of(place, framework)
    name = f"{framework.replace('-', '_')}_driver"
    spec = importlib.util.spec_from_file_location(name, Path(own) / f"{framework.replace('-', '_')}.py")
    driver = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(driver)
    answers = [await driver.use(tools, *case) for case in json.load(sys.stdin)]
    print(json.dumps({"schemas": driver.schemas(tools), "answers": answers}), file=sys.__stdout__)


asyncio.run(main())
