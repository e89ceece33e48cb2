"""Params beyond the plain: described by markers, typed by more than a builtin, or injected."""

from __future__ import annotations

from tooli.model import Param, Shape
from tooli.model.annotation import read_shape
from tooli.model.markers import Argument, Option, ParamInfo
from tooli.model.signature import is_postponed
from tooli.types import TYPE_CHECKING, UNSET, Injected

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from tooli.model.unsupported import UnsupportedTypeError

SAID_ONLY = frozenset(
    {"help", "envvar", "metavar", "hidden", "rich_help_panel", "exists", "file_okay", "dir_okay"}
)
"""Settings that fit any param: they need no check."""
SAID_OF_NUMBERS = SAID_ONLY | {"min", "max", "clamp"}
"""Settings that fit any number."""


def describe_param(path: tuple[str, ...], name: str, kind: str, annotation: Any, default: Any) -> Param:
    """Return a param, whatever its annotation and default; raise `DeclarationError` when it cannot be one."""
    try:
        return _describe(name, kind, annotation, default)
    except _unsupported_type() as error:
        from tooli.errors import DeclarationError

        raise DeclarationError(f"{' '.join(path)}: param {name!r}: {error}") from None


def _unsupported_type() -> type[UnsupportedTypeError]:
    """Return what a param that cannot be one raises; imported when something was raised."""
    from tooli.model.unsupported import UnsupportedTypeError

    return UnsupportedTypeError


def _unsupported(message: str) -> UnsupportedTypeError:
    return _unsupported_type()(message)


_UNREADABLE = (NameError, AttributeError, TypeError, SyntaxError, ValueError, LookupError)


def evaluate_result(annotation: Any, scope: dict[str, Any]) -> Any:
    """Evaluate a postponed return annotation; one that only type checkers can read says nothing."""
    try:
        annotation = eval(annotation, scope) if isinstance(annotation, str) else annotation
    except _UNREADABLE:
        return UNSET
    try:
        return _resolved(annotation, scope)
    except _UNREADABLE:
        return annotation  # what stands around the name may still say that it is a stream


def evaluate(annotation: Any, scope: dict[str, Any], where: str) -> Any:
    """Evaluate a postponed annotation and the names inside it, or say which one is missing."""
    try:
        return _resolved(eval(annotation, scope) if isinstance(annotation, str) else annotation, scope)
    except _UNREADABLE as error:
        from tooli.errors import DeclarationError

        raise DeclarationError(f"{where}: the annotation {annotation!r} cannot be read: {error}") from None


def _resolved(annotation: Any, scope: dict[str, Any]) -> Any:
    """Return an annotation with the names that are postponed inside it: `list["Node"]`."""
    if not is_postponed(annotation):
        return annotation
    from types import SimpleNamespace
    from typing import get_type_hints

    holder = SimpleNamespace(__annotations__={"it": annotation})
    resolved = get_type_hints(holder, scope, include_extras=True)["it"]
    if is_postponed(resolved):
        raise TypeError("it refers to itself; declare it with `type`, or with TypeAliasType")
    return resolved


def _describe(name: str, kind: str, annotation: Any, default: Any) -> Param:
    if kind == "keywords":
        raise _unsupported(f"**{name} cannot be described; use a dict param")
    info, injected, metadata, bare = _take_apart(annotation, default)
    if injected is not None:
        return Param(name=name, shape=_NO_SHAPE, annotation=bare, kind=kind, injected=injected)
    settings: dict[str, Any] = dict(info.settings) if info is not None else {}
    names: tuple[Any, ...] = info.names if info is not None else ()
    own_default = default
    if isinstance(default, ParamInfo):  # Typer's older form: the default comes first
        default, names = (names[0], names[1:]) if names and not _is_spelling(names[0]) else (UNSET, names)
    default = _default_of(default, settings, metadata)
    has_default = default is not UNSET or "default_factory" in settings
    shape = _shape_of(bare, default, settings)
    if shape.input:
        from tooli.model.input_param import check_input

        names = check_input(name, kind, shape, names=names, settings=settings, metadata=metadata)
        metadata = ()
        info = Option() if shape.input == "secret" else info
    if kind == "variadic":
        shape = Shape(kind="tuple", annotation=tuple, items=(shape,))
    if not settings.keys() <= (SAID_OF_NUMBERS if shape.kind in ("int", "float") else SAID_ONLY):
        from tooli.model.marker_check import check_settings

        check_settings(settings, shape, kind, own_default)
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
        metadata=_told(metadata),
    )


