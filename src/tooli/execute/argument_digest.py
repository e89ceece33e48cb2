"""A digest of a call's arguments, secrets included: key it before it is stored anywhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tooli.errors import ToolError
from tooli.execute.cursor import call_digest
from tooli.execute.encode import dump
from tooli.execute.plain import shallow, to_plain
from tooli.model.secret import SecretInput

if TYPE_CHECKING:
    from tooli.execute import Call


def argument_digest(call: Call) -> str:
    """Return a digest of the validated arguments; of what is read later (`-`, a file) the name counts."""
    return call_digest("", "", {name: _revealed(value) for name, value in call.arguments.items()})


def _revealed(value: Any) -> Any:
    """Return an argument as data in which secrets are not masked: other secrets are other arguments."""
    try:
        return json.loads(dump(value, _open))
    except (TypeError, ValueError, RecursionError):
        pass
    try:
        return to_plain(value, [])
    except ToolError:
        return f"{type(value).__module__}.{type(value).__qualname__}"


def _open(value: Any) -> Any:
    if isinstance(value, SecretInput):
        return value.reveal()
    if hasattr(value, "get_secret_value"):
        return value.get_secret_value()
    return shallow(value)
