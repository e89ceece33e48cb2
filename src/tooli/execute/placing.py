"""The paths of a call and its sandbox: where relative ones start, and which may be named at all."""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from tooli.errors import ToolError
from tooli.execute.governing import sandbox_of
from tooli.policy.sandbox import paths_in
from tooli.schema.input_values import is_url

if TYPE_CHECKING:
    from collections.abc import Callable

    from tooli.execute import Call
    from tooli.model import Command, Param
    from tooli.policy.sandbox import Sandbox


def or_audited(look: Callable[[Call], None], call: Call) -> None:
    """Look at a call's paths; what is refused, the audit log is told."""
    try:
        look(call)
    except ToolError as error:
        from tooli.execute.auditing import audit_denial

        audit_denial(call, error)
        raise


def place_paths(call: Call) -> None:
    """Let the caller's relative paths start at the root; refuse those that lead out before anyone looks."""
    named = [name for name in path_params(call.command) if name in call.raw]
    sandbox = sandbox_of(call) if named else None  # finding out costs more than most calls
    if sandbox is not None:
        call.raw = {**call.raw, **{name: _placed(sandbox, name, call.raw[name]) for name in named}}


def check_paths(call: Call) -> None:
    """Refuse a path that leads out, wherever in the arguments it stands and wherever it came from."""
    named = [name for name in path_params(call.command) if name in call.arguments]
    spill = call.options.spill
    others = [(name, value) for name, value in call.arguments.items() if name not in named]
    inside = [(name, path) for name, value in others for path in paths_in(value)]
    sandbox = sandbox_of(call) if named or inside or spill is not None else None
    if sandbox is None:
        return
    for name in named:
        call.arguments[name] = _placed(sandbox, name, call.arguments[name])
    for name, path in inside:
        sandbox.check(name, path, path)
    if spill is not None:
        sandbox.check("spill", os.path.abspath(spill), spill)


def path_params(command: Command) -> list[str]:
    """Return the names of the params whose values are paths."""
    memo: list[str] | None = command.__dict__.get("_path_params")
    if memo is None:
        memo = [param.name for param in command.params if _names_paths(param)]
        command.__dict__["_path_params"] = memo
    return memo


def _names_paths(param: Param) -> bool:
    """Whether a param's value is a path, a list of them, or an input that may be one."""
    shape = param.shape.inner
    if shape.multiple and shape.items:
        shape = shape.items[0].inner
    return shape.kind in ("path", "stdin")


def _placed(sandbox: Sandbox, field: str, value: Any) -> Any:
    """Return a path where it belongs, or a list of them; what is no path stays as it is."""
    if isinstance(value, (list, tuple, set, frozenset)):
        return type(value)(_placed(sandbox, field, item) for item in value)
    if not isinstance(value, (str, PurePath)) or value == "-" or is_url(str(value)):
        return value
    given = os.fspath(value)
    place = sandbox.place(given)
    sandbox.check(field, place, given)
    if place == os.path.abspath(given):
        return value  # it leads there by itself, and an error names it as the caller did
    return place if isinstance(value, str) else type(value)(place)
