"""The errors a command can end with under codes of the app's own: what they mean, and with which status.

A code alone does not tell the status: that of a `NotFoundError` is another than that of a `StateError`. What
is raised under a code is read from the source of the command's module. Cold: for help and documents.
"""

from __future__ import annotations

import ast
import inspect
import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tooli.errors import CODES, ToolError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tooli.model import Command

Raised = tuple[str, str, int | None]
"""The dotted name of what is called with a code, the code, and the status that is given with it."""


def own_errors(command: Command) -> list[ToolError]:
    """Return the errors that a command declares or maps exceptions to, as a call would end with them."""
    found = {code: _raised(command, code, text) for code, text in command.error_codes.items()}
    for exception, fields in command.error_maps:
        code, status = fields["code"], fields.get("exit_code")
        if code not in found:
            found[code] = ToolError(fields.get("message") or exception.__name__, code, exit_code=status)
        elif status is not None:
            found[code].exit_code = status
    return list(found.values())


def _raised(command: Command, code: str, text: str) -> ToolError:
    """Return the error of a declared code: of the class that the module raises with it, if there is one."""
    function = inspect.unwrap(command.function)
    statuses = set()
    for name, found, status in _calls(_source(function)) if code not in CODES else ():
        cls = _named(function, name) if found == code else None
        if isinstance(cls, type) and issubclass(cls, ToolError) and cls.__init__ is ToolError.__init__:
            statuses.add(cls(text, code, exit_code=status).exit_code)
    return ToolError(text, code, exit_code=statuses.pop() if len(statuses) == 1 else None)


def _source(function: Any) -> str:
    """Return the source of a function's module; none for one that was never a file."""
    module = sys.modules.get(getattr(function, "__module__", None) or "")
    try:
        return inspect.getsource(module) if module is not None else ""
    except (OSError, TypeError):
        return ""


def _named(function: Any, name: str) -> object:
    """Return what a dotted name stands for in a function's module."""
    first, *rest = name.split(".")
    found = getattr(function, "__globals__", {}).get(first)
    for part in rest:
        found = getattr(found, part, None)
    return found


@lru_cache(8)  # all commands of a module have one source
def _calls(source: str) -> tuple[Raised, ...]:
    """Return the calls that are given a code."""
    try:
        return tuple(_given_codes(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError):
        return ()


def _given_codes(tree: ast.Module) -> Iterator[Raised]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, (ast.Name, ast.Attribute)):
            continue
        given = {word.arg: word.value for word in node.keywords}
        code = given.get("code", node.args[1] if len(node.args) > 1 else None)
        status = given.get("exit_code")
        if isinstance(code, ast.Constant) and isinstance(code.value, str):
            number = status.value if isinstance(status, ast.Constant) else None
            yield ast.unparse(node.func), code.value, number if isinstance(number, int) else None
