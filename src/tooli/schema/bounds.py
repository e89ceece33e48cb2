"""`min=` and `max=` of a param as keywords of its schema, or as words where no keyword fits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def limited(schema: dict[str, Any], settings: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """Return the schema with a param's bounds, and what is left to say in words."""
    low, high = settings.get("min"), settings.get("max")
    if low is None and high is None:
        return schema, ""
    if settings.get("clamp"):
        return schema, f"Values {_range(low, high)} are moved to the bound."
    if all(bound is None or _is_number(bound) for bound in (low, high)):
        bounded = _bounded(schema, low, high)
        if bounded != schema:
            return bounded, ""
    return schema, " ".join(
        f"At {word} {bound}." for word, bound in (("least", low), ("most", high)) if bound is not None
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _range(low: Any, high: Any) -> str:
    if low is not None and high is not None:
        return f"outside {low} to {high}"
    return f"below {low}" if high is None else f"above {high}"


def _bounded(schema: Any, low: Any, high: Any) -> Any:
    """Put the bounds where the numbers are: in the members of a union, in the items of a list."""
    if not isinstance(schema, dict):
        return schema
    changed = dict(schema)
    for keyword in ("anyOf", "oneOf"):
        if keyword in changed:
            changed[keyword] = [_bounded(branch, low, high) for branch in changed[keyword]]
    if "items" in changed:
        changed["items"] = _bounded(changed["items"], low, high)
    if changed.get("type") in ("integer", "number") and "enum" not in changed:
        if low is not None:
            changed["minimum"] = max(low, changed.get("minimum", low))
        if high is not None:
            changed["maximum"] = min(high, changed.get("maximum", high))
    return changed
