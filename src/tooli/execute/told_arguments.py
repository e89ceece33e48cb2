"""The arguments of a call in one line, for the person who is asked about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.errors import ToolError
from tooli.execute.encode import dump
from tooli.execute.plain import to_plain
from tooli.execute.redaction import reported
from tooli.model.secret import MASK
from tooli.schema.invalid import cut
from tooli.types import UNSET, Unset

if TYPE_CHECKING:
    from tooli.execute import Call
    from tooli.model import Param

MOST = 240
"""Letters of the line."""


def told_arguments(call: Call) -> str:
    """Return the arguments as `name=value, …`, defaults included, without secrets; what is long is cut.

    Of what can be read only once, such as data on stdin, the name is told.
    """
    params = call.command.param_by_name
    plain = {name: _plain(params[name], value) for name, value in call.arguments.items() if value is not None}
    told = {name: value for name, value in plain.items() if not isinstance(value, Unset)}
    given = [f"{name}={cut(dump(value))}" for name, value in reported(call, told).items()]
    return cut(", ".join([*given, *(name for name in plain if name not in told)]), MOST)


def _plain(param: Param, value: Any) -> Any:
    """Return a value as data; nothing of one that cannot be told."""
    if param.secret:
        return MASK
    if hasattr(value, "__next__") or (param.shape.input and value == "-"):
        return UNSET
    try:
        return value if isinstance(value, Unset) else to_plain(value, [])
    except ToolError:
        return UNSET
