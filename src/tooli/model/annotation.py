"""An annotation becomes a `Shape`, by what it looks like.

Typing objects are recognised by their attributes and types by where they come from, so that no module is
imported that the annotation did not already need. Cold: builtin types never come here.
"""

from __future__ import annotations

import sys

from tooli.model.shape import INPUTS, Shape
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_BUILTIN: Mapping[Any, str] = {
    str: "str",
    int: "int",
    float: "float",
    bool: "bool",
    bytes: "bytes",
    list: "list",
    set: "set",
    frozenset: "frozenset",
    tuple: "tuple",
    dict: "dict",
    type(None): "none",
    None: "none",
    object: "any",
}
_NAMED: Mapping[tuple[str, str], str] = {
    ("datetime", "date"): "date",
    ("datetime", "datetime"): "datetime",
    ("datetime", "time"): "time",
    ("datetime", "timedelta"): "timedelta",
    ("uuid", "UUID"): "uuid",
    ("decimal", "Decimal"): "decimal",
    ("pathlib", "Path"): "path",
    ("pathlib", "PosixPath"): "path",
    ("pathlib", "WindowsPath"): "path",
    ("pathlib", "PurePath"): "path",
    ("pathlib", "PurePosixPath"): "path",
    ("pathlib", "PureWindowsPath"): "path",
    ("typing", "Any"): "any",
    ("types", "NoneType"): "none",
}
_ORIGINS: Mapping[str, str] = {
    "list": "list",
    "set": "set",
    "frozenset": "frozenset",
    "dict": "dict",
    "Sequence": "list",
    "MutableSequence": "list",
    "Collection": "list",
    "Iterable": "list",
    "Set": "frozenset",
    "MutableSet": "set",
    "Mapping": "dict",
    "MutableMapping": "dict",
    "defaultdict": "dict",
    "OrderedDict": "dict",
    "Counter": "dict",
    "deque": "list",
}
_ANY_ITERABLE = frozenset({"Iterable", "Collection"})
"""Read as lists: pydantic would check an iterable only while the command runs."""
_QUALIFIERS = frozenset({"Required", "NotRequired", "ReadOnly"})
"""What a TypedDict may say about a field, around its type."""
_STREAMS = frozenset({"Iterator", "Generator", "AsyncIterator", "AsyncGenerator", "AsyncIterable"})


class UnsupportedTypeError(TypeError):
    """An annotation that no surface could fill."""


def read_shape(annotation: Any) -> Shape:
    """Return the shape of an annotation; raise `UnsupportedTypeError` when there is none."""
    try:
        kind = _BUILTIN.get(annotation)
    except TypeError:  # not hashable: Annotated with a list, for one
        kind = None
    if kind is not None:
        return Shape(kind=kind, annotation=annotation)
    if hasattr(annotation, "__metadata__"):
        inner = read_shape(annotation.__origin__)
        return inner.replace(metadata=inner.metadata + annotation.__metadata__)
    if hasattr(getattr(annotation, "__origin__", annotation), "__tooli_input__"):
        return _read_input(annotation)
    if isinstance(annotation, type) and not hasattr(annotation, "__origin__"):
        return _read_class(annotation)
    return _read_special(annotation)


def _read_input(annotation: Any) -> Shape:
    """Read `StdinOr[...]` or `SecretInput[...]`; text stands inside when nothing does."""
    kind = getattr(annotation, "__origin__", annotation).__tooli_input__
    inner: Any = getattr(annotation, "__args__", (str,))[0]
    if kind == "secret":
        shape = _read_item(inner)
        if not shape.simple:
            raise UnsupportedTypeError("SecretInput holds text, bytes or another simple type")
        return Shape(kind=kind, annotation=annotation, items=(shape,))
    _read_item(inner.__args__[0] if _origin_name(inner) in _STREAMS and inner.__args__ else inner)
    return Shape(kind=kind, annotation=annotation)


def parsed_shape(annotation: Any) -> Shape:
    """Return the shape of a param whose text is read by the developer's parser; of a list, item by item."""
    name = _origin_name(annotation)
    args = getattr(annotation, "__args__", ())
    kind = "tuple" if name == "tuple" and args[1:] == (...,) else _ORIGINS.get(name)
    if args and kind in ("list", "set", "frozenset", "tuple"):
        return Shape(kind=kind, annotation=annotation, items=(Shape(kind="parsed", annotation=args[0]),))
    return Shape(kind="parsed", annotation=annotation)


