"""Secrets taken out of errors: a library's exception may quote the very value it was given."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tooli.errors import Suggestion, ToolError
from tooli.model.secret import MASK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SHORTEST = 4
"""Shorter secrets are left: they would be found in any text."""


def scrub(error: BaseException, secrets: Iterable[Any]) -> None:
    """Take secrets out of an error and of all that led to it, in their texts and their fields."""
    words = [word for word in map(_word, secrets) if len(word) >= SHORTEST]
    if not words:
        return
    for one in _chain(error):
        for name in ("args", "__notes__", "filename", "filename2", "strerror"):
            value = getattr(one, name, None)
            masked = _masked(value, words)
            if masked != value:
                _put(one, name, masked)
        if isinstance(one, ToolError):
            one.message = _masked(one.message, words)
            one.details = _masked(one.details, words)
            if one.suggestion is not None:
                fields = {name: getattr(one.suggestion, name) for name in Suggestion.__fields__}
                one.suggestion = Suggestion(**_masked(fields, words))


def _word(secret: Any) -> str:
    return secret.decode("utf-8", "replace") if isinstance(secret, bytes) else str(secret)


def _put(error: BaseException, name: str, value: Any) -> None:
    with suppress(AttributeError, TypeError):  # a property of its own: its class decides what it shows
        setattr(error, name, value)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Give an error, its causes, and the members of groups."""
    waiting, seen = [error], set()
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        inner = [one.__cause__, one.__context__, *getattr(one, "exceptions", ())]
        waiting += [other for other in inner if isinstance(other, BaseException)]


def _masked(value: Any, words: list[str]) -> Any:
    if isinstance(value, str):
        for word in words:
            value = value.replace(word, MASK)
        return value
    if isinstance(value, bytes):
        for word in words:
            value = value.replace(word.encode(), MASK.encode())
        return value
    if isinstance(value, dict):
        return {_masked(key, words): _masked(item, words) for key, item in value.items()}
    if type(value) in (list, tuple):
        return type(value)(_masked(item, words) for item in value)
    return value
