"""A function becomes a `Command`. The only reader of signatures.

Plain functions are read from their code object, which needs no import; everything else (methods, partials,
wrapped functions, callable objects) goes through `inspect`, and a property test holds both readings equal.
"""

from __future__ import annotations

import sys

from tooli.model.behavior import infer
from tooli.model.command import Command
from tooli.model.param import Argument, Depends, Option, Param, ParamInfo
from tooli.model.shape import Shape, UnsupportedTypeError, read_shape
from tooli.types import TYPE_CHECKING, UNSET, Injected, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

FunctionType = type(lambda: None)
VARARGS, VARKEYWORDS, GENERATOR, COROUTINE, ASYNC_GENERATOR = 0x04, 0x08, 0x20, 0x80, 0x200
BUILTIN = frozenset({str, int, float, bool, None})
BUILTIN_NAMES = frozenset({"str", "int", "float", "bool", "None"})


class Signature(Record):
    """What Python says about a function."""

    params: tuple[tuple[str, str, Any, Any], ...]
    """Name, kind, annotation and default of each param; UNSET where there is none."""
    returns: Any = UNSET
    is_async: bool = False
    is_generator: bool = False


def is_plain(function: Any) -> bool:
    """Whether a function can be read from its code object and holds nothing that needs a closer look."""
    if type(function) is not FunctionType or hasattr(function, "__wrapped__"):
        return False
    if function.__code__.co_flags & (VARARGS | VARKEYWORDS) or hasattr(function, "__signature__"):
        return False
    for annotation in function.__annotations__.values():
        if isinstance(annotation, str):
            if annotation not in BUILTIN_NAMES or annotation in function.__globals__:
                return False
        elif annotation.__hash__ is None or annotation not in BUILTIN:
            return False
    return True


def describe(
    function: Callable[..., Any],
    path: tuple[str, ...],
    settings: Mapping[str, Any],
    namespace: Mapping[str, Any] | None = None,
) -> Command:
    """Return the command that `function` is; raise `DeclarationError` naming what cannot work."""
    signature = read_signature(function, namespace)
    params = [_describe_param(path, *raw) for raw in signature.params]
    taken = tuple(param for param in params if param.injected is None)
    _check_names(path, taken)
    fields = {name: _frozen(value) for name, value in settings.items() if name not in ("name", "annotations")}
    fields.pop("group", None)
    capabilities = fields.get("capabilities", ())
    return Command(
        path=path,
        function=function,
        params=taken,
        injected=tuple(param for param in params if param.injected is not None),
        returns=signature.returns,
        is_async=signature.is_async,
        is_stream=signature.is_generator or _returns_stream(signature.returns),
        docstring=getattr(function, "__doc__", None) or "",
        behavior=infer(settings.get("annotations"), capabilities),
        **fields,
    )


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def read_signature(function: Any, namespace: Mapping[str, Any] | None = None) -> Signature:
    """Read a function's params, quickly where it is a plain one."""
    if (
        type(function) is FunctionType
        and not hasattr(function, "__wrapped__")
        and not hasattr(function, "__signature__")
    ):
        return _read_code(function, namespace)
    from tooli.model.inspected import inspect_signature

    return inspect_signature(function, namespace)


def _read_code(function: Any, namespace: Mapping[str, Any] | None) -> Signature:
    code = function.__code__
    names, flags = code.co_varnames, code.co_flags
    positional, keyword = code.co_argcount, code.co_kwonlyargcount
    defaults = function.__defaults__ or ()
    keyword_defaults = function.__kwdefaults__ or {}
    annotations = _annotations(function, namespace)
    params = []
    for index, name in enumerate(names[:positional]):
        kind = "positional" if index < code.co_posonlyargcount else "normal"
        at = index - (positional - len(defaults))
        params.append((name, kind, annotations.get(name, UNSET), defaults[at] if at >= 0 else UNSET))
    if flags & VARARGS:
        name = names[positional + keyword]
        params.append((name, "variadic", annotations.get(name, UNSET), UNSET))
    for name in names[positional : positional + keyword]:
        params.append((name, "keyword", annotations.get(name, UNSET), keyword_defaults.get(name, UNSET)))
    if flags & VARKEYWORDS:
        name = names[positional + keyword + bool(flags & VARARGS)]
        params.append((name, "keywords", annotations.get(name, UNSET), UNSET))
    return Signature(
        params=tuple(params),
        returns=annotations.get("return", UNSET),
        is_async=bool(flags & (COROUTINE | ASYNC_GENERATOR)),
        is_generator=bool(flags & (GENERATOR | ASYNC_GENERATOR)),
    )


