"""The schemas of everyday types, without pydantic: what it would say of them (a test holds both equal)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tooli.model import Shape

_SCALARS: Mapping[str, Mapping[str, Any]] = {
    "str": {"type": "string"},
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "bool": {"type": "boolean"},
    "path": {"type": "string", "format": "path"},
    "date": {"type": "string", "format": "date"},
    "datetime": {"type": "string", "format": "date-time"},
    "time": {"type": "string", "format": "time"},
    "uuid": {"type": "string", "format": "uuid"},
    "bytes": {"type": "string", "contentEncoding": "base64"},
    "stdin": {"type": "string"},
    "secret": {"type": "string", "writeOnly": True},
    "none": {"type": "null"},
    "any": {},
}


def simple_schema(shape: Shape) -> dict[str, Any] | None:
    """Return the schema of a type made of everyday ones; None for pydantic to say."""
    if shape.metadata:
        return None
    if shape.kind in _SCALARS:
        return dict(_SCALARS[shape.kind])
    items = [simple_schema(item) for item in shape.items]
    if not shape.simple or not items or any(item is None for item in items):
        return None
    if shape.kind == "optional" and items[0]:
        return {"anyOf": [items[0], {"type": "null"}]}
    if shape.kind in ("list", "tuple"):
        return {"type": "array", **({"items": items[0]} if items[0] else {})}
    return None
