"""What is wrong with a value, and the value that was meant: one `Fix` for one mistake.

Values are repaired the same way for every surface; a surface puts them back into its own syntax.
"""

from __future__ import annotations

from tooli.schema.closeness import closest
from tooli.types import TYPE_CHECKING, UNSET, Record

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from tooli.errors import Applicability
    from tooli.model import Command, Param
    from tooli.schema.invalid import Invalid

SURE = frozenset({"spelling", "format", "position"})
"""Kinds of fixes that provably give what the caller meant."""


class Fix(Record):
    """One change that repairs one mistake."""

    kind: str
    """`spelling`, `format`, `position`, `guess` or `placeholder`."""
    words: str
    """What to do, in a few words."""
    value: Any = UNSET
    """The value that was meant, when the fix changes a value."""
    place: tuple[str | int, ...] = ()
    """The param and the way to the value inside it, when the fix changes a value."""


KINDS = {"same": "spelling", "typo": "spelling", "order": "position", "guess": "guess"}
"""How sure a name is → the kind of fix it makes."""


def applicability(fixes: Iterable[Fix], destructive: bool) -> Applicability:
    """Say how far a repair can be trusted."""
    kinds = {fix.kind for fix in fixes}
    if "placeholder" in kinds:
        return "has_placeholders"
    sure = kinds <= ({"spelling"} if destructive else SURE)
    return "machine_applicable" if sure else "maybe_incorrect"


def fix_value(command: Command, param: Param, mistake: Invalid) -> Fix | None:
    """Return the fix of a value that does not fit, or None when nothing is near."""
    fix = _meant(command, param, mistake)
    return None if fix is None else fix.replace(place=(param.name, *mistake.where))


def _meant(command: Command, param: Param, mistake: Invalid) -> Fix | None:
    details = mistake.details or {}
    if mistake.code == "E1901":
        return placeholder(command, param, mistake.where)
    if "choices" in details:
        return fix_choice(details["value"], details["choices"])
    if "bound" in details:
        return Fix(kind="guess", words=f"Use {details['bound']}, the nearest bound.", value=details["bound"])
    if "decimal_places" in details:
        return _rounded(details["value"], details["decimal_places"])
    if mistake.code == "E1907":
        from tooli.schema.fix_path import fix_path

        return fix_path(str(details["value"]))
    if "value" not in details or mistake.rule:
        return None
    from tooli.schema.inside import shape_at

    shape = shape_at(param.shape, mistake.where)
    if shape is None:
        return None
    if shape.choices:
        return fix_choice(details["value"], list(shape.choices))
    from tooli.schema.fix_format import fix_format

    names = [param.name, *(step for step in mistake.where if isinstance(step, str))]
    return fix_format(shape, details["value"], names[-1])


def fix_choice(given: Any, choices: list[Any]) -> Fix | None:
    """Return the choice that was meant, or None when none is near."""
    spelt = {_spelling(choice): choice for choice in choices}
    found = closest(str(given), spelt)
    if found is None:
        return None
    name, sure = found
    return Fix(kind=KINDS[sure], words=f"Use {name} instead of {given}.", value=spelt[name])


def _spelling(choice: Any) -> str:
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def _rounded(value: Any, places: int) -> Fix | None:
    """Return a number with no more decimal places than it may have."""
    from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

    try:
        near = Decimal(str(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    except InvalidOperation:  # more digits than are calculated with
        return None
    meant = float(near) if isinstance(value, float) else str(near)
    return Fix(kind="guess", words=f"Round {value} to {near}.", value=meant)


def placeholder(command: Command, param: Param, where: tuple[str | int, ...] = (), rule: str = "") -> Fix:
    """Return the fix of a missing value: a placeholder that shows its type and an example.

    rule: what the value has to be, where its type does not say it.
    """
    from tooli.schema.sample import sample, type_word

    field = param.name + "".join(f".{step}" for step in where)
    example = "" if param.secret else sample(command, param, where)
    hint = f" e.g. {example}" if example and not where else ""
    text = f"<{field}: {type_word(param, where)}{hint}>"
    told = f": {rule.rstrip('.')}" if rule and not param.secret else ""  # an app's own words may repeat it
    words = f"Give {field}{told}."
    return Fix(kind="placeholder", words=words, value=text, place=(param.name, *where))
