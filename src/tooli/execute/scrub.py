"""Secrets taken out of errors: a library's exception may quote the very value it was given."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tooli.errors import Suggestion, ToolError
from tooli.policy.redact import KnownSecrets
from tooli.policy.rewriter import Rewriter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tooli.policy.rewriter import Trail

_TEXTS = ("args", "__notes__", "filename", "filename2", "strerror")


class Masking(Rewriter):
    """Takes known secrets out of texts and bytes."""

    def __init__(self, secrets: Iterable[Any]) -> None:
        self._known = KnownSecrets(secrets)

    def text(self, text: str, trail: Trail) -> str:
        """Return a text without the secrets."""
        return self._known.mask(text)

    def other(self, value: Any, trail: Trail) -> Any:
        """Return bytes without the secrets."""
        if not isinstance(value, bytes):
            return value
        return self._known.mask(value.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")


def scrub(error: BaseException, masking: Rewriter) -> None:
    """Take secrets out of an error and of all that led to it, in their texts and their fields."""
    for one in _chain(error):
        for name in _TEXTS:
            value = getattr(one, name, None)
            masked = masking.rewrite(value, ("",))
            if masked is not value:
                _put(one, name, masked)
        if isinstance(one, ToolError):
            one.message = masking.rewrite(one.message, ("error", "message"))
            one.field = masking.rewrite(one.field, ("error", "field"))
            one.details = masking.rewrite(one.details, ("error", "details"))
            if one.suggestion is not None:
                one.suggestion = _suggestion(one.suggestion, masking)


def _suggestion(suggestion: Suggestion, masking: Rewriter) -> Suggestion:
    """Return a suggestion without secrets; what no longer runs as it stands says so."""
    fields = {name: getattr(suggestion, name) for name in Suggestion.__fields__}
    masked = masking.rewrite(fields, ("error", "suggestion"))
    if masked is fields:
        return suggestion
    runs = all(masked[name] is fields[name] for name in ("example", "arguments"))
    return Suggestion(**masked if runs else {**masked, "applicability": "has_placeholders"})


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
