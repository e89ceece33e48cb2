"""An annotation becomes a `Shape`, by what it looks like.

Typing objects are recognised by their attributes and types by where they come from, so that no module is
imported that the annotation did not already need. Plain params never come here; what is neither builtin, nor
a path or a date, nor a choice, nor a container of them goes on to `rich_types`.
"""

from __future__ import annotations

import sys

from tooli.model import INPUTS, Shape
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
ORIGINS: Mapping[str, str] = {
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
        from tooli.model.rich_types import read_input

        return read_input(annotation)
    if isinstance(annotation, type) and not hasattr(annotation, "__origin__"):
        return _read_class(annotation)
    return _read_special(annotation)


def _read_class(cls: type) -> Shape:
    kind = _NAMED.get((cls.__module__.removesuffix("._local"), cls.__qualname__))
    if kind is not None:
        return Shape(kind=kind, annotation=cls)
    enum = sys.modules.get("enum")
    if enum is not None and isinstance(cls, enum.EnumMeta):
        if not cls.__members__:
            from tooli.model.unsupported import UnsupportedTypeError

            raise UnsupportedTypeError(f"{cls.__name__} has no members")
        return Shape(kind="enum", annotation=cls, choices=tuple(member.value for member in cls))
    if cls.__module__ in ("collections.abc", "collections") and cls.__name__ in ORIGINS:
        return Shape(kind=ORIGINS[cls.__name__], annotation=list if cls.__name__ in _ANY_ITERABLE else cls)
    from tooli.model.rich_types import read_rich_class

    return read_rich_class(cls)


def _read_special(annotation: Any) -> Shape:
    """Read a typing object: a union, a literal, a generic, a new type."""
    if hasattr(annotation, "__supertype__"):  # NewType
        return read_shape(annotation.__supertype__)
    name = origin_name(annotation)
    if name in ("Union", "UnionType"):
        return _read_union(annotation)
    if name == "Literal":
        return Shape(kind="literal", annotation=annotation, choices=tuple(annotation.__args__))
    if name == "tuple":
        return _read_tuple(annotation)
    if name in ORIGINS:
        return _read_container(annotation, name)
    from tooli.model.rich_types import read_rich_annotation

    return read_rich_annotation(annotation, name)


def _read_container(annotation: Any, name: str) -> Shape:
    args = getattr(annotation, "__args__", ())
    if name == "Counter" and args:
        args = (*args, int)
    if name in _ANY_ITERABLE:
        annotation = list[args]  # type: ignore[valid-type] # known at run time only
    several = ("stdin",) if ORIGINS[name] == "list" else ()
    items = tuple(read_item(arg, several) for arg in args)
    return Shape(kind=ORIGINS[name], annotation=annotation, items=items)


def read_item(annotation: Any, inputs: tuple[str, ...] = ()) -> Shape:
    """Read a type inside another, where a name may be postponed; `inputs` are the inputs allowed there."""
    if isinstance(annotation, str) or type(annotation).__name__ in ("ForwardRef", "TypeVar"):
        return Shape(kind="rich", annotation=annotation)
    shape = read_shape(annotation)
    if shape.kind in INPUTS and shape.kind not in inputs:
        from tooli.model.unsupported import UnsupportedTypeError

        name = "StdinOr" if shape.kind == "stdin" else "SecretInput"
        raise UnsupportedTypeError(f"{name} cannot stand inside another type")
    return shape


def origin_name(annotation: Any) -> str:
    """Return the name of what an annotation is made from: `list` for `list[str]`."""
    origin = getattr(annotation, "__origin__", annotation)
    return getattr(origin, "__name__", None) or getattr(origin, "_name", None) or type(annotation).__name__


def _read_union(annotation: Any) -> Shape:
    alone = ("stdin", "secret") if len(annotation.__args__) == 2 and type(None) in annotation.__args__ else ()
    members = tuple(read_item(arg, alone) for arg in annotation.__args__)
    given = tuple(member for member in members if member.kind != "none")
    if len(given) == 1 and len(members) > 1:
        return Shape(kind="optional", annotation=annotation, items=given)
    return Shape(kind="union", annotation=annotation, items=members)


def _read_tuple(annotation: Any) -> Shape:
    args = getattr(annotation, "__args__", None)
    if args is None:
        return Shape(kind="tuple", annotation=tuple)
    if len(args) == 2 and args[1] is ...:
        return Shape(kind="tuple", annotation=annotation, items=(read_item(args[0], ("stdin",)),))
    return Shape(kind="fixed", annotation=annotation, items=tuple(read_item(arg) for arg in args))
