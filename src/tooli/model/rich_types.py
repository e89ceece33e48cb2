"""Annotations beyond builtin types, choices and containers: models, aliases, inputs, what pydantic knows."""

from __future__ import annotations

from typing import Any

from tooli.model import Shape
from tooli.model.annotation import ORIGINS, origin_name, read_item, read_shape
from tooli.model.unsupported import UnsupportedTypeError

STREAMS = frozenset({"Iterator", "Generator", "AsyncIterator", "AsyncGenerator", "AsyncIterable"})
_QUALIFIERS = frozenset({"Required", "NotRequired", "ReadOnly"})
"""What a TypedDict may say about a field, around its type."""


def read_input(annotation: Any) -> Shape:
    """Read `StdinOr[...]` or `SecretInput[...]`; text stands inside when nothing does."""
    kind = getattr(annotation, "__origin__", annotation).__tooli_input__
    inner: Any = getattr(annotation, "__args__", (str,))[0]
    if kind == "secret":
        shape = read_item(inner)
        if not shape.simple:
            raise UnsupportedTypeError("SecretInput holds text, bytes or another simple type")
        return Shape(kind=kind, annotation=annotation, items=(shape,))
    read_item(inner.__args__[0] if origin_name(inner) in STREAMS and inner.__args__ else inner)
    return Shape(kind=kind, annotation=annotation)


def parsed_shape(annotation: Any) -> Shape:
    """Return the shape of a param whose text is read by the developer's parser; of a list, item by item."""
    name = origin_name(annotation)
    args = getattr(annotation, "__args__", ())
    kind = "tuple" if name == "tuple" and args[1:] == (...,) else ORIGINS.get(name)
    if args and kind in ("list", "set", "frozenset", "tuple"):
        return Shape(kind=kind, annotation=annotation, items=(Shape(kind="parsed", annotation=args[0]),))
    return Shape(kind="parsed", annotation=annotation)


def read_rich_class(cls: type) -> Shape:
    """Read a class that is a model, or that pydantic may know."""
    if is_model(cls):
        _check_fields(cls)
        return Shape(kind="model", annotation=cls)
    if cls.__module__ == "collections.abc" and cls.__name__ in STREAMS:
        raise UnsupportedTypeError(f"{cls.__name__} cannot be an input; use list")
    return _read_foreign(cls)


def is_model(cls: Any) -> bool:
    """Whether a class has named, typed fields: pydantic model, dataclass, TypedDict or NamedTuple."""
    return (
        hasattr(cls, "__pydantic_fields__")
        or hasattr(cls, "__dataclass_fields__")
        or (hasattr(cls, "__total__") and hasattr(cls, "__required_keys__"))
        or (issubclass(cls, tuple) and hasattr(cls, "_fields") and hasattr(cls, "_field_defaults"))
    )


def _check_fields(cls: type) -> None:
    """Refuse a dataclass, TypedDict or NamedTuple with a field that cannot be filled."""
    if hasattr(cls, "__pydantic_fields__"):
        return  # pydantic looked at every field when the class was made
    for name, annotation in _field_types(cls):
        try:
            read_item(_unqualified(annotation))
        except UnsupportedTypeError as error:
            raise UnsupportedTypeError(f"{cls.__name__}.{name}: {error}") from None


def _unqualified(annotation: Any) -> Any:
    while origin_name(annotation) in _QUALIFIERS:
        annotation = annotation.__args__[0]
    return annotation


def _field_types(cls: Any) -> list[tuple[str, Any]]:
    fields = getattr(cls, "__dataclass_fields__", None)
    if fields is None:
        return list(vars(cls).get("__annotations__", {}).items())
    kept = (field for field in fields.values() if field.init and field._field_type.name == "_FIELD")
    return [(field.name, field.type) for field in kept]


def _read_foreign(annotation: Any) -> Shape:
    """Ask pydantic about a type this module does not know."""
    from pydantic import PydanticUserError, TypeAdapter
    from pydantic.errors import PydanticSchemaGenerationError

    try:
        TypeAdapter(annotation)
    except (PydanticSchemaGenerationError, PydanticUserError):
        name = getattr(annotation, "__qualname__", repr(annotation))
        raise UnsupportedTypeError(
            f"{name} is not a supported type; give the param a parser=, or use a dataclass, "
            "TypedDict or pydantic model"
        ) from None
    return Shape(kind="rich", annotation=annotation)


def read_rich_annotation(annotation: Any, name: str) -> Shape:
    """Read an alias, a generic model such as `Box[int]`, or what only pydantic knows."""
    if type(annotation).__name__ == "TypeAliasType":
        return _read_alias(annotation)
    if name == "Callable" or name in STREAMS:
        raise UnsupportedTypeError(f"{name} cannot be an input")
    if isinstance(origin := getattr(annotation, "__origin__", None), type) and is_model(origin):
        return Shape(kind="model", annotation=annotation)
    if isinstance(annotation, str):
        return Shape(kind="rich", annotation=annotation)
    return _read_foreign(annotation)


def _read_alias(alias: Any) -> Shape:
    """Read `type X = ...`; one that refers to itself is left to pydantic."""
    if isinstance(alias.__value__, str) or _refers_to(alias.__value__, alias, []):
        return Shape(kind="rich", annotation=alias)
    return read_shape(alias.__value__)


def _refers_to(annotation: Any, alias: Any, seen: list[Any]) -> bool:
    if annotation is alias:
        return True
    if type(annotation).__name__ == "TypeAliasType" and annotation not in seen:
        seen.append(annotation)
        return _refers_to(annotation.__value__, alias, seen)
    return any(_refers_to(arg, alias, seen) for arg in getattr(annotation, "__args__", ()))
