"""The complete reading of a signature, through `inspect`: methods, partials, wrapped functions, callables.

Cold: plain functions never come here.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tooli.errors import DeclarationError
from tooli.model.marked import evaluate, evaluate_result
from tooli.types import UNSET

if TYPE_CHECKING:
    from tooli.model import Param
    from tooli.model.signature import Signature

_KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: "positional",
    inspect.Parameter.POSITIONAL_OR_KEYWORD: "normal",
    inspect.Parameter.VAR_POSITIONAL: "variadic",
    inspect.Parameter.KEYWORD_ONLY: "keyword",
    inspect.Parameter.VAR_KEYWORD: "keywords",
}


def inspect_signature(function: Any, namespace: Mapping[str, Any] | None = None) -> Signature:
    """Read any callable's params."""
    name = getattr(function, "__name__", type(function).__name__)
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError) as error:
        raise DeclarationError(f"{name} cannot be a command: {error}") from None
    written = _written(function)
    scope = {**getattr(written, "__globals__", {}), **(namespace or {})}
    params = tuple(
        (
            param.name,
            _KINDS[param.kind],
            UNSET
            if param.annotation is param.empty
            else evaluate(param.annotation, scope, f"{name}: {param.name}"),
            UNSET if param.default is param.empty else param.default,
        )
        for param in signature.parameters.values()
    )
    returns = signature.return_annotation
    return (
        params,
        UNSET if returns is signature.empty else evaluate_result(returns, scope),
        _any(function, inspect.iscoroutinefunction, inspect.isasyncgenfunction),
        _any(function, inspect.isgeneratorfunction, inspect.isasyncgenfunction),
    )


def _written(function: Any) -> Any:
    """Return the function whose source holds the annotations."""
    while isinstance(function, functools.partial):
        function = function.func
    if not inspect.isroutine(function):
        function = type(function).__call__
    return inspect.unwrap(function)


def _any(function: Any, *tests: Any) -> bool:
    """Whether a test holds for what is really called: the wrapper, not what it wraps."""
    while isinstance(function, functools.partial):
        function = function.func
    if not inspect.isroutine(function):
        function = type(function).__call__
    return any(test(function) for test in tests)


def in_order(function: Any, params: tuple[Param, ...]) -> tuple[Param, ...]:
    """Return params in the order in which a function takes them."""
    places = {name: place for place, name in enumerate(inspect.signature(function).parameters)}
    return tuple(sorted(params, key=lambda param: places[param.name]))
