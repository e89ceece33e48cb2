"""Results that are files, on the command line: saved by `--write FILE`, printed bare where that is wanted."""

from __future__ import annotations

import os
import tempfile
from types import UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin

from tooli.content import Document, File
from tooli.errors import ToolRuntimeError
from tooli.execute.failure import to_tool_error
from tooli.surfaces.cli.failures import unprintable

if TYPE_CHECKING:
    from tooli.execute import Outcome
    from tooli.model import Command
    from tooli.surfaces.cli.main import Session

STDOUT = "-"


def returns_content(command: Command) -> bool:
    """Whether a command's result is a file, by its annotation."""
    one_of = get_origin(command.returns) in (Union, UnionType)
    parts = get_args(command.returns) if one_of else (command.returns,)
    return any(isinstance(part, type) and issubclass(part, File) for part in parts)


def deliver(session: Session, outcome: Outcome) -> Outcome | None:
    """Save or print a file that a command returned; return what is left to print, if anything is."""
    content = outcome.result
    if not isinstance(content, File):
        return outcome
    place = session.parsed.flags.get("write")
    try:
        data = content.read()
        if place == STDOUT or (place is None and (isinstance(content, Document) or session.mode == "plain")):
            session.streams.out(_ended(data) if isinstance(content, Document) else data)
            return None
    except OSError as error:
        return unprintable(outcome, to_tool_error(error))
    if place is not None:
        try:
            save(place, data)
        except OSError as error:
            reason = error.strerror or str(error)
            failure = ToolRuntimeError(f"{place} cannot be written: {reason}", code="E4906", field="write")
            return unprintable(outcome, failure)
        outcome.result = {"path": place, **_described(content, data)}
    elif session.mode in ("human", "text"):
        outcome.result = _described(content, data)
        hint = "--write FILE saves it"
        outcome.meta = {**outcome.meta, "warnings": [*outcome.meta.get("warnings", ()), hint]}
    return outcome


def save(place: str, data: bytes) -> None:
    """Write a file whole or not at all; what a name points to is replaced, not the link."""
    target = os.path.realpath(place)
    if os.path.exists(target) and not os.path.isfile(target):  # a device or pipe takes bytes, not a new file
        with open(target, "wb") as stream:
            stream.write(data)
        return
    handle, draft = tempfile.mkstemp(prefix=".", dir=os.path.dirname(target))
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(draft, os.stat(target).st_mode & 0o7777 if os.path.exists(target) else 0o666 & ~_umask())
        os.replace(draft, target)
    except BaseException:
        os.unlink(draft)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _described(content: File, data: bytes) -> dict[str, Any]:
    return {"media_type": content.media_type, "bytes": len(data)}


def _ended(data: bytes) -> bytes:
    return data if data.endswith(b"\n") or not data else data + b"\n"