def _annotations(function: Any, namespace: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the annotations with postponed ones evaluated where the function was written."""
    raw: dict[str, Any] = function.__annotations__
    for annotation in raw.values():
        if isinstance(annotation, str):
            break
    else:
        return raw
    scope = {**function.__globals__, **(namespace or {})} if namespace else function.__globals__
    evaluated = {}
    for name, annotation in raw.items():
        evaluated[name] = evaluate(annotation, scope, f"{function.__name__}: {name}")
    return evaluated


def evaluate(annotation: Any, scope: dict[str, Any], where: str) -> Any:
    """Evaluate a postponed annotation, or say which name is missing."""
    if not isinstance(annotation, str):
        return annotation
    try:
        return eval(annotation, scope)
    except Exception as error:  # an annotation is an expression: it may fail in any way
        from tooli.errors import DeclarationError

        raise DeclarationError(f"{where}: the annotation {annotation!r} cannot be read: {error}") from None


def _returns_stream(annotation: Any) -> bool:
    origin = getattr(annotation, "__origin__", annotation)
    return getattr(origin, "__module__", "") == "collections.abc" and origin.__name__ in (
        "Iterator",
        "Generator",
        "AsyncIterator",
        "AsyncGenerator",
        "AsyncIterable",
    )


def _describe_param(path: tuple[str, ...], name: str, kind: str, annotation: Any, default: Any) -> Param:
    if annotation in (str, int, float, bool) and (default is UNSET or default.__class__ in (str, int, float, bool)):
        long = "--" + name.replace("_", "-")  # the common case, spelt out for speed
        return Param(
            name=name,
            shape=_BUILTIN_SHAPES[annotation],
            annotation=annotation,
            default=default,
            kind=kind,
            positional=default is UNSET,
            names=(long,),
            negatives=("--no-" + long[2:],) if annotation is bool and default is not UNSET else (),
        )
    try:
        return _describe_any_param(name, kind, annotation, default)
    except UnsupportedTypeError as error:
        message = f"{' '.join(path)}: param {name!r}: {error}"
    from tooli.errors import DeclarationError

    raise DeclarationError(message)


_BUILTIN_SHAPES = {cls: Shape(kind=cls.__name__, annotation=cls) for cls in (str, int, float, bool)}


def _describe_any_param(name: str, kind: str, annotation: Any, default: Any) -> Param:
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
    positional = kind == "variadic" or isinstance(info, Argument) or (not isinstance(info, Option) and not has_default)
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
    return Shape(kind=cls.__name__, annotation=cls) if cls in (int, float, bool) else _BUILTIN_SHAPES[str]


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


def _check_names(path: tuple[str, ...], params: tuple[Param, ...]) -> None:
    """Refuse two params with one spelling, and the reserved prefix."""
    seen: dict[str, str] = {}
    for param in params:
        for spelling in (*param.names, *param.negatives):
            if spelling in seen or spelling.startswith("--tooli-"):
                from tooli.errors import DeclarationError

                reason = f"taken by {seen[spelling]!r}" if spelling in seen else "reserved for the framework"
                raise DeclarationError(f"{' '.join(path)}: param {param.name!r}: {spelling} is {reason}")
            seen[spelling] = param.name


def caller_namespace(depth: int) -> Mapping[str, Any] | None:
    """Return the local names of a frame, for annotations that refer to them; None at module level."""
    frame = sys._getframe(depth + 1)
    return None if frame.f_locals is frame.f_globals else dict(frame.f_locals)


