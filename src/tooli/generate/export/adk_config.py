"""An agent of Google's ADK as its configuration file, with the exported tools beside it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tooli.generate.export.framework import Framework, functions_of, shared_parts, taken_names
from tooli.generate.export.module import Imports, glue
from tooli.model import export_name

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.generate.export.place import Place
    from tooli.model import Command

MODEL = "gemini-3.5-flash"
MODULE = "tools"
"""The module with the tools, in the folder of the agent."""


def agent_config(
    framework: Framework, runtime: Runtime, commands: Sequence[Command], place: Place, mode: str
) -> str:
    """Return `root_agent.yaml` for the folder it is written to."""
    imports = Imports()
    parts = shared_parts(imports, place, mode, framework.caller, asynchronous=framework.asynchronous)
    parts += glue(framework.glue, imports)
    functions = functions_of(framework, commands, taken_names(parts, imports))
    about = runtime.description or f"The commands of {runtime.name}"
    lines = [
        f"# An agent for {runtime.name} {runtime.version}. {MODULE}.py beside it has the tools:",
        f"# `export --target adk --mode {mode} --write {MODULE}.py`. `adk run` takes the folder of both.",
        f"name: {export_name((runtime.name,))}_agent",
        f"model: {MODEL}",
        f"description: {json.dumps(about, ensure_ascii=False)}",
        "instruction: Use the tools to answer. When one fails, do what its error says.",
        "tools:",
        *(f"  - name: {place.folder}.{MODULE}.{function.name}" for function in functions),
    ]
    return "\n".join(lines) + "\n"
