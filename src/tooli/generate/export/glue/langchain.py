"""Commands as tools of LangChain and LangGraph."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from langchain_core.tools import StructuredTool, ToolException

from tooli.generate.export.glue.failure import CommandError, check_arguments, describe


def tool(
    schema: dict[str, Any],
    *,
    name: str | None = None,
    needs_approval: bool = False,
) -> Callable[[Callable[..., Any]], StructuredTool]:
    """Make a tool of a function; its message has the result as JSON, too."""

    def make(function: Callable[..., Any]) -> StructuredTool:
        label = name or function.__name__

        def run(**arguments: Any) -> tuple[str, Any]:
            try:
                check_arguments(function, arguments)
                if needs_approval:
                    ask(label, arguments)
                result = function(**arguments)
            except CommandError as error:
                raise ToolException(str(error)) from error
            return json.dumps(result, ensure_ascii=False), result

        return StructuredTool.from_function(
            func=run,
            name=label,
            description=describe(function),
            args_schema=schema,
            response_format="content_and_artifact",
            handle_tool_error=True,
        )

    return make


def collect(items: Iterator[Any]) -> list[Any]:
    """Return all items; a graph streamed in `custom` mode gives each as it comes."""
    try:
        from langgraph.config import get_stream_writer

        write = get_stream_writer()
    except (ImportError, RuntimeError):  # outside a graph nobody listens
        return list(items)
    collected = []
    for item in items:
        write(item)
        collected.append(item)
    return collected


def ask(label: str, arguments: dict[str, Any]) -> None:
    """Interrupt the graph; `Command(resume=True)` lets the tool run."""
    from langgraph.types import interrupt

    if interrupt({"tool": label, "arguments": arguments}) is not True:
        raise ToolException(f"{label} was not approved.")
