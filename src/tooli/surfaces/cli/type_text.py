"""Types in few words, for agents (`[{path: str, size?: int}]`), and the fields of a model.

Cold: only help needs it. Types are read by their looks; none is imported and pydantic is not asked.
"""

from __future__ import annotations

import types
from collections.abc import Iterable
from enum import EnumMeta
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from tooli.model.rich_types import is_model
from tooli.types import UNSET, Record, Unset

_NAMES = {
    str: "str",
    int: "int",
    float: "float",
    bool: "bool",
    bytes: "base64",
    dict: "object",
    list: "[any]",
    set: "[any]",
    frozenset: "[any]",
    tuple: "[any]",
    object: "any",
    Any: "any",
    None: "null",
    type(None): "null",
}
_PATHS = ("Path", "PosixPath", "WindowsPath", "PurePath", "PurePosixPath", "PureWindowsPath")
_MAPPINGS = ("dict", "Mapping", "MutableMapping", "defaultdict", "OrderedDict", "Counter")
_DEEPEST = 2
_MOST_FIELDS = 12


class Field(Record):
    """One field of a model."""

    name: str
    """Its key in JSON."""
    annotation: Any
    default: Any = UNSET
    optional: bool = False
    help: str = ""
    metadata: Iterable[Any] = ()
    """What a model says of its values beside their type."""


def spelling(choice: Any) -> str:
    """Return how a choice is written on the command line."""
    value = getattr(choice, "value", choice)
    return str(value).lower() if isinstance(value, bool) else str(value)


def type_text(annotation: Any, depth: int = 0) -> str:
    """Return a type in few words; empty when nothing is known of it."""
    if annotation is UNSET:
        return ""
    annotation = getattr(annotation, "__forward_arg__", annotation)
    if isinstance(annotation, str):
        return annotation
    if annotation.__hash__ is not None and annotation in _NAMES:
        return _NAMES[annotation]
    if hasattr(annotation, "__metadata__"):
        return type_text(annotation.__origin__, depth)
    if isinstance(annotation, EnumMeta):
        members: list[Any] = list(annotation)
        return "|".join(spelling(member) for member in members)
    origin = get_origin(annotation)
    if isinstance(origin or annotation, type) and is_model(origin or annotation):
        return _model_text(annotation, depth)
    if origin is not None:
        return _generic_text(origin, get_args(annotation), depth)
    return _class_text(annotation, depth)


def _class_text(annotation: Any, depth: int) -> str:
    if hasattr(annotation, "__supertype__"):
        return type_text(annotation.__supertype__, depth)
    if hasattr(annotation, "__value__") and depth <= _DEEPEST:  # a named type may refer to itself
        return type_text(annotation.__value__, depth + 1)
    name = str(getattr(annotation, "__name__", None) or annotation)
    if name in _PATHS:
        return "path"
    return name.lower() if getattr(annotation, "__module__", "") in ("datetime", "uuid", "decimal") else name


def _generic_text(origin: Any, arguments: tuple[Any, ...], depth: int) -> str:
    if origin is Literal:
        return "|".join(spelling(choice) for choice in arguments)
    if origin in (Union, types.UnionType):
        members = [type_text(member, depth) for member in arguments]
        return "|".join(sorted(dict.fromkeys(members), key=lambda member: member == "null"))
    if origin is tuple:
        shown = [type_text(item, depth + 1) for item in arguments if item is not ...]
        return f"[{', '.join(shown)}]"
    if getattr(origin, "__name__", "") in _MAPPINGS:
        value = type_text(arguments[-1], depth + 1) if arguments else "any"
        return "object" if value == "any" else f"{{str: {value}}}"
    return f"[{type_text(arguments[0], depth + 1)}]" if arguments else "[any]"


def _model_text(annotation: Any, depth: int) -> str:
    if depth >= _DEEPEST:
        return "object"
    fields = fields_of(annotation)
    shown = [
        f"{field.name}{'?' if field.optional else ''}: {type_text(field.annotation, depth + 1)}"
        for field in fields[:_MOST_FIELDS]
    ]
    if len(fields) > _MOST_FIELDS:
        shown.append("...")
    return f"{{{', '.join(shown)}}}" if shown else "object"


def fields_of(annotation: Any) -> list[Field]:
    """Return the fields of a pydantic model, dataclass, TypedDict or NamedTuple."""
    cls = get_origin(annotation) or annotation
    if hasattr(cls, "__pydantic_fields__") and hasattr(cls, "model_fields"):
        return [_pydantic_field(name, info) for name, info in cls.model_fields.items()]
    try:
        hints = get_type_hints(cls, include_extras=True)
    except (NameError, TypeError):  # a name that only a type checker knows
        hints = dict(getattr(cls, "__annotations__", {}))
    if hasattr(cls, "__dataclass_fields__"):
        known = {name: item for name, item in cls.__dataclass_fields__.items() if item.init}
        return [_dataclass_field(name, item, hints.get(name, Any)) for name, item in known.items()]
    if hasattr(cls, "_field_defaults"):
        return [
            Field(name=name, annotation=hints.get(name, Any), **_given(cls._field_defaults.get(name, UNSET)))
            for name in cls._fields
        ]
    optional: frozenset[str] = getattr(cls, "__optional_keys__", frozenset())
    return [_key(name, hint, name in optional) for name, hint in hints.items()]


def _given(default: Any) -> dict[str, Any]:
    return {"default": default, "optional": not isinstance(default, Unset)}


def _key(name: str, hint: Any, optional: bool) -> Field:
    """Return a key of a TypedDict; what stands around its type says whether it is needed."""
    marked = str(get_origin(hint)).rpartition(".")[2]
    if marked in ("Required", "NotRequired"):
        return Field(name=name, annotation=get_args(hint)[0], optional=marked == "NotRequired")
    return Field(name=name, annotation=hint, optional=optional)


def _pydantic_field(name: str, info: Any) -> Field:
    alias = info.validation_alias if isinstance(info.validation_alias, str) else info.alias
    required = info.is_required()
    plain_default = not required and info.default_factory is None
    return Field(
        name=alias or name,
        annotation=info.annotation,
        default=info.default if plain_default else UNSET,
        optional=not required,
        help=info.description or "",
        metadata=info.metadata,
    )


def _dataclass_field(name: str, item: Any, annotation: Any) -> Field:
    from dataclasses import MISSING

    default = UNSET if item.default is MISSING else item.default
    optional = item.default is not MISSING or item.default_factory is not MISSING
    description = item.metadata.get("help") or item.metadata.get("description") or ""
    return Field(name=name, annotation=annotation, default=default, optional=optional, help=str(description))
