"""Values that no caller gave, tried: whatever the app's own code raises says that they do not fit."""

from __future__ import annotations

from tooli.errors import Exit
from tooli.schema import converter, examine
from tooli.schema.invalid import Invalid
from tooli.schema.rules import apply_rules
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from tooli.model import Command, Param

MANY = 100
"""More mistakes than this are not mended one by one."""


def is_accepted(param: Param, value: Any, textual: bool) -> bool:
    """Whether a param takes a value."""
    try:
        apply_rules(param, converter(param)(value, textual), [])
    except (Exception, SystemExit, Exit):
        return False
    return True


def misfits(
    command: Command,
    raw: Mapping[str, Any],
    *,
    textual: bool,
    environ: Mapping[str, str],
    prefix: str | None,
    tried: tuple[str | int, ...] = (),
) -> list[tuple[Param, Invalid]] | None:
    """Return what is wrong with the values of a call, to repair it; None where it cannot be repaired.

    tried: the place of the last repair. The app's own code may fail on a value without saying where it is.
    """
    refused: list[tuple[Param, Invalid]] = []
    rest = dict(raw)
    while True:
        try:
            _, found = examine(
                command, rest, textual=textual, environ=environ, prefix=prefix, sources={}, warnings=[]
            )
        except (Exception, SystemExit, Exit) as error:
            name = vars(error).get("tooli_field")
            if name not in rest:
                return None
            del rest[name]
            where = tried[1:] if tried[:1] == (name,) else ()
            refused.append((command.param_by_name[name], Invalid("is refused", where=where)))
        else:
            found = [pair for pair in found if all(pair[0] is not param for param, _ in refused)]
            return None if len(found) > MANY else found + refused
