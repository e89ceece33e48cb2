"""An outcome as text that can be kept, and back: what it was, and what the call had to say beside it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tooli.errors import ToolError
from tooli.execute import Outcome
from tooli.execute.encode import encode
from tooli.execute.scrub import scrub
from tooli.types import UNSET

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tooli.execute import Call

_AS_THEY_ARE = (UNSET, Any, None, str, int, float, bool, dict, list)
"""Types of results that are the same as data."""


class Kept:
    """Follows one call, and makes the text of its outcome."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._warnings = len(call.warnings)
        self._told = dict(call.told)
        self._next = len(call.next)
        self._items: list[str] = []
        self._lost: list[str] = []
        call.on_item.insert(0, self._take)

    def _take(self, item: Any) -> Any:
        text, item = self._readable(item)
        self._items.append(text)
        return item

    def _readable(self, value: Any) -> tuple[str, Any]:
        """Return a value's text and the value, or what stands for it when it could be read only once."""
        redact = self._call.redact
        if redact is not None:
            value = redact(value)
        text = encode(value, self._lost)
        return text, value if encode(value, []) == text else json.loads(text)

    def text(self, outcome: Outcome) -> str:
        """Return the text of an outcome; a result that cannot be written raises E5902."""
        call = self._call
        if outcome.error is not None:
            if call.redact is not None:
                scrub(outcome.error, call.redact)
            body = f'"error":{_error_text(outcome.error)}'
        elif self._items or call.command.is_stream:
            body = f'"result":[{",".join(self._items)}]'
        else:
            kind = getattr(outcome.result, "kind", None) if is_content(outcome.result) else None
            result, outcome.result = self._readable(outcome.result)
            body = f'"result":{result}' + (f',"content":{encode(kind, [])}' if kind else "")
        beside = {
            "exit_code": outcome.exit_code,
            "warnings": [*call.warnings[self._warnings :], *self._lost],
            "told": {name: value for name, value in call.told.items() if self._told.get(name) != value},
            "next": call.next[self._next :],
        }
        if call.redact is not None:
            beside = call.redact(beside)
        try:
            said = encode(beside, [])
        except ToolError:  # what a command says beside its result may be anything
            said = encode({**beside, "told": {}, "next": []}, [])
        return f'{{{body},"beside":{said}}}'


def _error_text(error: ToolError) -> str:
    try:
        return encode(error.to_dict(), [])
    except ToolError:  # its details cannot be written
        return encode({"code": str(error.code), "category": str(error.category), "message": str(error)}, [])


def replayed(call: Call, text: str) -> Outcome:
    """Return an outcome from its text, and say beside it what the call said then."""
    kept = json.loads(text)
    beside = kept["beside"]
    call.warnings += beside["warnings"]
    call.told.update(beside["told"], idempotent_replay=True)
    call.next += beside["next"]
    if "error" in kept:
        error = ToolError(**kept["error"], exit_code=beside["exit_code"])
        return Outcome(error=error, exit_code=beside["exit_code"])
    result = kept["result"]
    result = content_of(kept["content"], result) if "content" in kept else as_returned(call, result)
    return Outcome(result, exit_code=beside["exit_code"])


def is_content(result: Any) -> bool:
    """Whether a result is a file, which surfaces do not show as data."""
    return hasattr(type(result), "__tooli_content__")


def content_of(kind: str, said: Mapping[str, Any]) -> Any:
    """Return a file from its data."""
    from base64 import b64decode

    from tooli.content import Audio, Document, File, Image

    data = said["text"].encode() if "text" in said else b64decode(said["data"])
    about = {"media_type": said["media_type"], "name": said.get("name")}
    if kind == Document.kind:
        return Document(data.decode(), **about)
    return {Image.kind: Image, Audio.kind: Audio}.get(kind, File)(data, **about)


def as_returned(call: Call, data: Any) -> Any:
    """Return data as the type that the function says it returns, for callers that use it as such."""
    returns = call.command.returns
    if call.textual or call.command.is_stream or returns in _AS_THEY_ARE:
        return data
    from pydantic import PydanticUndefinedAnnotation, PydanticUserError

    from tooli.schema.invalid import InvalidMany
    from tooli.schema.rich import validate_data

    try:
        typed = validate_data(returns, data)
    except (InvalidMany, PydanticUndefinedAnnotation, PydanticUserError):
        return data
    return typed if encode(typed, []) == encode(data, []) else data
