"""Commands that page by themselves: what `paginated=True` asks of them, and how callers see their params."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.errors import DeclarationError
from tooli.model.annotation import read_shape

if TYPE_CHECKING:
    from tooli.model import Command


def paged(command: Command) -> Command:
    """Return a command whose cursor is text, whatever the function's own is; refuse one that cannot page."""
    cursor, limit = command.param_by_name.get("cursor"), command.param_by_name.get("limit")
    if cursor is None or cursor.default is not None:
        raise _mistake(command, "needs a param `cursor` whose default is None")
    if limit is not None and (limit.required or limit.shape.inner.kind != "int"):
        raise _mistake(command, "its param `limit` has to be an int with a default")
    if command.is_stream:
        raise _mistake(command, "returns a Page; a generator is paged by the framework")
    if not command.read_only:
        raise _mistake(command, "has to be read-only: a page may be asked for again")
    text = str | None
    opaque = cursor.replace(annotation=text, shape=read_shape(text), metadata=())
    params = tuple(opaque if param.name == "cursor" else param for param in command.params)
    return command.replace(params=params, returns=_items(command.returns))


def _items(returns: Any) -> Any:
    """Return a list of what a Page holds: that is what callers get."""
    origin = getattr(returns, "__origin__", returns)
    if not hasattr(origin, "__tooli_page__"):
        return returns
    arguments = getattr(returns, "__args__", ())
    return list[arguments[0]] if arguments else list  # type: ignore[valid-type] # a type made at run time


def _mistake(command: Command, what: str) -> DeclarationError:
    return DeclarationError(f"command {command.name!r}: paginated=True: {what}")
