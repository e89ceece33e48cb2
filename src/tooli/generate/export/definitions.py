"""Commands as the raw definitions of function calling, for programs that talk to a model themselves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tooli.schema.dialects import DIALECTS

if TYPE_CHECKING:
    from tooli.model import Command


def definitions(commands: Sequence[Command], dialect: str) -> str:
    """Return the definitions of commands, as JSON."""
    made = [DIALECTS[dialect](command) for command in commands]
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"
