"""A function becomes a `Command`. The only reader of signatures.

Plain functions are read from their code object, which needs no import; everything else (methods, partials,
wrapped functions, callable objects) goes through `inspect`, and a property test holds both readings equal.
"""

from __future__ import annotations

import sys

from tooli.model import Command, Param, Shape
from tooli.types import TYPE_CHECKING, UNSET

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    RawParam = tuple[str, str, Any, Any]
    """Name, kind, annotation and default of a param; UNSET where there is none."""
    Signature = tuple[tuple[RawParam, ...], Any, bool, bool]
    """Params, return annotation, whether it is async, whether it is a generator."""

FunctionType = type(lambda: None)
VARARGS, VARKEYWORDS, NESTED, GENERATOR, COROUTINE, ASYNC_GENERATOR = 0x04, 0x08, 0x10, 0x20, 0x80, 0x200
BUILTIN = frozenset({str, int, float, bool, None})
PLAIN_DEFAULTS = frozenset({str, int, float, bool, type(None)})
TELLING = ("no_", "tooli_", "_", "self", "cls")
"""How params begin whose spellings may clash, or that are not the caller's to give."""
BUILTIN_NAMES = frozenset({"str", "int", "float", "bool", "None"})


def is_plain(function: Any) -> bool:
    """Whether a function can be read from its code object and holds nothing that needs a closer look."""
    if type(function) is not FunctionType or hasattr(function, "__wrapped__"):
        return False
    code = function.__code__
    if code.co_flags & (VARARGS | VARKEYWORDS) or hasattr(function, "__signature__"):
        return False
    return not _is_telling(function) and _has_plain_annotations(function)


def names_locals(function: Any) -> bool:
    """Whether a plain function's result may be annotated with a name of the function around it."""
    nested: bool = function.__code__.co_flags & NESTED != 0
    return nested and isinstance(function.__annotations__.get("return"), str)


def _is_telling(function: Any) -> bool:
    """Whether a param's name or default asks for a closer look."""
    code = function.__code__
    for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
        if name.startswith(TELLING):
            return True
    for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
        if default.__class__ not in PLAIN_DEFAULTS:
            return True
    return False


def _has_plain_annotations(function: Any) -> bool:
    for name, annotation in function.__annotations__.items():
        if name == "return":
            continue  # only schemas read it
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
    raw_params, returns, is_async, is_generator = read_signature(function, namespace)
    if raw_params and raw_params[0][0] in ("self", "cls") and raw_params[0][2] is UNSET:
        from tooli.errors import DeclarationError

        name = raw_params[0][0]
        raise DeclarationError(f"{' '.join(path)}: param {name!r}: declare the bound method instead")
    params = [_describe_param(path, *raw) for raw in raw_params]
    taken = tuple(param for param in params if param.injected is None)
    _check_names(path, taken)
    fields = {name: _frozen(value) for name, value in settings.items() if name not in ("name", "group")}
    command = Command(
        path=path,
        function=function,
        params=taken,
        injected=tuple(param for param in params if param.injected is not None),
        returns=returns,
        is_async=is_async,
        is_stream=is_generator or _returns_stream(returns),
        docstring=getattr(function, "__doc__", None) or "",
        **fields,
    )
    if not fields.get("paginated"):
        return command
    from tooli.model.paginated import paged

    return paged(command)


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
    return (
        tuple(params),
        annotations.get("return", UNSET),
        bool(flags & (COROUTINE | ASYNC_GENERATOR)),
        bool(flags & (GENERATOR | ASYNC_GENERATOR)),
    )


def _annotations(function: Any, namespace: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the annotations with postponed ones evaluated where the function was written."""
    raw: dict[str, Any] = function.__annotations__
    for annotation in raw.values():
        if annotation.__class__ is not type and is_postponed(annotation):
            break
    else:
        return raw
    from tooli.model.marked import evaluate, evaluate_result

    scope = {**function.__globals__, **(namespace or {})} if namespace else function.__globals__
    evaluated = {}
    for name, annotation in raw.items():
        if name == "return":
            evaluated[name] = evaluate_result(annotation, scope)
        else:
            evaluated[name] = evaluate(annotation, scope, f"{function.__name__}: {name}")
    return evaluated


def is_postponed(annotation: Any) -> bool:
    """Whether an annotation is a name yet to be looked up, or holds one: `"Node"`, `list["Node"]`."""
    kind = annotation.__class__.__name__
    if kind == "ForwardRef" or isinstance(annotation, str):
        return True
    inside = getattr(annotation, "__args__", ())
    if kind == "_LiteralGenericAlias" or inside.__class__ is not tuple:
        return False  # the texts of a Literal are values
    return any(is_postponed(part) for part in inside)


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
    if (
        annotation in (str, int, float, bool)
        and (default is UNSET or default.__class__ in (str, int, float, bool))
        and kind not in ("variadic", "keywords")
    ):
        long = "--" + (name.strip("_").replace("_", "-") or name)  # the common case, spelt out for speed
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
    from tooli.model.marked import describe_param

    return describe_param(path, name, kind, annotation, default)


_BUILTIN_SHAPES = {cls: Shape(kind=cls.__name__, annotation=cls) for cls in (str, int, float, bool)}


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
