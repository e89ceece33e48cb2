"""Relations between params that a call breaks."""

from __future__ import annotations

from tooli.schema.invalid import Invalid
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from tooli.model import Command, Param


def broken_relations(command: Command, arguments: Mapping[str, Any]) -> list[tuple[Param, Invalid]]:
    """Return the relations that do not hold, each with the param to change.

    A param counts as given when its value is not its default.
    """
    params = command.param_by_name
    given = {name for name, value in arguments.items() if name in params and value != params[name].default}
    broken = []
    for constraint in command.constraints:
        names = constraint.params
        present = [name for name in names if name in given]
        if constraint.kind == "one_of" and len(present) != 1:
            code, name = ("E1909", present[1]) if present else ("E1901", names[0])
            broken.append((params[name], Invalid(f"give {constraint.describe()}", code)))
        if constraint.kind == "requires" and names[0] in given and len(present) < len(names):
            missing = next(name for name in names if name not in given)
            broken.append((params[missing], Invalid(f"{names[0]} requires {missing}", "E1901")))
    return broken
