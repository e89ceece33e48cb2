"""The error for a field that the result does not have, with the fields it has and the one that was meant."""

from __future__ import annotations

from itertools import islice

from tooli.errors import InputError, Suggestion
from tooli.execute.field_path import fields_text, path_text
from tooli.execute.fields import ends, has, is_proof, is_unknown
from tooli.schema.closeness import closest
from tooli.schema.invalid import cut
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tooli.execute.field_path import Path

__all__ = ["unknown_field"]

_SHOWN = 20
_LOOKED_AT = 1_000  # of a million items alike, the first thousand tell what fields there are
_ROUNDS = 12


def unknown_field(paths: Sequence[Path], path: Path, items: Sequence[object]) -> InputError:
    """Return E1910 for the path that is in none of the items."""
    at, names = _available(items, path)
    place, wrong = path_text(path[:at]), path_text(path[at : at + 1])
    holder = place or "the result"
    lack = "has no field" if names else "has no fields, so there is no"
    if isinstance(path[at], int):
        lack = "is not a list, so there is no"
    corrected, sure = _corrected(paths, items)
    details: dict[str, object] = {"value": cut(fields_text(paths), 400), "fields": names[:_SHOWN]}
    if corrected:
        details["corrected"] = fields_text(corrected)
        fix = f"Use {details['corrected']}."
    elif names:
        fix = f"Use fields of: {', '.join(path_text([name]) for name in names[:_SHOWN])}."
    else:
        fix = "Leave fields out."
    return InputError(
        f"{cut(holder)} {lack} {cut(wrong)}",
        "E1910",
        field="fields",
        suggestion=Suggestion(
            fix=fix, applicability="machine_applicable" if corrected and sure else "maybe_incorrect"
        ),
        details=details,
    )


def _available(items: Sequence[object], path: Path) -> tuple[int, list[str]]:
    """Return how many steps of a path exist, and the names that could stand next."""
    found: dict[int, dict[str, None]] = {}
    places = (place for item in items for place in ends(item, path))
    for at, value in islice(places, _LOOKED_AT):
        if is_proof(value, path[at]):
            names = found.setdefault(at, {})
            names.update(dict.fromkeys(value) if isinstance(value, dict) else {})
    deepest = max(found, default=0)
    return deepest, list(found.get(deepest, ()))


def _corrected(paths: Sequence[Path], items: Sequence[object]) -> tuple[list[Path], bool]:
    """Return all paths as they were meant and whether that is sure; no paths when one cannot be derived."""
    corrected: list[Path] = []
    sure = True
    for path in paths:
        meant = path
        for _ in range(_ROUNDS):
            if not is_unknown(items, meant):
                break
            found = _nearer(meant, items)
            if found is None:
                return [], False
            meant, certain = found
            sure = sure and certain
        else:
            return [], False
        corrected.append(meant)
    return list(dict.fromkeys(corrected)), sure


def _nearer(path: Path, items: Sequence[object]) -> tuple[Path, bool] | None:
    """Return a path with its first wrong step mended, and whether that is sure."""
    at, names = _available(items, path)
    step = path[at]
    if isinstance(step, str):
        for end in range(at + 2, len(path) + 1):
            dotted = ".".join(map(str, path[at:end]))
            if dotted in names:
                return (*path[:at], dotted, *path[end:]), True
        found = closest(step, names)
        if found is not None:
            return (*path[:at], found[0], *path[at + 1 :]), found[1] != "guess"
        deeper = [(*path[:at], name, *path[at:]) for name in names]
        there = [other for other in deeper if any(has(item, other) for item in items[:_LOOKED_AT])]
        if len(there) == 1:
            return there[0], False
        if names and at == len(path) - 1:
            return None
    without = (*path[:at], *path[at + 1 :])
    if without and any(has(item, without) for item in items[:_LOOKED_AT]):
        return without, False
    return None