_NO_SHAPE = Shape(kind="any", annotation=None)


def _default_of(default: Any, settings: dict[str, Any], metadata: tuple[Any, ...]) -> Any:
    """Return the default: Python's own, else the marker's or that of pydantic's `Field`."""
    if is_field(default):
        default = UNSET
    if "default" in settings:
        given = settings.pop("default")
        default = given if default is UNSET else default
    for field in filter(is_field, metadata):
        from tooli.model.field import read_field

        if field.deprecated:
            settings.setdefault("deprecated", getattr(field.deprecated, "message", field.deprecated))
        if default is UNSET and "default_factory" not in settings:
            default = read_field(field, settings)
    return UNSET if default is ... else default


def _told(metadata: tuple[Any, ...]) -> tuple[Any, ...]:
    if not any(map(is_field, metadata)):
        return metadata
    from tooli.model.field import metadata_of

    told = (metadata_of(item) if is_field(item) else (item,) for item in metadata)
    return tuple(part for parts in told for part in parts)


def is_field(value: Any) -> bool:
    """Whether a value is what `pydantic.Field(...)` returns: told by where it comes from."""
    return type(value).__module__ == "pydantic.fields" and type(value).__name__ == "FieldInfo"


def _shape_of(bare: Any, default: Any, settings: Mapping[str, Any]) -> Shape:
    if "parser" in settings:
        from tooli.model.rich_types import parsed_shape

        return parsed_shape(bare)
    return _shape_of_default(default) if bare is UNSET else read_shape(bare)


def _take_apart(annotation: Any, default: Any) -> tuple[ParamInfo | None, Any, tuple[Any, ...], Any]:
    """Return the marker, the injection, the remaining metadata and the bare type of an annotation."""
    info = default if isinstance(default, ParamInfo) else None
    injected: Any = default if isinstance(default, Injected) else None
    metadata = [default] if is_field(default) else []
    while hasattr(annotation, "__metadata__"):
        for item in annotation.__metadata__:
            if isinstance(item, ParamInfo):
                info = item
            elif isinstance(item, Injected):
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
    return isinstance(name, str) and name.strip().startswith(("-", "/"))


def _spellings(
    name: str, declared: tuple[Any, ...], shape: Shape, positional: bool, settings: Mapping[str, Any]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return how the command line spells a param, and how it turns it off."""
    long = "--" + (name.strip("_").replace("_", "-") or name)
    is_flag = shape.inner.kind == "bool" and not positional and settings.get("is_flag", True)
    on: list[str] = []
    off: list[str] = []
    for part in declared:
        if not _is_spelling(part):
            raise _unsupported(f"{part!r} is not a spelling such as --{name}; a default follows the =")
        yes, _, no = part.partition("/")
        on += [yes.strip()] if yes.strip() else []
        off += [no.strip()] if no.strip() else []
    for spelling in (*on, *off):
        if not _is_option(spelling):
            raise _unsupported(f"{spelling!r} is neither of the form --name nor -n")
    if off and not is_flag:
        raise _unsupported(f"{off[0]} turns nothing off: only an option of type bool can be")
    if not declared and is_flag and "flag_value" not in settings:
        off = [f"--no-{long[2:]}"]
    return tuple(on) or (long,), tuple(off)


def _is_option(spelling: str) -> bool:
    body = spelling[2:] if spelling.startswith("--") else spelling[1:]
    single = len(spelling) == 2 and spelling[0] == "-"
    return (
        (single or spelling.startswith("--"))
        and bool(body)
        and not body.startswith("-")
        and (not any(c.isspace() or c == "=" for c in body))
    )
