"""Params beyond the plain: described by markers, typed by more than a builtin, or injected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tooli.errors import DeclarationError
from tooli.model.annotation import UnsupportedTypeError, read_shape
from tooli.model.markers import Argument, Depends, Option, ParamInfo
from tooli.model.param import Param
from tooli.model.shape import Shape
from tooli.types import UNSET, Injected


def describe_param(path: tuple[str, ...], name: str, kind: str, annotation: Any, default: Any) -> Param:
    """Return a param, whatever its annotation and default; raise `DeclarationError` when it cannot be one."""
    try:
        return _describe(name, kind, annotation, default)
    except UnsupportedTypeError as error:
        raise DeclarationError(f"{' '.join(path)}: param {name!r}: {error}") from None


def evaluate(annotation: Any, scope: dict[str, Any], where: str) -> Any:
    """Evaluate a postponed annotation, or say which name is missing."""
    if not isinstance(annotation, str):
        return annotation
    try:
        return eval(annotation, scope)
    except Exception as error:  # an annotation is an expression: it may fail in any way
        raise DeclarationError(f"{where}: the annotation {annotation!r} cannot be read: {error}") from None


def _describe(name: str, kind: str, annotation: Any, default: Any) -> Param:
    if kind == "keywords":
        raise UnsupportedTypeError(f"**{name} cannot be described; use a dict param")
    info, injected, metadata, bare = _take_apart(annotation, default)
    if injected is not None:
        return Param(name=name, shape=_NO_SHAPE, annotation=bare, kind=kind, injected=injected)
    settings: dict[str, Any] = dict(info.settings) if info is not None else {}
    names: tuple[Any, ...] = info.names if info is not None else ()
    if isinstance(default, ParamInfo):  # Typer's older form: the default comes first
        default, names = (names[0], names[1:]) if names and not _is_spelling(names[0]) else (UNSET, names)
    if default is UNSET and "default" in settings:
        default = settings["default"]
    if default is ...:
        default = UNSET
    settings.pop("default", None)
    has_default = default is not UNSET or "default_factory" in settings
    if "parser" in settings:
        shape = Shape(kind="parsed", annotation=bare)
    elif bare is UNSET:
        shape = _shape_of_default(default)
    else:
        shape = read_shape(bare)
    if kind == "variadic":
        shape = Shape(kind="tuple", annotation=tuple, items=(shape,))
    positional = (
        kind == "variadic" or isinstance(info, Argument) or (not isinstance(info, Option) and not has_default)
    )
    spelt, negatives = _spellings(name, names, shape, positional, settings)
    return Param(
        name=name,
        shape=shape,
        annotation=annotation if bare is not UNSET else shape.annotation,
        default=default,
        kind=kind,
        positional=positional,
        names=spelt,
        negatives=negatives,
        settings=settings,
        metadata=metadata,
    )


_NO_SHAPE = Shape(kind="any", annotation=None)


def _take_apart(annotation: Any, default: Any) -> tuple[ParamInfo | None, Any, tuple[Any, ...], Any]:
    """Return the marker, the injection, the remaining metadata and the bare type of an annotation."""
    info = default if isinstance(default, ParamInfo) else None
    injected = default if isinstance(default, Injected) else None
    metadata = []
    while hasattr(annotation, "__metadata__"):
        for item in annotation.__metadata__:
            if isinstance(item, ParamInfo):
                info = item
            elif isinstance(item, Depends):
                injected = item
            else:
                metadata.append(item)
        annotation = annotation.__origin__
    candidates = getattr(annotation, "__args__", ()) if not isinstance(annotation, type) else (annotation,)
    for candidate in candidates:
        if isinstance(candidate, type) and getattr(candidate, "__tooli_injected__", False):
            injected = candidate
    return info, injected, tuple(metadata), annotation


def _shape_of_default(default: Any) -> Shape:
    """Guess the type of a param without annotation from its default, as Typer does."""
    cls = default.__class__
    return (
        Shape(kind=cls.__name__, annotation=cls)
        if cls in (int, float, bool)
        else Shape(kind="str", annotation=str)
    )


def _is_spelling(name: Any) -> bool:
    return isinstance(name, str) and name.startswith("-")


def _spellings(
    name: str, declared: tuple[Any, ...], shape: Shape, positional: bool, settings: Mapping[str, Any]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return how the command line spells a param, and how it turns it off."""
    long = name.strip("_").replace("_", "-")
    is_flag = shape.inner.kind == "bool" and not positional and settings.get("is_flag", True)
    spelt = [part for part in declared if _is_spelling(part)]
    if not spelt:
        return (f"--{long}",), ((f"--no-{long}",) if is_flag and "flag_value" not in settings else ())
    on, off = [], []
    for part in spelt:
        yes, slash, no = part.partition("/")
        on.append(yes.strip())
        if slash and no.strip():
            off.append(no.strip())
    return tuple(on), tuple(off)