def _read_class(cls: type) -> Shape:
    kind = _NAMED.get((cls.__module__.removesuffix("._local"), cls.__qualname__))
    if kind is not None:
        return Shape(kind=kind, annotation=cls)
    enum = sys.modules.get("enum")
    if enum is not None and isinstance(cls, enum.EnumMeta):
        return Shape(kind="enum", annotation=cls, choices=tuple(member.value for member in cls))
    if is_model(cls):
        _check_fields(cls)
        return Shape(kind="model", annotation=cls)
    if cls.__module__ in ("collections.abc", "collections") and cls.__name__ in _ORIGINS:
        return Shape(kind=_ORIGINS[cls.__name__], annotation=list if cls.__name__ in _ANY_ITERABLE else cls)
    if cls.__module__ == "collections.abc" and cls.__name__ in _STREAMS:
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
            _read_item(_unqualified(annotation))
        except UnsupportedTypeError as error:
            raise UnsupportedTypeError(f"{cls.__name__}.{name}: {error}") from None


def _unqualified(annotation: Any) -> Any:
    while _origin_name(annotation) in _QUALIFIERS:
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


def _read_special(annotation: Any) -> Shape:
    """Read a typing object: a union, literal, generic, new type or alias."""
    if hasattr(annotation, "__supertype__"):  # NewType
        return read_shape(annotation.__supertype__)
    if type(annotation).__name__ == "TypeAliasType":
        return _read_alias(annotation)
    name = _origin_name(annotation)
    if name in ("Union", "UnionType"):
        return _read_union(annotation)
    if name == "Literal":
        return Shape(kind="literal", annotation=annotation, choices=tuple(annotation.__args__))
    if name == "tuple":
        return _read_tuple(annotation)
    if name in _ORIGINS:
        return _read_container(annotation, name)
    if name == "Callable" or name in _STREAMS:
        raise UnsupportedTypeError(f"{name} cannot be an input")
    if annotation is getattr(sys.modules.get("typing"), "Any", annotation):
        return Shape(kind="any", annotation=annotation)
    return _read_other(annotation)


def _read_other(annotation: Any) -> Shape:
    """Read a generic model such as `Box[int]`, or what only pydantic knows."""
    if isinstance(origin := getattr(annotation, "__origin__", None), type) and is_model(origin):
        return Shape(kind="model", annotation=annotation)
    if isinstance(annotation, str):
        return Shape(kind="rich", annotation=annotation)
    return _read_foreign(annotation)


def _read_container(annotation: Any, name: str) -> Shape:
    args = getattr(annotation, "__args__", ())
    if name == "Counter" and args:
        args = (*args, int)
    if name in _ANY_ITERABLE:
        annotation = list[args]  # type: ignore[valid-type] # known at run time only
    several = ("stdin",) if _ORIGINS[name] == "list" else ()
    items = tuple(_read_item(arg, several) for arg in args)
    return Shape(kind=_ORIGINS[name], annotation=annotation, items=items)


def _read_item(annotation: Any, inputs: tuple[str, ...] = ()) -> Shape:
    """Read a type inside another, where a name may be postponed; `inputs` are the inputs allowed there."""
    if isinstance(annotation, str) or type(annotation).__name__ in ("ForwardRef", "TypeVar"):
        return Shape(kind="rich", annotation=annotation)
    shape = read_shape(annotation)
    if shape.kind in INPUTS and shape.kind not in inputs:
        name = "StdinOr" if shape.kind == "stdin" else "SecretInput"
        raise UnsupportedTypeError(f"{name} cannot stand inside another type")
    return shape


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


def _origin_name(annotation: Any) -> str:
    origin = getattr(annotation, "__origin__", annotation)
    return getattr(origin, "__name__", None) or getattr(origin, "_name", None) or type(annotation).__name__


def _read_union(annotation: Any) -> Shape:
    alone = ("stdin", "secret") if len(annotation.__args__) == 2 and type(None) in annotation.__args__ else ()
    members = tuple(_read_item(arg, alone) for arg in annotation.__args__)
    given = tuple(member for member in members if member.kind != "none")
    if len(given) == 1 and len(members) > 1:
        return Shape(kind="optional", annotation=annotation, items=given)
    return Shape(kind="union", annotation=annotation, items=members)


def _read_tuple(annotation: Any) -> Shape:
    args = getattr(annotation, "__args__", None)
    if args is None:
        return Shape(kind="tuple", annotation=tuple)
    if len(args) == 2 and args[1] is ...:
        return Shape(kind="tuple", annotation=annotation, items=(_read_item(args[0], ("stdin",)),))
    return Shape(kind="fixed", annotation=annotation, items=tuple(_read_item(arg) for arg in args))
