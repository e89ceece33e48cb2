"""Which commands can say what they would do: declared, or seen in what the function uses.

Pure data; may import `types` and `errors` only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from tooli.errors import DeclarationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType

    from tooli.model import Command

    F = TypeVar("F", bound=Callable[..., Any])

_MARK = "__tooli_dry_run__"


def dry_run_support(function: F) -> F:
    """Declare that a command holds back in a dry run; the function stays as it is.

    What it would do it tells `record_dry_action`, or it looks at `ctx.dry_run`.
    """
    try:
        setattr(function, _MARK, True)
    except AttributeError:
        raise DeclarationError(
            f"dry_run_support: {function!r} cannot be marked; decorate its function"
        ) from None
    return function


def has_dry_run(command: Command) -> bool:
    """Whether a command holds back in a dry run: it says so, records actions, or looks at the context."""
    function = command.function
    if getattr(function, _MARK, False) or getattr(_plain(function), _MARK, False):
        return True
    if any(getattr(param.injected, _MARK, False) for param in command.injected):
        return True
    names = names_used(function)
    looks = any(getattr(param.injected, "__tooli_context__", False) for param in command.injected)
    return "record_dry_action" in names or (looks and "dry_run" in names)


def names_used(function: Any) -> set[str]:
    """Return the names of globals, attributes and methods that a function uses."""
    code = getattr(_plain(function), "__code__", None)
    return set(_names(code)) if code is not None else set()


def _plain(function: Any) -> Any:
    """Return the function inside partials, methods, wrappers and callable objects."""
    while True:
        inner = next(
            (
                getattr(function, name)
                for name in ("__wrapped__", "func", "__func__")
                if hasattr(function, name)
            ),
            None,
        )
        if inner is None:
            break
        function = inner
    return function if hasattr(function, "__code__") else type(function).__call__


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if hasattr(constant, "co_names"):
            yield from _names(constant)
