"""`typing.TypedDict` for pydantic, which before Python 3.12 takes only the one of typing_extensions.

A command's author should not have to know: every such class is given a twin with the same fields.
"""

from __future__ import annotations

import sys
import typing
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

NEEDED = sys.version_info < (3, 12)


def portable(annotation: Any, twins: dict[Any, Any] | None = None) -> Any:
    """Return the annotation with every `typing.TypedDict` in it replaced by its twin."""
    if not NEEDED:
        return annotation
    twins = {} if twins is None else twins
    if isinstance(annotation, type) and _is_foreign(annotation):
        return twins[annotation] if annotation in twins else _twin(annotation, twins)
    if isinstance(annotation, type) and _has_fields(annotation):
        _open_fields(annotation, twins)
    args = get_args(annotation)
    if not args:
        return annotation
    if get_origin(annotation) is Annotated:
        return Annotated[(portable(args[0], twins), *args[1:])]
    changed = tuple(portable(arg, twins) for arg in args)
    return annotation if changed == args else rebuilt(annotation, changed)


def _is_foreign(cls: type) -> bool:
    return typing.is_typeddict(cls) and type(cls).__module__ == "typing"


def _has_fields(cls: type) -> bool:
    """Whether instances of a class have fields that a twin of the class could not replace."""
    return hasattr(cls, "__dataclass_fields__") or (
        issubclass(cls, tuple) and hasattr(cls, "_field_defaults")
    )


def _open_fields(cls: Any, twins: dict[Any, Any]) -> None:
    """Let pydantic take the twins of the classes that a dataclass or NamedTuple has in its fields."""
    if cls in twins:
        return
    twins[cls] = cls
    try:
        hints = get_type_hints(cls, include_extras=True)
    except NameError:
        return  # names of a function: pydantic says what it cannot resolve
    for hint in hints.values():
        portable(hint, twins)
    for foreign, twin in twins.items():
        if foreign is not twin and "__get_pydantic_core_schema__" not in vars(foreign):
            foreign.__get_pydantic_core_schema__ = _schema_of(twin)


def _schema_of(twin: Any) -> Any:
    return staticmethod(lambda source, handler: handler.generate_schema(twin))


def rebuilt(annotation: Any, args: tuple[Any, ...]) -> Any:
    """Return a union or generic type with other arguments."""
    origin: Any = get_origin(annotation)
    if type(annotation).__name__ == "UnionType" or origin is Union:
        return Union[args]  # noqa: UP007 - the members are known at run time only
    if hasattr(annotation, "copy_with"):
        return annotation.copy_with(args)
    return origin[args]


def _twin(cls: Any, twins: dict[Any, Any]) -> Any:
    from typing_extensions import TypedDict

    twin: Any = TypedDict(cls.__name__, {})  # type: ignore[misc] # filled below: fields may refer to it
    twins[cls] = twin
    hints = get_type_hints(cls, include_extras=True)
    twin.__annotations__ = {name: portable(hint, twins) for name, hint in hints.items()}
    for name in (
        "__required_keys__",
        "__optional_keys__",
        "__total__",
        "__doc__",
        "__module__",
        "__qualname__",
    ):
        setattr(twin, name, getattr(cls, name))
    return twin
