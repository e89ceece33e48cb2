"""The type of a part of a value: the way to it goes through containers and the fields of models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_type_hints

from tooli.model import Shape
from tooli.model.annotation import read_item
from tooli.model.unsupported import UnsupportedTypeError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def shape_at(shape: Shape, where: Iterable[str | int]) -> Shape | None:
    """Return the shape of the part of a value at a place; None where the types do not tell."""
    for step in where:
        found = _inside(shape.inner, step)
        if found is None:
            return None
        shape = found
    return shape.inner


def _inside(shape: Shape, step: str | int) -> Shape | None:
    """Return the shape one step inside another; of a union, where only one member has such a part."""
    if shape.kind == "union":
        found = [part for item in shape.items if (part := _inside(item.inner, step)) is not None]
        return found[0] if len(found) == 1 else None
    if shape.kind == "model":
        return _field(shape.annotation, str(step))
    if shape.kind == "fixed":
        return shape.items[step] if isinstance(step, int) and step < len(shape.items) else None
    fits = isinstance(step, int) if shape.multiple else shape.kind == "dict"
    return shape.items[-1] if shape.items and fits else None


def _field(annotation: Any, name: str) -> Shape | None:
    """Return the shape of a model's field."""
    try:
        return read_item(_field_types(getattr(annotation, "__origin__", annotation))[name])
    except (KeyError, UnsupportedTypeError):
        return None


def _field_types(cls: Any) -> Mapping[str, Any]:
    """Return the types of a model's fields by the names that data has for them."""
    fields = getattr(cls, "__pydantic_fields__", None)
    if fields is None:
        try:
            return get_type_hints(cls)
        except NameError:  # of a class inside a function, say
            return {}
    named = {name: field.annotation for name, field in fields.items()}
    aliases = {field.validation_alias: field.annotation for field in fields.values()}
    return named | {alias: annotation for alias, annotation in aliases.items() if isinstance(alias, str)}
