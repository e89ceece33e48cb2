"""What another command of ours wrote: its envelope or the last line of its stream, taken by what it holds."""

from __future__ import annotations

from typing import Any

from tooli.errors import DependencyError

_LAST_LINE = "$tooli"


def unpacked(document: Any, name: str, line: int | None = None) -> Any:
    """Return an envelope's result, nothing for a stream's last line, and any other document as it is.

    An envelope that tells a failure is raised as one: what it would have held never came. Of several lines
    only the first can be an envelope.
    """
    if not isinstance(document, dict):
        return document
    if line is not None and document.keys() == {_LAST_LINE} and isinstance(document[_LAST_LINE], dict):
        last = document[_LAST_LINE]
        if last.get("ok") is False:
            raise _failure(last, name)
        return None
    if line in (None, 1) and _is_envelope(document):
        if not document["ok"]:
            raise _failure(document, name)
        return document["result"]
    return document


def _is_envelope(document: dict[str, Any]) -> bool:
    meta = document.get("meta")
    kept = "result" if document.get("ok") is True else "error"
    return (
        document.keys() == {"ok", kept, "meta"}
        and isinstance(meta, dict)
        and meta.keys() >= {"tool", "version", "duration_ms"}
    )


def _failure(told: dict[str, Any], name: str) -> DependencyError:
    meta, error = told.get("meta") or {}, told.get("error") or {}
    tool = meta.get("tool", "the command before")
    return DependencyError(
        f"{name}: {tool} failed: {error.get('message', 'it did not say why')}",
        details={"tool": tool, "error": error},
        is_retryable=bool(error.get("is_retryable")),
    )
