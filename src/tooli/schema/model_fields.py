"""The fields of a model: a dataclass, TypedDict, NamedTuple or pydantic model."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


def field_names(annotation: Any) -> tuple[str, ...]:
    """Return the names of a model's fields; none for any other type."""
    cls = getattr(annotation, "__origin__", annotation)
    if not isinstance(cls, type):
        return ()
    for attribute in ("__pydantic_fields__", "__dataclass_fields__", "_fields"):
        if hasattr(cls, attribute):
            return tuple(getattr(cls, attribute))
    return tuple(cls.__annotations__) if hasattr(cls, "__total__") else ()
