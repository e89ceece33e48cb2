"""Files in a result that is shaped: what is said of each stands in its place, and the file comes back after.

Filters look at what is in a file; budgets count what is said of it, as its content is no text to be cut. A
`Document` is text: it is shaped as the data that it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.execute.outcome_text import is_content
from tooli.execute.plain import to_plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from tooli.content import File


class Described(dict[str, Any]):
    """What is said of a file, in its place."""

    __slots__ = ("file",)

    def __init__(self, file: File) -> None:
        super().__init__(file.about())
        self.file = file


def is_file(value: Any) -> bool:
    """Whether a value is a file whose content is shown by itself."""
    return is_content(value) and value.kind != "document"


def as_data(
    value: Any,
    warnings: list[str],
    path: str = "result",
    redact: Callable[[Any], Any] | None = None,
    *,
    whole: bool = False,
) -> Any:
    """Return a result as data that may be shown; of its files what is said of them, unless wanted whole."""
    if whole or not (is_file(value) or (isinstance(value, (list, tuple)) and any(map(is_file, value)))):
        plain = to_plain(value, warnings, path)
        return plain if redact is None else redact(plain)
    if is_file(value):
        return Described(value if redact is None else redact(value))
    files = {at: as_data(item, warnings, path, redact) for at, item in enumerate(value) if is_file(item)}
    others = as_data([None if is_file(item) else item for item in value], warnings, path, redact)
    return [files.get(at, item) for at, item in enumerate(others)]


def described(value: Any) -> Any:
    """Return a result with what is said of its files in their places."""
    return _mapped(value, lambda part: Described(part) if is_file(part) else part)


def restored(value: Any) -> Any:
    """Return a result with its files in their places again."""
    return _mapped(value, lambda part: part.file if isinstance(part, Described) else part)


def in_full(value: Any) -> Any:
    """Return a result as data, with what its files hold."""
    return _mapped(value, lambda part: part.file.to_plain() if isinstance(part, Described) else part)


def _mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    return [change(part) for part in value] if isinstance(value, (list, tuple)) else change(value)
