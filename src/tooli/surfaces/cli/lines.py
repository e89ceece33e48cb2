"""JSONL and plain output: one item a line, written as it is produced, in constant memory."""

from __future__ import annotations

from tooli.errors import ToolError
from tooli.execute.encode import item_text
from tooli.render.ending import ENDINGS
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute import Call, Outcome
    from tooli.surfaces.cli.main import Session

WARNINGS_KEPT = 20
"""A stream without end must not keep a warning for each of its items."""


def print_lines(session: Session, call: Call, drive: Generator[Any, None, Outcome]) -> int:
    """Print a stream's items as they come, or a finished result's items; return the exit status."""
    ended: list[Outcome] = []
    source = _items(drive, ended)
    lost: list[str] = []
    try:
        _write_all(session, call, source, lost)
    except ToolError as error:
        from tooli.execute import Outcome
        from tooli.execute.steps import meta
        from tooli.surfaces.cli.failures import unprintable

        source.close()  # what the function has open is closed before the last line is written
        outcome = Outcome()
        outcome.meta = meta(call, outcome)
        ended = [unprintable(outcome, error)]
    finally:
        source.close()
    outcome = ended[0]
    if lost:
        outcome.meta = {**outcome.meta, "warnings": [*outcome.meta.get("warnings", ()), *lost]}
    return finish(session, outcome)


def _items(drive: Generator[Any, None, Outcome], ended: list[Outcome]) -> Generator[Any, None, None]:
    outcome = yield from drive
    ended.append(outcome)
    if outcome.ok and outcome.result is not None:
        result = outcome.result
        yield from result if isinstance(result, (list, tuple)) else (result,)


def _write_all(session: Session, call: Call, source: Generator[Any, None, None], lost: list[str]) -> None:
    """Write every item; what is lost in writing is added to `lost`, up to a limit."""
    out = session.streams.out
    write = _json_line if session.mode == "jsonl" else _plain_line
    if "print0" in session.parsed.flags:
        write = _record
    warnings: list[str] = []
    for item in source:
        out(write(call, item, warnings).encode())
        if warnings:
            lost += warnings[: WARNINGS_KEPT - len(lost)]
            warnings.clear()


def finish(session: Session, outcome: Outcome) -> int:
    """Print what a stream's end has to say."""
    if session.mode == "plain" or (outcome.ok and "warnings" in outcome.meta):
        from tooli.surfaces.cli.printing import print_aside

        print_aside(session, outcome)
    if session.mode != "plain" and not (outcome.ok and outcome.meta.keys().isdisjoint(ENDINGS)):
        from tooli.surfaces.cli.printing import print_ending

        outcome = print_ending(session, outcome)
    return outcome.exit_code


def _json_line(call: Call, item: Any, warnings: list[str]) -> str:
    return item_text(item, warnings, call.redact) + "\n"


def _plain_line(call: Call, item: Any, warnings: list[str]) -> str:
    from tooli.render.text import plain

    return plain([_bare(call, item, warnings)])


def _record(call: Call, item: Any, warnings: list[str]) -> str:
    from tooli.render.text import plain

    return plain([_bare(call, item, warnings)], "\0")


def _bare(call: Call, item: Any, warnings: list[str]) -> Any:
    """Return an item as data, without hidden characters unless its level lets them through."""
    from tooli.execute.plain import to_plain
    from tooli.execute.shown import bare

    value = to_plain(item, warnings)
    return value if call.redact is not None and call.redact.as_is else bare(value)
