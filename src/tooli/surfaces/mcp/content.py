"""Outcomes as results of tools: text for models, data for programs, images, sounds and files as they are."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tooli.errors import ToolError
from tooli.execute.encode import encode, is_suspect
from tooli.execute.failure import to_tool_error
from tooli.execute.outcome_text import is_content
from tooli.execute.plain import to_plain
from tooli.schema.dialects import wraps_result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tooli.content import File
    from tooli.execute import Outcome
    from tooli.model import Command

USUAL = frozenset(
    {"tool", "version", "duration_ms", "caller_id", "caller_version", "session_id", "execution_context"}
)
"""What every answer's meta says, and no model needs to read."""


def to_result(command: Command, outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as the result of a tool."""
    if outcome.error is not None:
        return failure(outcome.error, outcome.meta, as_is=_is_as_is(outcome))
    try:
        return _success(command, outcome)
    except (ToolError, OSError) as error:  # what cannot be told, or read, is found out when it is told
        return failure(to_tool_error(error), outcome.meta)


def _is_as_is(outcome: Outcome) -> bool:
    return outcome.redact is not None and outcome.redact.as_is


def failure(error: ToolError, meta: Mapping[str, Any], *, as_is: bool = False) -> dict[str, Any]:
    """Return an error as the result of a tool; `as_is` lets hidden characters through."""
    try:
        told: Any = to_plain(error.to_dict(), [], "error")
    except ToolError as unprintable:
        told = {**unprintable.to_dict(), "code": error.code, "message": error.message}
    if not as_is:
        from tooli.execute.shown import clean

        told = clean(told, [], "error")
    return {
        "content": [{"type": "text", "text": encode({"error": told}, [])}],
        "structuredContent": {"error": told},
        "isError": True,
        "_meta": {"tooli": {**to_plain(meta, []), "exit_code": error.exit_code}},  # type: ignore[dict-item]
    }


def _success(command: Command, outcome: Outcome) -> dict[str, Any]:
    value, meta = outcome.result, outcome.meta
    warnings: list[str] = []
    plain: Any
    if is_content(value):
        blocks, plain = file_blocks(value), value.about()
    elif isinstance(value, (list, tuple)) and any(map(is_content, value)):
        blocks = [block for item in value for block in _item_blocks(item, warnings)]
        plain = [item.about() if is_content(item) else to_plain(item, []) for item in value]
    else:
        plain = to_plain(value, warnings)
        blocks = [] if plain is None else [_text(plain)]
        if blocks and is_suspect(blocks[0]["text"]) and not _is_as_is(outcome):
            from tooli.execute.shown import clean

            plain = clean(plain, warnings)
            blocks = [_text(plain)]
    if warnings:
        meta = {**meta, "warnings": [*meta.get("warnings", ()), *warnings]}
    aside = {name: told for name, told in meta.items() if name not in USUAL}
    if aside:
        blocks.append(_text({"meta": aside}))
    structured = {"result": plain} if wraps_result(command) or not isinstance(plain, dict) else plain
    return {
        "content": blocks,
        "structuredContent": structured,
        "isError": False,
        "_meta": {"tooli": to_plain(meta, []) if aside else dict(meta)},
    }


def _text(plain: Any) -> dict[str, Any]:
    return {"type": "text", "text": plain if isinstance(plain, str) else encode(plain, [])}


def _item_blocks(item: Any, warnings: list[str]) -> list[dict[str, Any]]:
    return file_blocks(item) if is_content(item) else [_text(to_plain(item, warnings))]


def file_blocks(file: File) -> list[dict[str, Any]]:
    """Return a file as the block of its kind."""
    if file.kind in ("image", "audio"):
        data = b64encode(file.read()).decode()
        return [{"type": file.kind, "data": data, "mimeType": file.media_type}]
    text = file.text
    if file.kind == "document" and text is not None:
        return [{"type": "text", "text": text}]
    place = (
        file.path.absolute().as_uri() if file.path is not None else f"file:///{quote(file.name or 'result')}"
    )
    return [{"type": "resource", "resource": embedded(file, file.uri or place)}]


def embedded(file: File, uri: str) -> dict[str, Any]:
    """Return a file's content under a URI: text as it is, anything else in base64."""
    said = {"uri": uri, "mimeType": file.media_type}
    text = file.read().decode() if file.kind == "document" else file.text
    return {**said, "text": text} if text is not None else {**said, "blob": b64encode(file.read()).decode()}
