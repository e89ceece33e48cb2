"""The commands as Python functions, for the frameworks that read those."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from benchmarks.tokens.commands import Described, Option
from benchmarks.tokens.fixtures import answer


def function(
    command: Described, option: Any, argument: Any, positional_only: bool = False
) -> Callable[..., Any]:
    """Return a command as a function; a framework's `option` and `argument` describe its params."""
    namespace = {"Annotated": Annotated, "Literal": Literal, "answer": answer}
    exec(source(command, positional_only), namespace | {"Option": option, "Argument": argument}, namespace)
    made: Callable[..., Any] = namespace[command.attribute]  # type: ignore[assignment]
    return made


def source(command: Described, positional_only: bool = False) -> str:
    """Return the text that a developer would write."""
    arguments = [_param(param) for param in command.options if param.positional]
    options = [_param(param) for param in command.options if not param.positional]
    if arguments and positional_only:
        arguments.append("/")
    if options:
        options.insert(0, "*")
    result = "list[dict]" if command.name.endswith(("-list", "-search", "-slow")) else "dict"
    signature = ", ".join([*arguments, *options])
    return (
        f"def {command.attribute}({signature}) -> {result}:\n"
        f'    """{command.help}"""\n'
        f"    return answer({command.name!r})\n"
    )


def _param(param: Option) -> str:
    type_ = f"Literal[{', '.join(map(repr, param.choices))}]" if param.choices else param.kind.__name__
    if not param.required and param.default is None:
        type_ += " | None"
    spelt = f"'--{param.name}', " if param.attribute.endswith("_") else ""
    marker = f"Argument(help={param.help!r})" if param.positional else f"Option({spelt}help={param.help!r})"
    default = "" if param.required else f" = {param.default!r}"
    return f"{param.attribute}: Annotated[{type_}, {marker}]{default}"
